package import VaultFormat

/// A page that other notes and commands call by a name.
package protocol NamedPage: Sendable {
  var path: VaultPath { get }
  var id: NoteID { get }
  var title: String { get }
  var aliases: [String] { get }
}

extension NamedPage {
  /// The name of its file without the extension.
  package var name: String { String(decoding: path.stem, as: UTF8.self) }

  /// What it can be called by, compared after NFC and case folding.
  package var names: [NameKey] { spelledNames.map { NameKey($0.utf8) } }

  /// The names as they are written.
  package var spelledNames: [String] { [title, name] + aliases }

  /// Its document with another title; the old one stays an alias, by which other notes go on naming it.
  package func retitled(
    _ document: NoteDocument, to new: PageTitle
  ) throws(EditError) -> NoteDocument {
    let changed = try document.setting(document.name(of: .title), to: .text(new.text))
    // Also one that is the name of the file, which may get another one.
    guard NameKey(title.utf8) != NameKey(new.text.utf8) else { return changed }
    return try changed.addingAlias(title)
  }

  /// Whether a word is one of its names, or its id.
  package func isCalled(_ word: String) -> Bool {
    names.contains(NameKey(word.utf8)) || id.text.utf8.elementsEqual(word.utf8)
  }
}
