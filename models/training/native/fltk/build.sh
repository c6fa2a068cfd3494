#!/bin/sh
# Compiles the FLTK program (show.cpp) to the path given.
set -e
cd "$(dirname "$0")"
g++ -O1 -std=c++17 show.cpp -o "$1" $(fltk-config --use-images --cxxflags) $(fltk-config --use-images --ldflags)
