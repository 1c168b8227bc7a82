internal import VaultFormat

/// Names an event of a tracker by what it says, wherever it stands: `1794931500.5f0e2c9a71b3d846`.
///
/// An event that was changed since is another one. Of several that say the same, the last in the file is meant.
package struct EventReference: Hashable, Sendable {
  /// Of its begin, since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// Sixteen hexadecimal digits of a hash of the event.
  package let fingerprint: String

  package init(_ event: TrackerEvent) {
    (seconds, fingerprint) = (event.begin.seconds, event.fingerprint)
  }

  /// Nil for a text that names no event.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), parts[1].utf8.count == 16,
      parts[1].allSatisfy(\.isHexDigit)
    else { return nil }
    (self.seconds, fingerprint) = (seconds, String(parts[1]))
  }

  package var text: String { "\(seconds).\(fingerprint)" }
}

extension TrackerEvent {
  /// The same for events that say the same, wherever they stand.
  package var fingerprint: String {
    let end = end.map { "\($0)" } ?? ""
    let parts = [
      begin.rfc3339, end, mark?.name ?? "", "\(values)", text, note?.text ?? "",
    ]
    return SHA1.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(8).hex
  }
}

extension TrackerLog {
  /// The event of a reference, without the number of its line; nil if it has changed or is gone.
  package func event(_ reference: EventReference) -> TrackerEvent? {
    let lines = events(at: reference.seconds)
    return (lines + notes.filter { $0.begin.seconds == reference.seconds })
      .last { $0.fingerprint == reference.fingerprint }
  }

  /// The lines that begin at that instant, in the order of the file; their numbers, which have to be counted, are 0.
  func events(at seconds: Int64) -> [TrackerEvent] {
    var events: [TrackerEvent] = []
    document.bytes.withUnsafeBufferPointer { bytes in
      forEachLine(in: bytes) { line in
        guard line.begin.seconds == seconds else { return }
        events.append(TrackerEvent(line, number: 0, in: bytes, unit: tracker.unit))
      }
    }
    return events
  }
}
