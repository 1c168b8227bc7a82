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

  /// The paths of all notes except those with unreadable front matter, by stored id or the id of the path.
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

  /// Reads the file at `path`; nil if it does not exist.
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

  /// The creation time of the note at `path`, from the file or its name, in seconds since 1970.
  func created(_ path: VaultPath) -> Int64 {
    (try? vault.note(at: path, zone: zone))?.created.seconds ?? now
  }
}
