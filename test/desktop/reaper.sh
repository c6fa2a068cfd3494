#!/bin/bash
# Cleans up after a test process that died without stopping its desktop. Reads the desktop's private
# directory as one line, then waits for the pipe to close: the kernel closes it however its owner ends.
# The directory travels through the pipe, so that neither this script nor its grep matches itself.
IFS= read -r dir || exit 0
cat >/dev/null
case $dir in */groundmark-desktop-??????) ;; *) exit 1 ;; esac
[ -d "$dir" ] || exit 0 # stopped in good order

belongs() { grep -lsaF -f - /proc/[0-9]*/environ /proc/[0-9]*/cmdline <<<"$dir" | cut -d/ -f3 | sort -u; }

# TERM lets the X server remove its lock and socket; what is left after about a second is killed.
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  pids=$(belongs)
  [ -n "$pids" ] || break
  if [ "$try" -lt 10 ]; then kill -TERM $pids 2>/dev/null; else kill -KILL $pids 2>/dev/null; fi
  sleep 0.1
done
rm -rf -- "$dir"
