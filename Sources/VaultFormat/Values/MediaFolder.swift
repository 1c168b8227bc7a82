/// The folder beside a note whose regular files are its media: `walk.media/` of `walk.md`.
package struct MediaFolder: Hashable, Sendable {
  package let note: VaultPath
  /// The folder, which need not exist.
  package let path: VaultPath

  package static let ending = Array(".media".utf8)

  /// Nil if `note` ends neither in `.md` nor in `.markdown`.
  package init?(of note: VaultPath) {
    guard NoteName.isNote(note.name), let path = note.replacingName(with: note.stem + Self.ending)
    else { return nil }
    self.note = note
    self.path = path
  }

  /// The note of the other extension, which would have the same media folder.
  package var twin: VaultPath? { Self.notes(ofFolder: path).first { $0 != note } }

  /// The notes that may have this media folder; none if the folder is not named like one.
  package static func notes(ofFolder folder: VaultPath) -> [VaultPath] {
    guard isName(folder.name) else { return [] }
    let stem = folder.name.dropLast(ending.count)
    return NoteName.extensions.compactMap { folder.replacingName(with: stem + $0) }
  }

  /// Whether a folder is named like a media folder, with or without its note.
  package static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
  }

  /// The length of X in a folder's name `X.media`; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    name.length(before: ending)
  }
}
