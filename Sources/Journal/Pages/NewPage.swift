package import VaultFormat
package import VaultStore

/// A page that does not exist yet: `FOLDER/SLUG.md` with a title and its keys.
package struct NewPage: Sendable {
  package let kind: PageKind
  /// Where new ones are made.
  package let folder: String
  package var title: String
  package var aliases: [String] = []
  /// Keys without a value are left out.
  package var keys: [(PageKey, FieldValue?)] = []
  package var text = ""

  package init(kind: PageKind, folder: String, title: String) {
    (self.kind, self.folder, self.title) = (kind, folder, title)
  }

  /// The note to be written.
  ///
  /// - Throws: for a title by which it could not be named.
  package func note() throws(PageTitle.Problem) -> NewNote {
    guard PageTitle.isName(title) else { throw .isNoName(title) }
    var note = NewNote(text: text)
    let slug = Slug.of(title)
    note.stem = "\(folder)/\(slug.isEmpty ? kind.rawValue : slug)"
    note.assignments = [
      FieldAssignment(.kind, .plain(kind.rawValue)), FieldAssignment(.title, .text(title)),
    ]
    if !aliases.isEmpty { note.assignments.append(FieldAssignment(.aliases, .list(aliases))) }
    for case (let key, let value?) in keys {
      note.assignments.append(FieldAssignment(key, value))
    }
    return note
  }
}
