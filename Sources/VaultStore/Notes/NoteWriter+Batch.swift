internal import SystemCalls
package import VaultFormat

/// A new note with files, or files for a note that is there.
package struct NoteAddition: Sendable {
  package enum Target: Sendable {
    case new(NewNote)
    case existing(VaultPath)
  }

  package var target: Target
  /// System paths, absolute or relative to the current folder.
  package var files: [String]

  package init(_ target: Target, files: [String]) {
    self.target = target
    self.files = files
  }
}

/// What became of a `NoteAddition`.
package struct NoteAdditionResult: Sendable {
  /// Nil if the note was not written, since none of its files could be copied or another program took its name.
  package var path: VaultPath?
  /// The paths of the copies.
  package var media: [VaultPath] = []
  /// The files that could not be copied; the others are there.
  package var problems: [StoreError] = []
}

extension NoteWriter {
  /// Writes several notes with their files, and waits for the disk twice for all of them, not several times for each.
  ///
  /// First all content is written under temporary names; when it is on disk, the names follow, each note before its
  /// files. Does not change existing notes. Keeps some descriptors open for each note and file, so a call should have
  /// at most some fifty of them.
  ///
  /// - Throws: a `StoreError` if the disk is full or fails; whole notes and files may be there then, and nothing
  ///   else.
  package func add(_ additions: [NoteAddition]) throws -> [NoteAdditionResult] {
    var prepared: [PreparedNote] = []
    for addition in additions { prepared.append(try prepare(addition)) }
    try sync(prepared, areNamed: false)
    var results: [NoteAdditionResult] = []
    for note in prepared { results.append(try publish(note)) }
    try sync(prepared, areNamed: true)
    return results
  }

  // MARK: - Content

  private func prepare(_ addition: NoteAddition) throws -> PreparedNote {
    let path: VaultPath
    var document: NoteDocument?
    switch addition.target {
    case .existing(let present): path = present
    case .new(let note):
      let made = try note.document(id: note.id ?? note.ownID(zone: zone) ?? makeID(), now: now)
      path = try claimPath(self.path(of: note, made), isSynced: false) { _ in true }
      document = made
    }
    guard let folder = MediaFolder(of: path) else { throw StoreError(path.text, .invalidName) }
    let prepared = PreparedNote(
      path, try MediaNames(vault.folder, folder, isSynced: false),
      hadFolder: document == nil)
    for file in addition.files {
      do throws(StoreError) {
        let source = try MediaSource(opening: file)
        prepared.files.append((source.name, try prepared.names.prepare(source, keepsTime: true)))
      } catch {
        // A full disk would fail for the next file too.
        if error.system?.isOfMachine == true { throw error }
        prepared.problems.append(error)
      }
    }
    if let document, !prepared.files.isEmpty {
      prepared.note = try prepare(document, at: path)
      prepared.text = document.bytes
    }
    return prepared
  }

  private func prepare(
    _ document: NoteDocument, at path: VaultPath
  ) throws(StoreError) -> PreparedFile {
    let folder = try vault.folder.openFolder(path.parent)
    do throws(SystemError) {
      let file = PreparedFile(
        try TemporaryFile(
          in: folder, prefix: VaultLayout.temporaryPrefix, permissions: 0o666))
      try file.temporary.file.writeAll(document.bytes)
      return file
    } catch {
      throw StoreError(path.text, .system(error))
    }
  }

  // MARK: - Names

  private func publish(_ prepared: PreparedNote) throws -> NoteAdditionResult {
    var result = NoteAdditionResult(problems: prepared.problems)
    guard !prepared.files.isEmpty else {
      prepared.removeFolder(in: vault.folder)
      return result
    }
    if let note = prepared.note {
      let isThere = try recording(.text(prepared.path, before: nil, after: prepared.text)) {
        () throws(StoreError) in
        try naming(prepared.path.text) { () throws(SystemError) in
          try note.temporary.publishIfFree(as: Array(prepared.path.name))
        }
      }
      guard isThere else {
        prepared.files = []
        prepared.removeFolder(in: vault.folder)
        result.problems.append(StoreError(prepared.path.text, .taken))
        return result
      }
      vault.folder.onChange()
    }
    result.path = prepared.path
    for (name, file) in prepared.files {
      let media = try prepared.names.publish(file, as: name)
      recordAdded(media)
      result.media.append(media)
    }
    return result
  }

  /// Waits until everything is on disk: at once, or one after the other where the system cannot do that.
  private func sync(_ prepared: [PreparedNote], areNamed: Bool) throws {
    var devices: Set<UInt64> = []
    for note in prepared {
      try naming(note.path.text) { () throws(SystemError) in
        try note.sync(areNamed: areNamed, &devices)
      }
    }
  }
}

/// A note whose content is written under temporary names.
private final class PreparedNote {
  let path: VaultPath
  let names: MediaNames
  private let hadFolder: Bool
  /// Nil for a note that is there.
  var note: PreparedFile?
  /// What a new note consists of.
  var text: [UInt8] = []
  var files: [(name: String, file: PreparedFile)] = []
  var problems: [StoreError] = []

  init(_ path: VaultPath, _ names: MediaNames, hadFolder: Bool) {
    self.path = path
    self.names = names
    self.hadFolder = hadFolder
  }

  /// Removes the media folder that was made for it, if it is empty.
  func removeFolder(in vault: VaultFolder) {
    note = nil
    guard !hadFolder, let folder = MediaFolder(of: path) else { return }
    try? vault.removeFolder(folder.path)
  }

  /// - Parameter devices: file systems that were synced as a whole.
  func sync(areNamed: Bool, _ devices: inout Set<UInt64>) throws(SystemError) {
    for file in [note].compactMap(\.self) + files.map(\.file) {
      try file.sync(areNamed: areNamed, &devices)
    }
  }
}
