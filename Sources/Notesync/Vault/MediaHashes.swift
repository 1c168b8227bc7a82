internal import Cryptography
package import SystemCalls
package import VaultFormat
package import VaultStore

/// A cache of the SHA-256 of media files.
///
/// An entry is valid while the file's size, inode and times are unchanged; a file changed less than two seconds before
/// it was read is read again. The cache may be lost without harm.
package final class MediaHashes {
  private struct Entry: Hashable {
    var size: Int64
    var inode: UInt64
    var modified: FileTime
    var changed: FileTime
    var sha256: String
    var head: [UInt8]
    /// Seconds since 1970.
    var readAt: Int64

    func holds(for status: FileStatus) -> Bool {
      size == status.size && inode == status.inode && modified == status.modified
        && changed == status.changed && max(modified.seconds, changed.seconds) + 2 < readAt
    }
  }

  private let vault: Vault
  private let now: () -> Int64
  private var entries: [VaultPath: Entry] = [:]
  private var used: Set<VaultPath> = []
  private var isChanged = false

  private static let magic = "tl media hashes 1"

  /// - Parameter now: seconds since 1970.
  package init(_ vault: Vault, now: @escaping () -> Int64) {
    self.vault = vault
    self.now = now
    load()
  }

  /// The hash of a file and its first bytes, `ContentType.headSize` at most.
  package func hash(of path: VaultPath) throws -> (sha256: String, size: Int64, head: [UInt8]) {
    used.insert(path)
    let status = try vault.folder.status(path)
    if let entry = entries[path], let status, entry.holds(for: status) {
      return (entry.sha256, entry.size, entry.head)
    }
    let readAt = now()
    let (sha256, size, head) = try Self.hash(of: FileInput(path, in: vault.folder))
    if let status, status.size == size {
      entries[path] = Entry(
        size: size, inode: status.inode, modified: status.modified, changed: status.changed,
        sha256: sha256, head: head, readAt: readAt)
      isChanged = true
    }
    return (sha256, size, head)
  }

  static func hash(of input: FileInput) throws -> (sha256: String, size: Int64, head: [UInt8]) {
    var hash = SHA256()
    var (size, head): (Int64, [UInt8]) = (0, [])
    while true {
      let bytes = try input.read(1 << 18)
      if size == 0 { head = Array(bytes.prefix(ContentType.headSize)) }
      size += Int64(bytes.count)
      hash.update(bytes)
      if bytes.count < 1 << 18 { return (hash.hex, size, head) }
    }
  }
}

// MARK: - Keeping

extension MediaHashes {
  /// Saves the cache.
  ///
  /// - Parameter forgetsUnused: drops entries that were not used, after a run over all files.
  package func save(forgetsUnused: Bool = true) {
    guard isChanged || forgetsUnused && used.count < entries.count else { return }
    if forgetsUnused { entries = entries.filter { used.contains($0.key) } }
    var text = RecordText()
    text.append("format", Self.magic)
    for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let numbers = [
        "\(entry.size)", "\(entry.inode)", "\(entry.modified.seconds)",
        "\(entry.modified.nanoseconds)", "\(entry.changed.seconds)", "\(entry.changed.nanoseconds)",
        "\(entry.readAt)", entry.sha256, entry.head.hex,
      ]
      text.append("f", Array((numbers.joined(separator: " ") + " ").utf8) + path.bytes)
    }
    // In a read-only vault files are hashed again each time.
    try? vault.folder.makeFolders(NotesyncLayout.folder, permissions: 0o700)
    try? AtomicFileWriter(vault.folder).replaceUnsynced(NotesyncLayout.mediaHashes, text.bytes)
    isChanged = false
  }

  private func load() {
    guard let content = try? vault.folder.read(NotesyncLayout.mediaHashes) else { return }
    let text = RecordText(parsing: content.bytes)
    guard text.text("format") == Self.magic else { return }
    for line in text.lines where line.key == "f" {
      guard let (path, entry) = Self.entry(line.value) else { continue }
      entries[path] = entry
    }
  }

  private static func entry(_ value: [UInt8]) -> (VaultPath, Entry)? {
    let parts = value.split(separator: 0x20, maxSplits: 9, omittingEmptySubsequences: false)
    guard parts.count == 10, let path = VaultPath(parts[9]) else { return nil }
    let words = parts.map { String(decoding: $0, as: UTF8.self) }
    guard let size = Int64(words[0]), let inode = UInt64(words[1]), let modified = Int64(words[2]),
      let modifiedRest = Int32(words[3]), let changed = Int64(words[4]),
      let changedRest = Int32(words[5]), let readAt = Int64(words[6]),
      let head = [UInt8](hex: words[8])
    else { return nil }
    return (
      path,
      Entry(
        size: size, inode: inode, modified: FileTime(seconds: modified, nanoseconds: modifiedRest),
        changed: FileTime(seconds: changed, nanoseconds: changedRest), sha256: words[7], head: head,
        readAt: readAt)
    )
  }
}

extension FileInput {
  /// Opens a file of a vault without following links.
  package convenience init(_ path: VaultPath, in folder: VaultFolder) throws {
    try self.init(folder.openFile(path), path: path.text)
  }
}

/// The paths of notesync's files in a vault.
package enum NotesyncLayout {
  package static let folder = VaultPath(in: VaultLayout.local, named: "notesync".utf8)
  package static let mediaHashes = VaultPath(in: folder, named: "media-hashes".utf8)
  /// For media whose data do not have the declared checksum.
  package static let quarantine = VaultPath(in: folder, named: "damaged".utf8)
}
