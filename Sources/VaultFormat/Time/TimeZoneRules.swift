/// A time zone: the offset from UTC at each instant.
package struct TimeZoneRules: Sendable {
  /// Seconds east of UTC at the instant given in seconds since 1970-01-01T00:00:00Z.
  package let offset: @Sendable (_ instant: Int64) -> Int

  package init(offset: @escaping @Sendable (_ instant: Int64) -> Int) {
    self.offset = offset
  }

  package static let utc = TimeZoneRules { _ in 0 }

  /// The offset at an instant, limited to less than a day.
  func boundedOffset(at instant: Int64) -> Int {
    min(max(offset(instant), -NoteTime.largestOffset), NoteTime.largestOffset)
  }

  /// The instant of a local time in this zone; `local` is in seconds since 1970-01-01T00:00:00 local.
  ///
  /// Returns the first instant if clocks show the time twice (when they are set back). If they skip it (when they are
  /// set forward), applies the offset before the change: 02:30 becomes 03:30.
  package func instant(ofLocal local: Int64) -> Int64 {
    // A day before and after `local`, read as UTC, is certainly before and after the instant.
    let before = Int64(boundedOffset(at: local &- 86_400))
    let after = Int64(boundedOffset(at: local &+ 86_400))
    let first = local &- max(before, after)
    let second = local &- min(before, after)
    if shows(local, at: first) { return first }
    if before != after, shows(local, at: second) { return second }
    // Neither: a gap, or two changes of the offset within the two days.
    let between = local &- Int64(boundedOffset(at: first))
    return shows(local, at: between) ? between : local &- before
  }

  private func shows(_ local: Int64, at instant: Int64) -> Bool {
    instant &+ Int64(boundedOffset(at: instant)) == local
  }
}
