package import VaultFormat

/// Finds what the links of notes lead to among some notes and files: by their paths or, like Obsidian, by the ends of
/// these.
///
/// The one rule for what shows notes, to the owner or to others. `doctor`, which says why a link leads nowhere, has
/// `LinkResolver`.
package protocol LinkedFiles {
  associatedtype Note
  associatedtype Medium

  func note(at path: VaultPath) -> Note?
  /// The note whose path ends with this one; of several, the one with the smallest path.
  func note(endingWith path: VaultPath) -> Note?
  func medium(at path: VaultPath) -> Medium?
  /// The file whose path ends with this one; of several, the one with the smallest path.
  func medium(endingWith path: VaultPath) -> Medium?
}

/// What a link leads to.
package enum LinkedFile<Note, Medium> {
  case note(Note)
  case medium(Medium)
}

extension LinkedFiles {
  /// - Parameters:
  ///   - paths: of the link, from the note's folder.
  ///   - isEmbed: whether it stands for the file itself, which may then be found by its name.
  ///   - mediaFolder: of the note, where a name is looked for first.
  package func file(
    of link: FileLink, at paths: [VaultPath], isEmbed: Bool, mediaFolder: VaultPath?
  ) -> LinkedFile<Note, Medium>? {
    if let found = file(at: paths) ?? note(named: link).map({ .note($0) }) { return found }
    guard link.isByName || isEmbed else { return nil }
    return medium(named: link, mediaFolder: mediaFolder).map { .medium($0) }
  }

  /// The note that a link leads to, as above; looks for no file by its name.
  package func note(of link: FileLink, at paths: [VaultPath]) -> Note? {
    guard let found = file(at: paths) else { return note(named: link) }
    return if case .note(let note) = found { note } else { nil }
  }

  private func file(at paths: [VaultPath]) -> LinkedFile<Note, Medium>? {
    for path in paths {
      if let note = note(meantBy: path) { return .note(note) }
      if let medium = medium(at: path) { return .medium(medium) }
    }
    return nil
  }

  private func note(meantBy path: VaultPath) -> Note? {
    path.notesMeant.lazy.compactMap { note(at: $0) }.first
  }

  /// Whatever the folder of the note is.
  private func note(named link: FileLink) -> Note? {
    guard link.isByName else { return nil }
    return link.targets(from: nil).lazy.flatMap(\.notesMeant).compactMap { note(endingWith: $0) }
      .first
  }

  /// As Obsidian finds files: by the end of the path, as it is written from the root.
  private func medium(named link: FileLink, mediaFolder: VaultPath?) -> Medium? {
    // A name without an extension can only be that of a note.
    let paths = link.targets(from: nil)
      .filter { !NoteName.isNote($0.bytes[...]) && !$0.fileExtension.isEmpty }
    for path in paths {
      let isNameOnly = path.parent == nil
      if isNameOnly, let own = mediaFolder?.appending(path.name), let medium = medium(at: own) {
        return medium
      }
      if let medium = medium(endingWith: path) { return medium }
    }
    return nil
  }
}

extension VaultPath {
  /// The notes that a path may mean: a link may leave out the extension.
  fileprivate var notesMeant: [VaultPath] {
    if NoteName.isNote(bytes[...]) { return [self] }
    return NoteName.extensions.compactMap { VaultPath(bytes + $0) }
  }
}
