/// What happens meanwhile.
package enum NotesyncEvent: Hashable, Sendable {
  /// Bytes that went out or came in, of about so many; notes that are done, of so many.
  case progress(bytes: Int64, of: Int64?, notes: Int, ofNotes: Int)
  /// A request is about to go out.
  case request(method: String, path: String, bytes: Int64, operations: Int, media: Int)
  /// Its answer.
  case answer(status: Int)
  /// A pause before the next try.
  case waiting(seconds: Double)
}
