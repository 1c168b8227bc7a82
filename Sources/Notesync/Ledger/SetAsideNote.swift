/// A note that the server refused; it is not sent until it changes, or for an hour.
package struct SetAsideNote: Hashable, Sendable {
  /// Identifies the refused content and media.
  package var fingerprint: String
  /// The reason, from the server if it gave one.
  package var reason: String
  /// The status of the answer; 200 if the server accepted the note and stored something else.
  package var status: Int
  /// When it was refused, in seconds since 1970.
  package var time: Int64

  /// A failure may be transient; a refusal is not.
  package func isOver(at now: Int64) -> Bool {
    // Without an addition that a large number in the file could overflow.
    status >= 500 && (now < time || now - 3_600 >= time)
  }
}
