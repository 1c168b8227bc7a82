internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// A conflict copy in a vault: the version of a file that a merge kept beside it.
package struct ConflictCopyFile: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if the copy has no front matter that marks it: for files that are not notes, and for notes whose front matter
  /// cannot be edited.
  package var id: NoteID?
  /// The id of the note; nil if `id` is.
  package var noteID: NoteID?
  /// The original note or file; nil if it no longer exists.
  package var note: VaultPath?
  /// The device of the version, from the front matter or the name.
  package var device: String?
  /// The time of the last change.
  package var updated: NoteTime

  /// Whether it is identified only by its name, and resolved as a file.
  package var isFile: Bool { noteID == nil }
}

extension VaultScanner {
  /// All conflict copies, sorted by the path of the note and then of the copy, and findings about unreadable files.
  package func conflictCopies() throws -> (copies: [ConflictCopyFile], findings: [LocatedFinding]) {
    var query = NoteQuery()
    query.properties = [PropertyCondition(KnownKey.conflictOf.name, .present)]
    let marked = try scan(query)
    var copies: [ConflictCopyFile] = []
    if marked.count > 0 {
      let all = try scan(keepsText: false)
      for position in marked.positions {
        let path = marked.path(position)
        let fields = try document(path).frontMatter?.knownFields
        guard let text = fields?[.conflictOf]?.value.text, let noteID = NoteID(text) else {
          continue
        }
        let note = all.notes(withID: text).first { all.id($0) == noteID }.map { all.path($0) }
        copies.append(
          ConflictCopyFile(
            path: path, id: marked.id(position), noteID: noteID,
            note: try note ?? noteWithoutID(beside: path),
            device: fields?[.conflictFrom]?.value.text, updated: marked[position].updated))
      }
    }
    copies += try fileCopies(besides: Set(copies.map(\.path)))
    copies.sort { ($0.note ?? $0.path, $0.path) < ($1.note ?? $1.path, $1.path) }
    return (copies, marked.findings)
  }

  /// The note from which the name of a copy derives, if that note has no readable id.
  private func noteWithoutID(beside copy: VaultPath) throws -> VaultPath? {
    guard let note = ConflictCopyName(copy)?.original, try folder.status(note)?.kind == .file,
      try NoteMetadata(of: document(note), zone: zone).id == nil
    else { return nil }
    return note
  }

  /// Copies that are identified only by their names.
  private func fileCopies(besides known: Set<VaultPath>) throws -> [ConflictCopyFile] {
    var copies: [ConflictCopyFile] = []
    for path in possibleCopies() where !known.contains(path) {
      guard let name = ConflictCopyName(path), try !isIndependentNote(path, of: name.original)
      else { continue }
      let isThere = try folder.status(name.original)?.kind == .file
      copies.append(
        ConflictCopyFile(
          path: path, note: isThere ? name.original : nil, device: name.device, updated: name.time))
    }
    return copies
  }

  /// Whether the copy was made an independent note, by removing the keys that mark it.
  ///
  /// Such a note has its own id. A copy of a note that a git filter encodes was never marked, and has the note's id.
  private func isIndependentNote(_ path: VaultPath, of original: VaultPath) throws -> Bool {
    guard MediaFolder(of: path) != nil else { return false }
    let document = try document(path)
    guard document.frontMatter?.field(of: .conflictOf) == nil,
      let id = NoteMetadata(of: document, zone: .utc).id
    else { return false }
    if let note = try? self.document(original), NoteMetadata(of: note, zone: .utc).id == id {
      return false
    }
    return ConflictCopy.canMark(document)
  }

  private func document(_ path: VaultPath) throws -> NoteDocument {
    NoteDocument(try folder.read(path).bytes)
  }

  /// The files with such a name, hidden ones too.
  private func possibleCopies() -> [VaultPath] {
    VaultWalk(folder, threads: threads, scope: .everything(EverythingRules())).run { next in
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
