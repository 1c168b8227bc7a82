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
  /// The note that a media file belonged to, or that a note went along with.
  package var note: NoteID?
  /// Its path in the trash: the file, and the media folder of a note, if it was moved too.
  package var file: VaultPath?
  package var media: VaultPath?
}

extension TrashEntry {
  /// The entry with the place to which it comes back: media go to their note, which may have been moved since.
  ///
  /// - Parameter find: the present path of a note; called only if no note is where it was.
  package func following(
    in vault: VaultFolder, _ find: (NoteID) throws -> VaultPath?
  ) throws -> TrashEntry {
    guard what == .media, let note, let folder = origin.parent,
      try MediaFolder.notes(ofFolder: folder).allSatisfy({ try !vault.exists($0) }),
      let path = try find(note), let media = MediaFolder(of: path),
      let moved = media.path.appending(origin.name)
    else { return self }
    var entry = self
    entry.origin = moved
    return entry
  }
}

/// The result of moving something to the trash.
package struct TrashResult: Sendable {
  package var entry: TrashEntry
  /// Errors for media and companions that could not be moved and stay in place.
  ///
  /// The entry itself is complete.
  package var leftovers: [StoreError] = []
  /// The other note with the same media folder, which therefore stayed.
  package var twin: VaultPath?
  /// The entries of what went along with the note.
  package var companions: [TrashEntry] = []
}

/// The result of restoring an entry.
package struct RestoreResult: Sendable {
  /// The path of the file: its origin, or that with `-2`, `-3` … if the name was taken.
  package var path: VaultPath
  package var media: VaultPath?
  /// The entries that came back with it.
  package var companions: [Int] = []
  /// Errors for media and companions that could not be moved; what was not moved stays in the trash.
  package var leftovers: [StoreError] = []
}
