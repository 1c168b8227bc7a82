# shellcheck shell=sh
# Holds the processor time of builds against Tests/ArchitectureTests/Budgets.tsv. Sourced, never run.
# Needs output.sh, machine.sh and the variable `root`, the project's folder.
#
# A time says as much about the machine as about the sources, so it is counted in compilations of a file that stays as
# it is, at the end of the builds on the same machine.

# Where with_progress writes what each command took.
costs=$root/.build/tl-costs

begin_budget() {
  rm -f "$costs" "$costs.partial"
  # What is built already costs nothing.
  [ ! -d "$root/.build/debug" ] && [ ! -d "$root/.build/release" ] || : >"$costs.partial"
}

end_budget() {
  if [ -e "$costs.partial" ]; then
    rm -f "$costs.partial"
    say "the builds went on from earlier ones; their budgets are for builds from empty"
    return 0
  fi
  find_swift
  unit=$(cost_of_reference)
  [ -n "$unit" ] || die "the reference of the budgets, scripts/lib/reference.swift, cannot be compiled"
  over=0
  while IFS="$(printf '\t')" read -r kind label most _; do
    [ "$kind" = build ] || continue
    grep -q "^$label$(printf '\t')" "$costs" || die "no build of this run is called '$label', though it has a budget"
    cost=$(awk -F '\t' -v label="$label" -v unit="$unit" \
      '$1 == label { sum += $2 } END { printf "%.0f", sum / unit }' "$costs")
    say "$label cost as much as $cost compilations of the reference; the budget is $most"
    [ "$cost" -le "$most" ] || over=1
  done <"$root/Tests/ArchitectureTests/Budgets.tsv"
  [ "$over" -eq 0 ] || die "a build costs more than its budget in Tests/ArchitectureTests/Budgets.tsv"
}

# In seconds of processor time, the least of three.
cost_of_reference() {
  for _ in 1 2 3; do
    (swiftc -O "$root/scripts/lib/reference.swift" -o "$costs.program" >&2 && processor_time) || return 0
  done | sort -n | head -n 1
  rm -f "$costs.program"
}
