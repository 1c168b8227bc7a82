/// An event during the work, for progress and logs.
package enum NotesyncEvent: Hashable, Sendable {
  /// Bytes sent or received, of an estimated total, and notes done, of their total.
  case progress(bytes: Int64, of: Int64?, notes: Int, ofNotes: Int)
  /// A request is about to be sent.
  case request(method: String, path: String, bytes: Int64, operations: Int, media: Int)
  /// Its answer.
  case answer(status: Int)
  /// A pause before the next try.
  case waiting(seconds: Double)
}
