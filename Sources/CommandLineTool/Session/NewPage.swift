internal import VaultFormat
internal import VaultStore

/// A page that does not exist yet: `FOLDER/SLUG.md` with a title and its keys.
struct NewPage {
  let kind: PageKind
  /// Where new ones are made.
  let folder: String
  var title: String
  var aliases: [String] = []
  /// Keys without a value are left out.
  var keys: [(PageKey, FieldValue?)] = []
  var text = ""

  /// - Throws: a usage error for a title by which it could not be named.
  func write(in vault: OpenVault) throws -> WrittenPage {
    if title.contains("/") || title.hasPrefix("@") || title.contains(where: \.isNewline) {
      throw CommandError(
        "'\(title)' cannot be the name of a \(kind.rawValue): a path has /, a number of a list begins with @",
        hint: "tl set \(folder)/NAME.md title='\(title)' gives it that title later",
        status: .wrongUsage)
    }
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
    let written = try vault.writer().write(note)
    return WrittenPage(path: written.path, id: written.id, document: written.document)
  }
}

/// A page as it was written.
struct WrittenPage {
  let path: VaultPath
  let id: NoteID
  let document: NoteDocument
}
