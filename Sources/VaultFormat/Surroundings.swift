/// The inputs of a command besides files: the time, the time zone and random ids.
///
/// Made once by the program and passed down, so that tests can fix all three.
package struct Surroundings: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var now: @Sendable () -> Int64
  package var zone: TimeZoneRules
  package var makeID: @Sendable () -> NoteID

  package init(
    now: @escaping @Sendable () -> Int64, zone: TimeZoneRules,
    makeID: @escaping @Sendable () -> NoteID
  ) {
    self.now = now
    self.zone = zone
    self.makeID = makeID
  }
}
