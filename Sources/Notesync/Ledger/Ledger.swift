internal import SystemCalls
package import VaultFormat

/// What one account's server has acknowledged, in a file that is appended to until it is rewritten.
///
/// Differences from the vault have to be sent. Records are on disk when `commit` returns; after a crash the file has
/// all records of a commit or only the first ones, each complete. A note whose acknowledgement was not recorded is sent
/// again with the operation id that was recorded before, and the server recognizes it.
package final class Ledger {
  private let path: String
  private var notes: [NoteID: Acknowledgement] = [:]
  private var pending: [NoteID: [PendingOperation]] = [:]
  private var removed: [NoteID: Set<String>] = [:]
  private var setAside: [NoteID: RefusedNote] = [:]
  /// Records that are not yet in the file.
  private var unwritten: [LedgerRecord] = []
  private var lineCount = 0

  private static let header = Array("tl notesync ledger 2\n".utf8)
  // Still read, and rewritten with the header above. Both have the same length.
  private static let formerHeader = Array("tl notesync ledger 1\n".utf8)

  /// Opens the ledger in a folder, which is made if missing.
  ///
  /// Truncates an incomplete last line after a crash. No other process may have it open.
  ///
  /// - Parameter folder: absolute.
  /// - Throws: a `SystemError`; `NotesyncError.disk` if the file is not a ledger or from a newer tl.
  package init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    path = folder + "/ledger"
    try load()
    if lineCount > 2 * liveCount + 1_000 { try rewrite() }
  }

  /// Opens the ledger for reading only; another process may be writing it.
  ///
  /// Empty if the file does not exist.
  ///
  /// - Throws: as `init(in:)`.
  package init(readingIn folder: String) throws {
    path = folder + "/ledger"
    guard let bytes = try contents() else { return }
    try checkHeader(of: bytes)
    _ = bytes.withUnsafeBufferPointer { read($0) }
  }

  /// The ids of all notes that the server is known to have or to have had.
  package var ids: [NoteID] { Array(notes.keys) }

  package subscript(id: NoteID) -> Acknowledgement? { notes[id] }

  /// Operations on a note whose results are unknown, oldest first.
  package func pendingOperations(on id: NoteID) -> [PendingOperation] { pending[id] ?? [] }

  /// Checksums of media that were removed from the note here; the server keeps them for ever.
  package func removedMedia(of id: NoteID) -> Set<String> { removed[id] ?? [] }

  package func setAside(_ id: NoteID) -> RefusedNote? { setAside[id] }

  /// The number of notes that the server is known to have.
  package var liveNoteCount: Int { notes.values.count { !$0.isDeleted && $0.contentHash != nil } }

  /// Includes notes of which it is only known that the server had them.
  var undeletedCount: Int { notes.values.count { !$0.isDeleted } }
}

// MARK: - Changing

extension Ledger {
  /// Records the server's version of a note, which settles pending operations on it; a different version also ends its
  /// being set aside.
  package func acknowledge(_ id: NoteID, _ note: Acknowledgement) {
    guard notes[id] != note || pending[id] != nil else { return }
    record(.note(id: id, note))
  }

  package func willSend(_ operation: PendingOperation) {
    guard pending[operation.noteID]?.contains(operation) != true else { return }
    record(.pending(operation))
  }

  package func move(_ id: NoteID, to path: VaultPath) {
    guard let note = notes[id], note.path != path else { return }
    record(.moved(noteID: id, path: path))
  }

  package func remove(media checksum: String, of id: NoteID) {
    guard removed[id]?.contains(checksum) != true else { return }
    record(.removed(noteID: id, checksum: checksum))
  }

  package func regain(media checksum: String, of id: NoteID) {
    guard removed[id]?.contains(checksum) == true else { return }
    record(.regained(noteID: id, checksum: checksum))
  }

  package func setAside(_ id: NoteID, _ reason: RefusedNote) {
    guard setAside[id] != reason else { return }
    record(.setAside(noteID: id, reason))
  }

  /// Forgets all acknowledged content, so that everything is sent again; times stay, since new ones have to be later.
  package func forgetAcknowledgements() {
    record(.forget)
  }

  /// Writes the records since the last commit to disk.
  ///
  /// - Throws: a `SystemError`; the records stay in memory, and the next commit tries again.
  package func commit() throws {
    guard !unwritten.isEmpty else { return }
    let output = try FileOutput(appendingTo: path)
    let size = try FileInput(path).size
    do {
      try output.write(unwritten.flatMap(\.line))
      try output.sync()
    } catch {
      // An incomplete line in the middle of the file would be damage.
      try? output.truncate(to: size)
      throw error
    }
    lineCount += unwritten.count
    unwritten = []
  }

  private func record(_ record: LedgerRecord) {
    apply(record)
    unwritten.append(record)
  }

  private func apply(_ record: LedgerRecord) {
    switch record {
    case .note(let id, let note):
      // A refusal applied to the former versions.
      if notes[id].map({ !$0.hasSameContent(as: note) }) ?? true { setAside[id] = nil }
      notes[id] = note
      pending[id] = nil
    case .pending(let operation): pending[operation.noteID, default: []].append(operation)
    case .moved(let id, let path): notes[id]?.path = path
    case .removed(let id, let checksum): removed[id, default: []].insert(checksum)
    case .regained(let id, let checksum):
      removed[id]?.remove(checksum)
      if removed[id]?.isEmpty == true { removed[id] = nil }
    case .setAside(let id, let reason):
      setAside[id] = reason
      pending[id] = nil
    case .forget: forget()
    }
  }

  private func forget() {
    for (id, note) in notes where !note.isDeleted {
      notes[id]?.forgetContent()
    }
    pending = [:]
    setAside = [:]
  }
}

// MARK: - The file

extension Ledger {
  private var liveCount: Int {
    notes.count + pending.values.reduce(0) { $0 + $1.count }
      + removed.values.reduce(0) { $0 + $1.count } + setAside.count
  }

  private func load() throws {
    guard let bytes = try contents() else {
      return try PrivateFile(path).write(Self.header)
    }
    try checkHeader(of: bytes)
    let (end, isWhole) = bytes.withUnsafeBufferPointer { read($0) }
    if !isWhole || bytes.starts(with: Self.formerHeader) {
      try rewrite()
    } else if end < bytes.count {
      try FileOutput(appendingTo: path).truncate(to: Int64(end))
    }
  }

  private func checkHeader(of bytes: [UInt8]) throws {
    guard bytes.starts(with: Self.header) || bytes.starts(with: Self.formerHeader) else {
      throw NotesyncError.disk(path: path, "is not a ledger that this version of tl can read")
    }
  }

  /// Nil if the file does not exist yet.
  private func contents() throws -> [UInt8]? {
    do {
      return try FileInput.contents(of: path, limit: 1 << 30) ?? []
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// An incomplete line is skipped: records are independent, and missing ones only cause a resend.
  ///
  /// - Returns: the end of the last line, and whether all lines were complete.
  private func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, isWhole: Bool) {
    var (start, isWhole) = (Self.header.count, true)
    while start < bytes.count, let feed = bytes[start...].firstIndex(of: 0x0A) {
      if let record = LedgerRecord(line: bytes[start..<feed]) {
        apply(record)
        lineCount += 1
      } else {
        isWhole = false
      }
      start = feed + 1
    }
    return (start, isWhole)
  }

  /// Rewrites the file with the current state.
  private func rewrite() throws {
    var records = notes.map { LedgerRecord.note(id: $0, $1) }
    records += pending.values.flatMap { $0 }.map { .pending($0) }
    for (id, checksums) in removed {
      records += checksums.map { .removed(noteID: id, checksum: $0) }
    }
    records += setAside.map { .setAside(noteID: $0, $1) }
    try PrivateFile(path).write(Self.header + records.flatMap(\.line))
    lineCount = records.count
    unwritten = []
  }
}
