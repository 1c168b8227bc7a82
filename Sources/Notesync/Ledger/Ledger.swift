internal import SystemCalls
package import VaultFormat

/// What one account's server has acknowledged, in a file that only grows until it is written anew.
///
/// What differs from the vault is what waits. Records are appended and brought to the disk before `commit` returns; a
/// crash leaves all of a commit's records or the first of them, each whole. A note that was acknowledged without
/// that being written down is sent once more with the id that was written down before, and the server knows it
/// again.
package final class Ledger {
  private let path: String
  private var notes: [NoteID: Acknowledgement] = [:]
  private var pending: [NoteID: [PendingOperation]] = [:]
  private var removed: [NoteID: Set<String>] = [:]
  private var setAside: [NoteID: SetAsideNote] = [:]
  /// Records that are not in the file yet.
  private var unwritten: [LedgerRecord] = []
  private var lineCount = 0

  private static let header = Array("tl notesync ledger 2\n".utf8)
  // Read, and written anew as the one above. Both have the same length.
  private static let formerHeader = Array("tl notesync ledger 1\n".utf8)

  /// Opens the ledger in a folder, which is made where it is missing.
  ///
  /// What a crash left of a line at the end is cut off. Nobody else may have it open.
  ///
  /// - Parameter folder: absolute.
  /// - Throws: a `SystemError`; `LedgerError` for a file that is none or of a newer tl.
  package init(in folder: String) throws {
    try SystemPath.makeFolders(folder, permissions: 0o700)
    path = folder + "/ledger"
    try load()
    if lineCount > 2 * liveCount + 1_000 { try rewrite() }
  }

  /// The ledger as it is at this moment, to look at: nothing is written, and another process may go on writing.
  ///
  /// Empty where there is none.
  ///
  /// - Throws: as the other one does.
  package init(readingIn folder: String) throws {
    path = folder + "/ledger"
    guard let bytes = try contents() else { return }
    try checkHeader(of: bytes)
    _ = bytes.withUnsafeBufferPointer { read($0) }
  }

  /// Ids of all notes that the server is known to have, or to have had.
  package var ids: [NoteID] { Array(notes.keys) }

  package subscript(id: NoteID) -> Acknowledgement? { notes[id] }

  /// Operations on a note whose results are not known, oldest first.
  package func pendingOperations(on id: NoteID) -> [PendingOperation] { pending[id] ?? [] }

  /// Checksums of media that were removed from the note here, while the server keeps them for ever.
  package func removedMedia(of id: NoteID) -> Set<String> { removed[id] ?? [] }

  package func setAside(_ id: NoteID) -> SetAsideNote? { setAside[id] }

  /// Notes that the server is known to have.
  package var liveNoteCount: Int { notes.values.count { !$0.isDeleted && $0.contentHash != nil } }

  /// With those of which nothing is known but that it had them.
  var undeletedCount: Int { notes.values.count { !$0.isDeleted } }
}

/// A ledger that cannot be read.
package enum LedgerError: Error, Hashable, Sendable {
  case notALedger(path: String)
}

// MARK: - Changing

extension Ledger {
  /// What the server has of a note; pending operations on it are settled, and where it is something else than
  /// before, so is that the note was set aside.
  package func acknowledge(_ id: NoteID, _ note: Acknowledgement) {
    guard notes[id] != note || pending[id] != nil else { return }
    record(.note(id: id, note))
  }

  package func willSend(_ operation: PendingOperation) {
    guard pending[operation.noteID]?.contains(operation) != true else { return }
    record(.pending(operation))
  }

  /// The note is in another place now.
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

  package func setAside(_ id: NoteID, _ reason: SetAsideNote) {
    guard setAside[id] != reason else { return }
    record(.setAside(noteID: id, reason))
  }

  /// Forgets what was acknowledged, so that everything waits again; not when, for what is sent has to be later.
  package func forgetAcknowledgements() {
    record(.forget)
  }

  /// Brings what was recorded since the last time to the disk.
  ///
  /// - Throws: a `SystemError`; the records count here, and are tried again with the next commit.
  package func commit() throws {
    guard !unwritten.isEmpty else { return }
    let output = try FileOutput(appendingTo: path)
    let size = try FileInput(path).size
    do {
      try output.write(unwritten.flatMap(\.line))
      try output.sync()
    } catch {
      // Half a line in the middle of the file would be damage.
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
      // A refusal was about what the server had and got.
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
      throw LedgerError.notALedger(path: path)
    }
  }

  /// Nil where there is no file yet.
  private func contents() throws -> [UInt8]? {
    do {
      return try FileInput.contents(of: path, limit: 1 << 30) ?? []
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// A line that is not whole is left out: each record stands for itself, and what is missing is sent once more.
  ///
  /// - Returns: where the last line ends, and whether all were whole.
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

  /// Writes the file anew with what counts.
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
