extension TimeZoneRules {
  /// The offset at an instant, less than a day in either direction whatever the rules say.
  func boundedOffset(at instant: Int64) -> Int {
    min(max(offset(instant), -NoteTime.largestOffset), NoteTime.largestOffset)
  }

  /// The instant at which clocks of this zone show `local`, in seconds since 1970-01-01T00:00:00
  /// counted as if every day had 24 hours.
  ///
  /// Where clocks show it twice (they were put back), the first. Where they never show it (they
  /// were put forward), the instant that they would have reached it: 02:30 becomes 03:30.
  package func instant(ofLocal local: Int64) -> Int64 {
    // A day away from `local` taken as UTC lies surely before, and surely after, the instant.
    let before = Int64(boundedOffset(at: local &- 86_400))
    let after = Int64(boundedOffset(at: local &+ 86_400))
    let first = local &- max(before, after)
    let second = local &- min(before, after)
    if shows(local, at: first) { return first }
    if before != after, shows(local, at: second) { return second }
    // Neither: a gap, or clocks that changed twice within the two days.
    let between = local &- Int64(boundedOffset(at: first))
    return shows(local, at: between) ? between : local &- before
  }

  private func shows(_ local: Int64, at instant: Int64) -> Bool {
    instant &+ Int64(boundedOffset(at: instant)) == local
  }
}
