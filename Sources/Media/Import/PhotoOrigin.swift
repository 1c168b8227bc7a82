internal import SystemCalls
package import VaultFormat

/// What photos say of the note that gets them: when the first of them was taken, and where.
///
/// Only the clock of a camera counts, not the name or the time of a file, which copies change.
package struct PhotoOrigin: Hashable, Sendable {
  package var time: NoteTime
  /// The position of the first photo that knows it.
  package var coordinates: Coordinates?

  /// Nil if no photo knows when it was taken.
  ///
  /// - Parameters:
  ///   - files: their paths; those that cannot be read say nothing.
  ///   - now: in seconds since 1970-01-01T00:00:00Z.
  ///   - zone: of the vault, for a camera that does not say its own.
  package init?(of files: [String], now: Int64, zone: TimeZoneRules) {
    let shots = files.compactMap { path -> (time: NoteTime, coordinates: Coordinates?)? in
      let facts = try? MediaFacts(of: ByteSource(FileDescriptor(openingFile: path)))
      guard let details = facts?.details else { return nil }
      let time = PhotoTime(
        details: details, name: "", modified: FileTime(seconds: now, nanoseconds: 0), now: now,
        zone: zone)
      guard time.source == .original || time.source == .digitized else { return nil }
      return (time.time, details.position?.coordinates)
    }.sorted { $0.time.seconds < $1.time.seconds }
    guard let first = shots.first else { return nil }
    time = first.time
    coordinates = shots.lazy.compactMap(\.coordinates).first
  }

  /// The keys of a note for a time and a place.
  static func assignments(_ time: NoteTime, _ coordinates: Coordinates?) -> [FieldAssignment] {
    let date = time.precision == .day ? "\(time.day)" : time.rfc3339
    return [FieldAssignment(.date, .plain(date))]
      + (coordinates.map { [FieldAssignment(.coordinates, .yaml($0.yaml))] } ?? [])
  }

  /// The keys that a note gets which has none of `known`: no date if it has one, no place if it has any of its keys.
  package func assignments(besides known: (KnownKey) -> Bool) -> [FieldAssignment] {
    let hasPlace = [KnownKey.place, .locality, .coordinates, .latitude, .longitude]
      .contains(where: known)
    return Self.assignments(time, coordinates).filter { assignment in
      assignment.known == .date ? !known(.date) : !hasPlace
    }
  }
}
