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
# Runs COMMAND with its whole output in LOG and says each ten seconds how far it is; on a terminal one line changes.
# Takes the steps from lines like "[12/80] Compiling". When COMMAND fails, shows the errors, or the end of LOG, and
# returns its status.
# The variable `expected` can have the seconds that it takes on two cores; it is used once.
with_progress() {
  label=$1
  log=$2
  shift 2
  rm -f "$log.status"
  begin_progress
  {
    status=0
    "$@" 2>&1 </dev/null || status=$?
    echo "$status" >"$log.status"
    processor_time >"$log.cost"
    printf '%s\t%s\n' "$label" "$(cat "$log.cost")" >>"$root/.build/tl-costs"
    rm -f "$log.cost"
  } | keep_steps 3>"$log"
  status=$(cat "$log.status")
  rm -f "$log.status"
  if [ "$status" -ne 0 ]; then
    rm -f "$log.step"
    wait
    show_failure "$log"
    say "error: $label failed; everything it printed is in $log"
    return "$status"
  fi
  end_progress
}

# Says what begins, and how long it will take; from now on "$log.step" is shown each ten seconds, until it is removed.
begin_progress() {
  mkdir -p "$root/.build" "$(dirname "$log")"
  started=$(date +%s)
  percent=$(grep -x '[1-9][0-9]*' "$slowness" 2>/dev/null || echo 100)
  expected=$((${expected:-0} * percent / 100))
  say "$label…$([ "$expected" -eq 0 ] || echo " about $(in_words "$expected")")"
  : >"$log.step"
  show_time &
}

end_progress() {
  rm -f "$log.step"
  wait
  taken=$(($(date +%s) - started))
  say "$label took $(in_words "$taken")"
  [ "$expected" -eq 0 ] || echo $((percent * taken / expected + 1)) >"$slowness"
  expected=0
}

# The time that work takes on this machine, in percent of the time expected, for what comes next.
slowness=$root/.build/tl-slowness

# The seconds of processor time of all commands that this shell has run and waited for: not for a pipeline or $(…),
# which are shells of their own.
processor_time() {
  times >"$root/.build/tl-times.$$"
  awk 'NR == 2 { gsub("s", ""); split($1, own, "m"); split($2, kernel, "m")
    print 60 * (own[1] + kernel[1]) + own[2] + kernel[2] }' "$root/.build/tl-times.$$"
  rm -f "$root/.build/tl-times.$$"
}

in_words() {
  if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# Copies its input to file descriptor 3, and the last step in it to a file.
keep_steps() {
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" >&3
    case $line in
      "["[0-9]*/[0-9]*"] "*)
        step=${line%%]*}
        step=${step#[}
        printf '%s\n' "${step%/*} of ${step#*/} steps" >"$log.step"
        ;;
    esac
  done
}

# Says how long the work has taken and will take, until its file of steps is removed or the script is ended.
show_time() {
  shown=0
  while sleep 1 && [ -e "$log.step" ] && kill -0 "$$" 2>/dev/null; do
    elapsed=$(($(date +%s) - started))
    if [ -t 2 ]; then
      printf '\r\033[K    %s' "$(time_words)" >&2
    elif [ $((elapsed / 10)) -gt "$shown" ]; then
      shown=$((elapsed / 10))
      say "    $(time_words)"
    fi
  done
  [ ! -t 2 ] || printf '\r\033[K' >&2
}

time_words() {
  words=$(in_words "$elapsed")
  if [ "$expected" -gt $((elapsed + 5)) ]; then
    words="$words, about $(in_words $((expected - elapsed))) left"
  elif [ "$expected" -gt 0 ]; then
    words="$words, longer than expected"
  fi
  step=$(cat "$log.step" 2>/dev/null || :)
  echo "$words${step:+; $step}"
}

# The compiler says an error once for each file that it compiles together; here it stands once.
show_failure() {
  if grep -q 'error:' "$1"; then
    grep -A 3 'error:' "$1" | awk '!/^\[/ && !seen[$0]++' | head -n 40 >&2
  else
    tail -n 20 "$1" >&2
  fi
}
