/// A media item without its data.
package struct MediaHeader: Hashable, Sendable {
  package var id: String
  package var noteID: String
  package var kind: String
  package var filename: String
  package var contentType: String
  package var checksum: String

  package init(
    id: String, noteID: String, kind: String, filename: String, contentType: String,
    checksum: String
  ) {
    self.id = id
    self.noteID = noteID
    self.kind = kind
    self.filename = filename
    self.contentType = contentType
    self.checksum = checksum
  }
}
