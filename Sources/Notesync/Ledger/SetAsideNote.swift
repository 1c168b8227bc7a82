/// A note that the server refused; it is not sent until it changes, or for an hour.
package struct SetAsideNote: Hashable, Sendable {
  /// The content and media that were refused.
  package var fingerprint: String
  /// Why, in the server's words where there were any.
  package var reason: String
  /// That of its answer; 200 where the server took the note and keeps something else than was sent.
  package var status: Int
  /// In seconds since 1970.
  package var time: Int64

  /// A server that fails on a note may do better later; what it refuses it refuses.
  package func isOver(at now: Int64) -> Bool {
    // Without a sum that any number in the file could make too large.
    status >= 500 && (now < time || now - 3_600 >= time)
  }
}
