internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A note that a scan is about to read.
///
/// The name's bytes are valid while its batch is processed.
struct ScannedFile {
  let name: UnsafeBufferPointer<UInt8>
  let folder: WalkedFolder
  let folderIndex: Int32
  let hasMediaFolder: Bool

  var path: VaultPath { folder.path(of: name) }

  /// The name without its extension.
  var stem: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: name[..<(NoteName.stemLength(name) ?? name.count)])
  }

  /// The searchable part of the file name: the stem without a date at its beginning.
  var searchedName: UnsafeBufferPointer<UInt8> {
    let stem = stem
    return UnsafeBufferPointer(rebasing: stem[FileNameDate.length(inStem: stem)...])
  }

  /// The index entry with the data that are known without the front matter.
  ///
  /// Without `created` the date in the file's name counts, then the earlier of birth and last change.
  func note(created: NoteTime?, zone: TimeZoneRules) -> IndexedNote {
    var flags: IndexedNote.Flags = hasMediaFolder ? .hasMediaFolder : []
    if let created = created ?? FileNameDate.time(inStem: stem, zone: zone) {
      return IndexedNote(folder: folderIndex, created: created, flags: flags)
    }
    flags.insert(.createdIsGuessed)
    let guessed = folder.descriptor.creationTime(of: Array(name)).map {
      NoteTime(instant: $0.seconds, zone: zone)
    }
    return IndexedNote(
      folder: folderIndex, created: guessed ?? NoteTime(instant: 0, zone: zone), flags: flags)
  }
}
