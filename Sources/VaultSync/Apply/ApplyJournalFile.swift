internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The journal on disk, in `.tl/local/sync/journal`: exists from before the first change of the vault until after the
/// last.
struct ApplyJournalFile {
  let vault: VaultFolder

  enum Reading {
    case none
    case journal(ApplyJournal, ApplyJournal.Phase)
    /// Not in this format, or truncated.
    case damaged
  }

  func read() throws(StoreError) -> Reading {
    let bytes: [UInt8]
    do {
      bytes = try vault.read(VaultLayout.journal).bytes
    } catch {
      guard error.system?.isMissing == true else { throw error }
      return .none
    }
    guard let (journal, phase) = ApplyJournal.parse(bytes) else { return .damaged }
    return .journal(journal, phase)
  }

  /// Returns when it is on disk.
  ///
  /// - Throws: `.taken` if there is one.
  func write(_ journal: ApplyJournal, in phase: ApplyJournal.Phase) throws(StoreError) {
    let bytes = journal.bytes + (phase == .writing ? [] : ApplyJournal.mark(phase))
    guard try AtomicFileWriter(vault).create(VaultLayout.journal, bytes, permissions: 0o600) else {
      throw StoreError(VaultLayout.journal.text, .taken)
    }
  }

  /// Returns when it is on disk.
  func mark(_ phase: ApplyJournal.Phase) throws(StoreError) {
    try vault.append(ApplyJournal.mark(phase), to: VaultLayout.journal)
  }

  /// If a crash of the machine restores it, there is nothing left to do.
  func remove() throws(StoreError) {
    try vault.removeFile(VaultLayout.journal)
  }

  /// Removes temporary files of interrupted runs.
  func removeTemporaries() throws(StoreError) {
    guard try vault.exists(VaultLayout.sync) else { return }
    for item in try vault.list(VaultLayout.sync)
    where item.kind == .file && VaultLayout.isTemporary(name: item.name) {
      try vault.removeFile(VaultPath(in: VaultLayout.sync, named: item.name))
    }
  }

  /// Renames a journal that must not be acted on, for the user to look at.
  func setAside() throws(StoreError) -> VaultPath {
    var number = 1
    while true {
      let path = VaultPath(
        in: VaultLayout.sync, named: "journal-not-used-\(number)".utf8)
      do {
        try vault.move(VaultLayout.journal, to: path)
        return path
      } catch  where error.reason == .taken {
        number += 1
      }
    }
  }
}
