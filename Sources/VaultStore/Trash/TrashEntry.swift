package import VaultFormat

/// One thing in the trash.
package struct TrashEntry: Hashable, Sendable {
  package enum What: String, Hashable, Sendable {
    /// A note, with its media folder if it had one.
    case note
    /// A single media file.
    case media
    /// What an interrupted write left behind.
    case leftover
  }

  /// By which the user names it; stays the same while the entry exists.
  package var number: Int
  package var what: What
  /// Where it was.
  package var origin: VaultPath
  /// When it was moved here: RFC 3339, as the caller gave it.
  package var time: String
  /// Where it is now: the file, and the media folder of a note if that came along.
  package var file: VaultPath?
  package var media: VaultPath?
}

/// What happened to something that was to go into the trash.
package struct TrashResult: Sendable {
  package var entry: TrashEntry
  /// Media that could not be moved and stay where they are, and why.
  ///
  /// The entry itself is complete.
  package var leftovers: [StoreError] = []
  /// The other note beside the same media folder, for whose sake the folder stayed.
  package var twin: VaultPath?
}

/// What came back from the trash.
package struct RestoreResult: Sendable {
  /// Where the file is now: its origin, or that with `-2`, `-3` … when the name was taken.
  package var path: VaultPath
  package var media: VaultPath?
  /// Media that could not be moved; then the entry stays in the trash with them.
  package var leftovers: [StoreError] = []
}
