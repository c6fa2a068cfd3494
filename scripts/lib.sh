# Shared by setup, test and demo: sourced, never run.

REPO=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
CACHE=$REPO/node_modules/.cache/groundmark

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# step LABEL COMMAND...: quiet work with a sign of life every ten seconds; its output is shown if it fails.
step() {
  local label=$1 log status start=$SECONDS
  shift
  log=$(mktemp)
  printf '%s ...\n' "$label"
  "$@" >"$log" 2>&1 &
  STEP_PID=$!
  while kill -0 "$STEP_PID" 2>/dev/null; do
    sleep 0.2
    if [ $((SECONDS - start)) -ge $((${STEP_SAID:-0} + 10)) ]; then
      STEP_SAID=$((SECONDS - start))
      printf '  still at it (%d s)\n' "$STEP_SAID"
    fi
  done
  wait "$STEP_PID"
  status=$?
  STEP_PID='' STEP_SAID=0
  if [ "$status" -ne 0 ]; then
    printf '%s failed after %d s (status %d):\n' "$label" $((SECONDS - start)) "$status" >&2
    tail -n 40 "$log" >&2
  elif [ $((SECONDS - start)) -gt 1 ]; then
    printf '  done (%d s)\n' $((SECONDS - start))
  fi
  rm -f "$log"
  return "$status"
}

# An interrupted script takes the step that it is running with it.
trap '[ -n "${STEP_PID:-}" ] && kill "$STEP_PID" 2>/dev/null; exit 130' INT TERM

# fingerprint PATH...: one checksum of all files there, names included.
fingerprint() { (cd "$REPO" && find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64); }

# fresh NAME FINGERPRINT: is the stamp of that name still true?  stamp NAME FINGERPRINT: say that it is.
fresh() { [ "$(cat "$CACHE/$1" 2>/dev/null)" = "$2" ]; }
stamp() { mkdir -p "$CACHE" && printf '%s\n' "$2" >"$CACHE/$1"; }
