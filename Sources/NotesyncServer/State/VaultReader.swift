internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The vault as one request sees it.
final class VaultReader {
  let vault: Vault
  let zone: TimeZoneRules
  /// Seconds since 1970.
  let now: Int64
  private let threads: Int
  let hashes: MediaHashes

  init(
    _ vault: Vault, zone: TimeZoneRules, now: Int64, threads: Int, hashes: MediaHashes
  ) {
    self.vault = vault
    self.zone = zone
    self.now = now
    self.threads = threads
    self.hashes = hashes
  }

  /// Every note of the vault but those whose front matter cannot be read, by the stored id or that of its path.
  func paths() throws -> [NoteID: VaultPath] {
    let index = try VaultScanner(vault, zone: zone, threads: threads)
      .scan(keepsText: false)
    var paths: [NoteID: VaultPath] = [:]
    paths.reserveCapacity(index.count)
    for position in index.positions where !index[position].flags.contains(.isBroken) {
      paths[index.id(position)] = index.path(position)
    }
    return paths
  }

  /// What the file at `path` says; nil where there is none.
  func read(_ path: VaultPath) throws(StoreError) -> NoteReading? {
    let content: FileContent
    do {
      content = try vault.folder.read(path)
    } catch {
      if error.system?.isMissing == true { return nil }
      throw error
    }
    return NoteReading(content, at: path, in: self)
  }

  /// When the note at `path` was made, in seconds since 1970, as the file and its name tell.
  func created(_ path: VaultPath) -> Int64 {
    (try? vault.note(at: path, zone: zone))?.created.seconds ?? now
  }
}
