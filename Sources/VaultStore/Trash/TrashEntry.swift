package import VaultFormat

/// An entry of the trash.
package struct TrashEntry: Hashable, Sendable {
  package enum What: String, Hashable, Sendable {
    /// A note, with its media folder if it had one.
    case note
    /// A single media file.
    case media
    /// A leftover of an interrupted write.
    case leftover
  }

  /// Identifies the entry for the user as long as it exists.
  package var number: Int
  package var what: What
  /// Its previous path.
  package var origin: VaultPath
  /// When it was moved here: RFC 3339, as given by the caller.
  package var time: String
  /// Its path in the trash: the file, and the media folder of a note, if it was moved too.
  package var file: VaultPath?
  package var media: VaultPath?
}
