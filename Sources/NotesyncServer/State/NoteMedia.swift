internal import VaultFormat

/// A photo or a sound of a note.
struct NoteMedia {
  /// The id that it was uploaded with, else one derived from its bytes.
  var id: String
  var path: VaultPath
  /// Lower-case hex.
  var sha256: String
  /// In bytes.
  var size: Int64
  /// `image` or `audio`.
  var kind: String
  var contentType: String
  /// Without the dot.
  var fileExtension: String
}
