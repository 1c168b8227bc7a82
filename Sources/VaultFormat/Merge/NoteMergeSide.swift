/// One side of a merge of two notes.
package struct NoteMergeSide: Sendable {
  package var document: NoteDocument
  /// The time when the side changed the note, in seconds since 1970; decides when both sides changed the same field or
  /// lines.
  ///
  /// The `updated` of the note if the side moved it forward, else the author time of its last non-merge commit that
  /// changed the note.
  package var time: Int64
  /// Breaks a tie of times, in the same way on all devices, such as the hex of the blob id; compared in byte order,
  /// the greater is later.
  package var rank: String

  package init(document: NoteDocument, time: Int64, rank: String) {
    self.document = document
    self.time = time
    self.rank = rank
  }
}
