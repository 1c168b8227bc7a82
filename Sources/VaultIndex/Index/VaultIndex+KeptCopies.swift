internal import SystemCalls
package import VaultFormat
package import VaultStore

extension VaultScanner {
  /// All conflict copies, sorted by the path of the note and then of the copy, and findings about unreadable files.
  package func keptCopies(
    in vault: Vault, zone: TimeZoneRules
  ) throws -> (copies: [KeptCopy], findings: [LocatedFinding]) {
    var query = NoteQuery()
    query.properties = [PropertyCondition(KnownKey.conflictOf.name, .present)]
    let marked = try scan(query)
    var copies: [KeptCopy] = []
    if marked.count > 0 {
      let all = try scan(keepsText: false)
      for position in marked.positions {
        let path = marked.path(position)
        let fields = try vault.note(at: path, zone: zone).document.frontMatter?.knownFields
        guard let text = fields?[.conflictOf]?.value.text, let noteID = NoteID(text) else {
          continue
        }
        let note = all.notes(withID: text).first { all.id($0) == noteID }.map { all.path($0) }
        copies.append(
          KeptCopy(
            path: path, id: marked.id(position), title: marked.title(position), noteID: noteID,
            note: try note ?? noteWithoutID(beside: path, in: vault, zone: zone),
            device: fields?[.conflictFrom]?.value.text, updated: marked[position].updated))
      }
    }
    copies += try fileCopies(besides: Set(copies.map(\.path)), in: vault)
    copies.sort { ($0.note ?? $0.path, $0.path) < ($1.note ?? $1.path, $1.path) }
    return (copies, marked.findings)
  }

  /// The note from which the name of a copy derives, if that note has no readable id.
  private func noteWithoutID(
    beside copy: VaultPath, in vault: Vault, zone: TimeZoneRules
  ) throws -> VaultPath? {
    guard let note = ConflictCopyName(copy)?.original,
      try vault.folder.status(note)?.kind == .file,
      try NoteMetadata(of: vault.note(at: note, zone: zone).document, zone: zone).id == nil
    else { return nil }
    return note
  }

  /// Copies that are identified only by their names.
  private func fileCopies(
    besides known: Set<VaultPath>, in vault: Vault
  ) throws -> [KeptCopy] {
    var copies: [KeptCopy] = []
    for path in possibleCopies() where !known.contains(path) {
      guard let name = ConflictCopyName(path),
        try !isIndependentNote(path, of: name.original, in: vault)
      else { continue }
      let isThere = try vault.folder.status(name.original)?.kind == .file
      copies.append(
        KeptCopy(
          path: path, id: nil, title: String(decoding: path.name, as: UTF8.self), noteID: nil,
          note: isThere ? name.original : nil, device: name.device, updated: name.time))
    }
    return copies
  }

  /// Whether the copy was made an independent note, by removing the keys that mark it.
  ///
  /// Such a note has its own id. A copy of a note that a git filter encodes was never marked, and has the note's id.
  private func isIndependentNote(
    _ path: VaultPath, of original: VaultPath, in vault: Vault
  ) throws -> Bool {
    guard MediaFolder(of: path) != nil else { return false }
    let document = NoteDocument(try vault.folder.read(path).bytes)
    guard document.frontMatter?.knownFields[.conflictOf] == nil,
      let id = NoteMetadata(of: document, zone: .utc).id
    else { return false }
    if let note = try? vault.folder.read(original).bytes,
      NoteMetadata(of: NoteDocument(note), zone: .utc).id == id
    {
      return false
    }
    return ConflictCopy.canMark(document)
  }

  private func possibleCopies() -> [VaultPath] {
    everyFile().run { next in
      var paths: [VaultPath] = []
      while let batch = next() {
        batch.forEach { name, kind in
          guard kind == .file, ConflictCopyName.isPossible(name) else { return }
          paths.append(batch.folder.path(of: name))
        }
      }
      return paths
    }.results.flatMap(\.self)
  }
}
