#!/bin/sh
# Compiles the Win32 program (show.cpp) to the path given.
set -e
cd "$(dirname "$0")"
x86_64-w64-mingw32-windres show.rc "$1.o"
x86_64-w64-mingw32-g++ -O1 -std=c++17 -static -mwindows show.cpp "$1.o" -o "$1" -lcomctl32 -lgdiplus -lgdi32 -luxtheme
rm -f "$1.o"
