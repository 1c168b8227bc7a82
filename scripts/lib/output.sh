# shellcheck shell=sh
# What the scripts say, and how they show long work. Sourced, never run.
# Data goes to standard output, everything here to standard error. Needs the variable `root`, the
# project's folder.

say() {
  printf 'tl: %s\n' "$*" >&2
}

die() {
  say "error: $*"
  exit 1
}

# with_progress LABEL LOG COMMAND [ARGUMENT…]
# Runs COMMAND with its whole output in LOG and shows how far it is: on a terminal one line that
# changes, elsewhere a line at each quarter. Takes the steps from lines like "[12/80] Compiling".
# When COMMAND fails, shows the errors, or the end of LOG, and returns its status.
with_progress() {
  label=$1
  log=$2
  shift 2
  mkdir -p "$(dirname "$log")"
  started=$(date +%s)
  if [ -d "$root/.build/checkouts" ]; then
    say "$label…"
  else
    say "$label… (the first time takes a few minutes)"
  fi
  {
    status=0
    "$@" 2>&1 </dev/null || status=$?
    echo "$status" >"$log.status"
  } | show_steps 3>"$log"
  status=$(cat "$log.status")
  rm -f "$log.status"
  if [ "$status" -ne 0 ]; then
    show_failure "$log"
    say "error: $label failed; everything it printed is in $log"
    return "$status"
  fi
  say "$label took $(($(date +%s) - started)) s"
}

# Copies its input to file descriptor 3 and shows the steps in it.
show_steps() {
  quarter=0
  while IFS= read -r line; do
    printf '%s\n' "$line" >&3
    case $line in
      "["[0-9]*/[0-9]*"] "*) show_step "$line" ;;
    esac
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

# Uses and sets `quarter`, the last quarter that was shown.
show_step() {
  step=${1#\[}
  step=${step%%\]*}
  count=${step%%/*}
  total=${step#*/}
  case $count$total in *[!0-9]*) return ;; esac
  if [ -t 2 ]; then
    printf '\r\033[K    %s of %s steps' "$count" "$total" >&2
  elif [ "$total" -ge 20 ] && [ $((count * 4 / total)) -gt "$quarter" ] && [ "$count" -lt "$total" ]
  then
    quarter=$((count * 4 / total))
    say "    $count of $total steps"
  fi
}

# The compiler says an error once for each file that it compiles together; here it stands once.
show_failure() {
  if grep -q 'error:' "$1"; then
    grep -A 3 'error:' "$1" | awk '!/^\[/ && !seen[$0]++' | head -n 40 >&2
  else
    tail -n 20 "$1" >&2
  fi
}
