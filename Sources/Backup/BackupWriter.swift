internal import Archives
internal import Git
package import SystemCalls
package import VaultFormat
package import VaultStore

/// What a backup holds that was made.
package struct BackupReport: Hashable, Sendable {
  package var files = 0
  /// Of the files, without the history.
  package var bytes: Int64 = 0
  package var historyBytes: Int64 = 0
  package var history: BackupPlan.History
  package var omitted: [BackupPlan.Omitted]
  /// Files that changed each time while they were read: what is in the backup may be a mixture.
  package var inconsistent: [VaultPath] = []
}

/// Writes the archive of a vault, with the same memory for any size.
package struct BackupWriter {
  private let vault: VaultFolder
  private let plan: BackupPlan
  private let progress: (Int) -> Bool
  private let archive: ZipWriter
  private var manifest = BackupManifest()
  private var report: BackupReport

  /// Of a file that other programs keep changing, and of a folder where they keep adding some.
  private static let tries = 3

  /// Writes a backup; the file is not synced.
  ///
  /// - Parameters:
  ///   - file: empty, open for reading and writing. After an error it has a part of the archive.
  ///   - made: the time, RFC 3339.
  ///   - progress: called with numbers of bytes that were read; false ends it.
  /// - Throws: `.interrupted`; errors of the file, or of the repository. What of the vault cannot be read is in the report.
  package static func write(
    _ plan: BackupPlan, of vault: VaultFolder, to file: consuming FileDescriptor, made: String,
    progress: @escaping (Int) -> Bool
  ) throws -> BackupReport {
    var writer = BackupWriter(
      vault: vault, plan: plan, progress: progress, archive: ZipWriter(file),
      report: BackupReport(history: plan.history, omitted: plan.omitted))
    writer.manifest.made = made
    try writer.writeAll()
    return writer.report
  }

  private mutating func writeAll() throws {
    try archive.add(ZipHeader(BackupManifest.readme), Array(Self.readme.utf8))
    try addFolder(nil)
    var (items, seen): ([BackupPlan.Item], Set<VaultPath>) = (plan.items, [])
    // What is new or has another name meanwhile is found by looking again: a moved note would be in it nowhere.
    for _ in 1...Self.tries where !items.isEmpty {
      for item in items where seen.insert(item.path).inserted {
        try item.isFolder ? addFolder(item.path) : addFile(item.path)
      }
      items = try BackupPlan(of: vault, withHistory: false).items.filter { !seen.contains($0.path) }
    }
    if plan.history == .taken { try addHistory() }
    try archive.add(ZipHeader(BackupManifest.name, isDeflated: true), manifest.text)
    try archive.finish()
  }

  /// - Parameter path: nil for the root.
  private mutating func addFolder(_ path: VaultPath?) throws {
    let status: FileStatus
    do {
      status = try vault.openFolder(path).status()
    } catch {
      guard let path, let error = error as? StoreError else { throw error }
      return omit(path, error)
    }
    let header = Self.header(path, status, isFolder: true)
    try archive.add(header, [])
    manifest.entries.append(
      BackupManifest.Entry(
        kind: .folder, name: header.name.dropLast(), permissions: header.permissions,
        modified: status.modified))
  }

  private mutating func addFile(_ path: VaultPath) throws {
    for attempt in 1...Self.tries {
      do {
        let (entry, isWhole) = try add(path, acceptsChanges: attempt == Self.tries)
        if !isWhole { report.inconsistent.append(path) }
        report.files += 1
        report.bytes += entry.size
        return manifest.entries.append(entry)
      } catch is Changed {
        continue
      } catch let error as StoreError {
        return omit(path, error)
      }
    }
    report.omitted.append(BackupPlan.Omitted(path, .unreadable("it became shorter each time")))
  }

  /// The file had another size or time after it was read.
  private struct Changed: Error {}

  /// - Returns: also whether it was the same before and after it was read.
  private func add(
    _ path: VaultPath, acceptsChanges: Bool
  ) throws -> (BackupManifest.Entry, isWhole: Bool) {
    let file = try vault.openFile(path)
    func reading<Value>(_ body: () throws(SystemError) -> Value) throws -> Value {
      do {
        return try body()
      } catch {
        throw StoreError(path.text, .system(error))
      }
    }
    let before = try reading { () throws(SystemError) in try file.status() }
    let header = Self.header(path, before, isFolder: false)
    var isWhole = true
    var copy = HashedCopy(expecting: before.size)
    try archive.add(header, expecting: before.size) { put in
      while copy.rest > 0 {
        let piece = try reading { () throws(SystemError) in
          try file.readChunk(Int(min(copy.rest, HashedCopy.pieceSize)))
        }
        if piece.isEmpty { break }
        try copy.pass(piece, to: put)
        guard progress(piece.count) else { throw BackupError.interrupted }
      }
      let after = try reading { () throws(SystemError) in try file.status() }
      isWhole = after == before
      if copy.rest > 0 || (!isWhole && !acceptsChanges) { throw Changed() }
    }
    let entry = BackupManifest.Entry(
      kind: .file, name: header.name, size: before.size, hash: copy.finish(),
      permissions: header.permissions, modified: before.modified)
    return (entry, isWhole)
  }

  private mutating func addHistory() throws {
    guard let repository = try BackupPlan.repository(of: vault) else { return }
    let references = try repository.bundledReferences()
    if case .branch(let name, _) = try repository.head() { manifest.branch = name }
    manifest.settings = try repository.settingsOfRemotes()
    manifest.marks = repository.marks(without: Set(report.omitted.map(\.path)))
    var size: Int64 = 0
    var copy = HashedCopy()
    try archive.add(ZipHeader(BackupManifest.history), expecting: .max) { put in
      try repository.writeBundle(of: references) { piece in
        size += Int64(piece.count)
        try copy.pass(piece, to: put)
        guard progress(0) else { throw BackupError.interrupted }
      }
    }
    report.historyBytes = size
    manifest.entries.append(
      BackupManifest.Entry(
        kind: .history, name: Array(BackupManifest.history.utf8), size: size,
        hash: copy.finish(), permissions: 0o600,
        modified: FileTime(seconds: 0, nanoseconds: 0)))
  }

  private mutating func omit(_ path: VaultPath, _ error: StoreError) {
    // Removed since the folder was looked at: it does not belong to the vault any more.
    if error.system?.isMissing == true { return }
    report.omitted.append(BackupPlan.Omitted(path, .unreadable("\(error)")))
  }

  private static func header(
    _ path: VaultPath?, _ status: FileStatus, isFolder: Bool
  ) -> ZipHeader {
    let inner = path.map { "/".utf8 + $0.bytes } ?? []
    return ZipHeader(
      BackupManifest.root.utf8 + inner + (isFolder ? [UInt8(ascii: "/")] : []),
      modified: status.modified, permissions: status.permissions & 0o777)
  }

  private static let readme = """
    This is a backup of a timeline of tl, which restores it:

        tl backup restore FILE DIR

    Without tl: the folder vault has all files as they were. Where there is history.bundle, it has the history of git:

        git clone history.bundle DIR

    manifest.tsv has the id of each file as git computes it (git hash-object; of the bundle its SHA-1).

    """
}

/// Copies a file in pieces while its id is computed: git's, the SHA-1 of `blob SIZE`, a null byte and its bytes.
struct HashedCopy {
  /// What fits into a processor's cache.
  static let pieceSize: Int64 = 1 << 17

  /// How many bytes are still expected.
  private(set) var rest: Int64
  private var hash: SHA1

  /// The SHA-1 of bytes whose number is not known beforehand.
  init() {
    rest = 0
    hash = SHA1()
  }

  init(expecting size: Int64) {
    rest = size
    hash = SHA1(of: Array("blob \(size)\0".utf8))
  }

  /// Hashes a large piece on another thread meanwhile.
  mutating func pass(_ piece: [UInt8], to put: ([UInt8]) throws -> Void) throws {
    rest -= Int64(piece.count)
    guard Int64(piece.count) == Self.pieceSize else {
      piece.withUnsafeBytes { hash.update($0) }
      return try put(piece)
    }
    let before = hash
    hash = try ThreadTeam.run(aside: {
      var hash = before
      piece.withUnsafeBytes { hash.update($0) }
      return hash
    }) { try put(piece) }.aside
  }

  /// In hexadecimal digits.
  mutating func finish() -> String { hash.finish().hex }
}

extension Repository {
  /// None if the index cannot be read: git says so, and a backup is worth more.
  fileprivate func marks(without omitted: Set<VaultPath>) -> [BackupManifest.Mark] {
    guard let index = try? readWholeIndex() else { return [] }
    return (0..<index.count).compactMap { position in
      guard let path = index.path(at: position) else { return nil }
      let isOmitted = ([path] + path.foldersAbove).contains { omitted.contains($0) }
      return index[position].flag.map { .init(flag: $0.rawValue, path: path.bytes) }
        ?? (isOmitted ? .init(flag: "", path: path.bytes) : nil)
    }
  }

  /// Where branches are synced to, without passwords and tokens, and which files stay out of the history.
  fileprivate func settingsOfRemotes() throws -> [BackupManifest.Setting] {
    let configuration = try configuration()
    var settings: [BackupManifest.Setting] = []
    var names: Set<String> = []
    for entry in try configuration.entries(of: "remote", key: "url") {
      guard let remote = entry.subsection,
        let address = try? RemoteAddress(entry.value, relativeTo: root)
      else { continue }
      names.insert(remote)
      settings.append(.init(name: "remote.\(remote).url", value: address.withoutSecrets))
    }
    for entry in try configuration.entries(of: "branch") {
      // In the place of a remote's name git takes an address, with its password.
      let isTaken = entry.key == "merge" || (entry.key == "remote" && names.contains(entry.value))
      guard let branch = entry.subsection, isTaken else { continue }
      settings.append(.init(name: "branch.\(branch).\(entry.key)", value: entry.value))
    }
    let exclude = BackupManifest.Setting.exclude
    if let lines = SystemFile.read(commonFolder + exclude), lines.count < 1 << 20 {
      settings.append(.init(name: exclude, value: String(decoding: lines, as: UTF8.self)))
    }
    return settings
  }
}

extension RemoteAddress {
  /// Over http the name may be a token, too.
  fileprivate var withoutSecrets: String {
    guard case .http(let isEncrypted, _, let host, let path) = kind else { return publicText }
    return "\(isEncrypted ? "https" : "http")://\(host)/\(path)"
  }
}
