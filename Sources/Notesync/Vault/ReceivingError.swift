/// Received data cannot be stored as a note.
package enum ReceivingError: Error, Hashable, Sendable {
  /// An id that front matter cannot hold: empty, or with U+0000.
  case unusableID
}
