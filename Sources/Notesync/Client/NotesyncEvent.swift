/// An event during the work, for progress and logs.
package enum NotesyncEvent: Hashable, Sendable {
  /// Bytes received, or sent of an estimated total.
  case progress(bytes: Int64, of: Int64?)
  /// A request is about to be sent.
  case request(method: String, path: String, bytes: Int64, operations: Int, media: Int)
  case answer(status: Int)
  /// A pause before the next try.
  case waiting(seconds: Double)
}
