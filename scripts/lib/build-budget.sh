# shellcheck shell=sh
# Holds the processor time of builds against Tests/ArchitectureTests/Budgets.tsv. Sourced, never run.
# Needs output.sh, machine.sh and the variable `root`, the project's folder.
#
# A time says as much about the machine as about the sources, so it is counted in compilations of a file that stays as
# it is, on the same machine with all its processors busy, as they are in a build: what shares a machine is slower, and
# two threads of one core are. `take_reference` is called several times in a run, since a machine is not always alike.

# Where with_progress writes what each command took.
costs=$root/.build/tl-costs

begin_budget() {
  rm -f "$costs" "$costs.partial"
  # What is built already costs nothing.
  [ ! -d "$root/.build/debug" ] && [ ! -d "$root/.build/release" ] || : >"$costs.partial"
}

# Adds a compilation of the reference on each processor to the costs.
take_reference() {
  find_swift
  count=$(getconf _NPROCESSORS_ONLN)
  (
    for processor in $(seq "$count"); do
      swiftc -O "$root/scripts/lib/reference.swift" -o "$costs.program.$processor" >&2 &
    done
    wait
    # In no pipe, which would be a process of its own.
    processor_time >"$costs.taken"
  )
  [ -x "$costs.program.$count" ] || die "the reference of the budgets, scripts/lib/reference.swift, cannot be compiled"
  awk -v count="$count" '{ printf "the reference\t%s\n", $1 / count }' "$costs.taken" >>"$costs"
  rm -f "$costs".program.* "$costs.taken"
}

end_budget() {
  if [ -e "$costs.partial" ]; then
    rm -f "$costs.partial"
    say "the builds went on from earlier ones; their budgets are for builds from empty"
    return 0
  fi
  unit=$(awk -F '\t' '$1 == "the reference" { sum += $2; count++ } END { if (count) print sum / count }' "$costs")
  [ -n "$unit" ] || die "no compilation of the reference of the budgets was timed"
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
