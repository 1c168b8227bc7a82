package import VaultFormat
package import VaultStore

/// Adds received files to the media folder of one note, which is listed only once.
///
/// Made by the receiver that holds the vault's lock, and must not outlive it.
package final class MediaIntake {
  private let vault: VaultFolder
  private let folder: MediaFolder?
  private let note: VaultPath
  private let operation: OperationRecorder?
  private let hash: (VaultPath) throws -> String
  private var names: MediaNames?
  /// The note's files by size, with hashes computed on demand; nil until needed.
  private var files: [Int64: [(path: VaultPath, sha256: String?)]]?

  init(
    _ vault: VaultFolder, note: VaultPath, operation: OperationRecorder?,
    hash: @escaping (VaultPath) throws -> String
  ) {
    self.vault = vault
    self.note = note
    self.operation = operation
    self.hash = hash
    folder = MediaFolder(of: note)
  }

  /// Adds a received file.
  ///
  /// The name is never the sender's path: `asAdded` uses its last component, `byWire` the media's id; the extension is
  /// determined by the bytes. On disk after `sync`.
  ///
  /// - Parameter staged: a copy of it in the vault's file system.
  /// - Returns: nil if the note has a file with these bytes already.
  /// - Throws: a `StoreError`, a `SystemError`; at most an empty folder was made.
  package func add(
    _ media: WireMedia, staged: StagedFile? = nil, naming: NoteReceiver.Naming
  ) throws -> VaultPath? {
    if try hasFile(sha256: media.data.sha256, size: media.data.size) { return nil }
    let name = try NoteReceiver.name(of: media, naming)
    let names = try openNames()
    let path =
      try staged.flatMap { try names.take($0, as: name) }
      ?? names.copy(
        MediaSource(opening: media.data.file), as: name)
    operation?.recordAdded(path, in: vault)
    files?[media.data.size, default: []].append((path, media.data.sha256))
    return path
  }

  /// Writes all added files to disk.
  package func sync() throws(StoreError) { try names?.sync() }

  /// Discards the listing, after a file was removed from the folder.
  package func forget() {
    names = nil
    files = nil
  }

  private func openNames() throws(StoreError) -> MediaNames {
    if let names { return names }
    guard let folder else { throw StoreError(note.text, .invalidName) }
    let opened = try MediaNames(vault, folder)
    names = opened
    return opened
  }

  /// Whether the note's media folder has a file with these bytes.
  private func hasFile(sha256: String, size: Int64) throws -> Bool {
    guard let folder else { return false }
    if files == nil {
      files = Dictionary(
        grouping: try vault.media(in: folder).files.map { ($0.size, $0.path) }, by: \.0
      ).mapValues { $0.map { ($0.1, nil) } }
    }
    for index in files?[size]?.indices ?? 0..<0 {
      guard let file = files?[size]?[index] else { continue }
      let known = try file.sha256 ?? hash(file.path)
      files?[size]?[index].sha256 = known
      if known == sha256 { return true }
    }
    return false
  }
}
