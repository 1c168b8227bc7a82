package import VaultFormat
package import VaultStore

/// A conflict copy in a vault: the version of a note that a merge kept beside it.
package struct KeptCopy: Hashable, Sendable {
  package var path: VaultPath
  package var id: NoteID
  package var title: String
  /// The id of the note.
  package var noteID: NoteID
  /// Nil where no note bears this id any more.
  package var note: VaultPath?
  /// The device that the version comes from, as the copy says it.
  package var device: String?
  /// When it was last changed.
  package var updated: NoteTime
}

extension VaultScanner {
  /// Every conflict copy, by the path of its note, then by its own; and what could not be read.
  package func keptCopies(
    in vault: Vault, zone: TimeZoneRules
  ) throws -> (copies: [KeptCopy], findings: [LocatedFinding]) {
    var query = NoteQuery()
    query.properties = [PropertyCondition(KnownKey.conflictOf.name, .present)]
    let marked = try scan(query)
    guard marked.count > 0 else { return ([], marked.findings) }
    let all = try scan(keepsText: false)
    var copies: [KeptCopy] = []
    for position in marked.positions {
      let path = marked.path(position)
      let fields = try vault.note(at: path, zone: zone).document.frontMatter?.knownFields
      guard let text = fields?[.conflictOf]?.value.text, let noteID = NoteID(text) else { continue }
      let note = all.notes(withID: text).first { all.id($0) == noteID }
      copies.append(
        KeptCopy(
          path: path, id: marked.id(position), title: marked.title(position), noteID: noteID,
          note: note.map { all.path($0) }, device: fields?[.conflictFrom]?.value.text,
          updated: marked[position].updated))
    }
    copies.sort { ($0.note ?? $0.path, $0.path) < ($1.note ?? $1.path, $1.path) }
    return (copies, marked.findings)
  }
}
