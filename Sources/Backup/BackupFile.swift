internal import Archives
package import SystemCalls
internal import VaultFormat
package import VaultStore

/// Where a backup goes: a file that is there whole or not at all, for its owner alone.
package struct BackupFile {
  private let path: String
  private let folder: String
  private let name: [UInt8]
  private let replaces: Bool

  /// Of the file while it is written; beside the place where it will be, so that it can be renamed.
  private static let prefix = "tl-backup-part-"

  /// - Parameter replaces: whether it may exist.
  /// - Throws: `BackupError` if it exists, is a folder, or would be in the vault; a system error if its folder does not exist.
  package init(_ path: String, of vault: VaultFolder, replaces: Bool) throws {
    self.path = path
    folder = try SystemPath.resolving(SystemPath.parent(of: path))
    name = Array((path.split(separator: "/").last ?? "").utf8)
    let root = try SystemPath.resolving(vault.path)
    guard folder != root, !folder.hasPrefix(root + "/") else { throw BackupError.insideVault }
    let there = try FileDescriptor(openingFolder: folder).status(of: name)
    guard there?.kind != .folder, !path.hasSuffix("/") else {
      throw BackupError.isFolder(path: path)
    }
    guard replaces || there == nil else {
      throw BackupError.exists(path: path)
    }
    self.replaces = replaces
  }

  /// Makes a backup, whose size is on disk afterwards.
  ///
  /// - Parameters:
  ///   - recipients: for whom it is encrypted: keys of age or ssh, or files of them; nobody for a plain archive.
  ///   - age: the path of the program.
  ///   - made: the time, RFC 3339.
  /// - Returns: also the size of the file.
  /// - Throws: as `BackupWriter`; the file is as it was before, and nothing is left beside it.
  package func write(
    _ plan: BackupPlan, of vault: VaultFolder, for recipients: [String] = [], age: String? = nil,
    made: String, progress: @escaping (Int) -> Bool
  ) throws -> (report: BackupReport, size: Int64) {
    try Self.keepingSyncsOut(plan, of: vault) {
      try write(plan, vault, recipients, age, made, progress)
    }
  }

  /// Makes a plain backup in `.tl/local`, in a file without a name.
  ///
  /// - Parameter made: the time, RFC 3339.
  /// - Throws: as `BackupWriter`.
  package static func unnamed(
    _ plan: BackupPlan, of vault: VaultFolder, made: String
  ) throws -> FileDescriptor {
    try keepingSyncsOut(plan, of: vault) {
      let file = try vault.scratchFile()
      _ = try BackupWriter.write(plan, of: vault, to: file.duplicated(), made: made) { _ in true }
      return file
    }
  }

  /// A sync meanwhile would make files and history two different states.
  private static func keepingSyncsOut<Result: ~Copyable>(
    _ plan: BackupPlan, of vault: VaultFolder, _ body: () throws -> Result
  ) throws -> Result {
    guard plan.history == .taken else { return try body() }
    let lock = try VaultLock(.sync, of: vault, timeout: .tenSeconds)
    guard try !vault.exists(VaultLayout.journal) else { throw BackupError.unfinishedSync }
    let result = try body()
    lock.release()
    return result
  }

  private func write(
    _ plan: BackupPlan, _ vault: VaultFolder, _ recipients: [String], _ age: String?,
    _ made: String, _ progress: @escaping (Int) -> Bool
  ) throws -> (BackupReport, Int64) {
    Self.removeAbandoned(in: folder)
    var temporary = try TemporaryFile(
      in: FileDescriptor(openingFolder: folder), prefix: Array(Self.prefix.utf8),
      permissions: 0o600, isRead: true)
    // Where locks are not supported, no file counts as abandoned.
    _ = try? temporary.file.tryLock()
    func make(_ file: borrowing FileDescriptor) throws -> BackupReport {
      try BackupWriter.write(
        plan, of: vault, to: file.duplicated(), made: made, progress: progress)
    }
    let report =
      recipients.isEmpty
      ? try make(temporary.file)
      : try AgeProgram(age).encrypt(for: recipients, to: temporary.file, of: vault, make)
    try temporary.file.sync()
    let size = try temporary.file.status().size
    if replaces {
      try temporary.publish(as: name)
    } else if try !temporary.publishIfFree(as: name) {
      throw BackupError.exists(path: path)
    }
    try temporary.folder.syncFolder()
    return (report, size)
  }

  /// Removes what killed processes have left; what cannot be removed only takes up space.
  private static func removeAbandoned(in folder: String) {
    SharedTemporaryFile.removeAbandoned(prefix: prefix, in: SystemFolder(path: folder))
  }
}

/// The program that encrypts and decrypts (age(1)); it may ask for a passphrase at the terminal.
package struct AgeProgram {
  private let path: String

  /// - Parameter path: nil if it is not there.
  /// - Throws: `.noAge` then.
  package init(_ path: String?) throws(BackupError) {
    guard let path else { throw .noAge }
    self.path = path
  }

  /// What an encrypted file begins with.
  static let signature = Array("age-encryption.org/".utf8)

  /// Whether a recipient is a key itself, and not a file of keys.
  package static func isKey(_ recipient: String) -> Bool {
    recipient.hasPrefix("age1") || recipient.hasPrefix("ssh-")
  }

  /// Encrypts what `write` puts into a file without a name in `.tl/local` of a vault: in clear it is nowhere else.
  ///
  /// - Parameters:
  ///   - recipients: keys of age or ssh, or files of them.
  ///   - target: empty; after an error it may have a part.
  /// - Throws: what `write` throws; a `BackupError`.
  package func encrypt<Result>(
    for recipients: [String], to target: borrowing FileDescriptor, of vault: VaultFolder,
    _ write: (borrowing FileDescriptor) throws -> Result
  ) throws -> Result {
    let plain = try vault.scratchFile()
    let result = try write(plain)
    try plain.rewind()
    let options = recipients.flatMap { [Self.isKey($0) ? "-r" : "-R", $0] }
    try run(["--encrypt"] + options, plain, target)
    return result
  }

  fileprivate func decrypt(
    _ source: borrowing FileDescriptor, to target: borrowing FileDescriptor, identity: String
  ) throws {
    try run(["--decrypt", "-i", identity], source, target)
  }

  private func run(
    _ arguments: [String], _ source: borrowing FileDescriptor, _ target: borrowing FileDescriptor
  ) throws {
    let command = ChildCommand(program: path, arguments: arguments, variables: .inherited())
    // Ctrl-C ends age alone: this process has a file to remove.
    let status = try PipedProcess.runInForeground(
      command, input: .file(source.rawValue), output: .file(target.rawValue))
    guard status != Interruption.exitStatus else { throw BackupError.interrupted }
    guard status == 0 else { throw BackupError.age(status: status) }
  }
}

/// A backup that is there, opened.
package struct BackupArchive {
  package let manifest: BackupManifest
  private let archive: ZipReader
  private let stored: [[UInt8]: ZipEntry]

  /// - Parameters:
  ///   - identity: the file of the key, for an encrypted one.
  ///   - scratch: the folder where the plain archive is meanwhile, in a file without a name.
  /// - Throws: `BackupError`, `ArchiveError`, or a system error.
  package init(
    _ path: String, identity: String? = nil, age: String? = nil, scratch: String
  ) throws {
    let file = try FileDescriptor(openingFile: path)
    guard try file.status().kind == .file else { throw BackupError.notABackup }
    let start = try file.readChunk(AgeProgram.signature.count, at: 0)
    if start == AgeProgram.signature {
      archive = try ZipReader(
        Self.decrypted(file, identity: identity, age: age, scratch: scratch))
    } else {
      archive = try ZipReader(file)
    }
    manifest = try BackupManifest(of: archive)
    stored = Dictionary(uniqueKeysWithValues: archive.entries.map { ($0.name, $0) })
  }

  private static func decrypted(
    _ file: borrowing FileDescriptor, identity: String?, age: String?, scratch: String
  ) throws -> FileDescriptor {
    guard let identity else { throw BackupError.encrypted }
    let age = try AgeProgram(age)
    try SystemPath.makeFolders(scratch)
    let plain = try FileDescriptor(openingFolder: scratch).nameless()
    try age.decrypt(file, to: plain, identity: identity)
    return plain
  }

  /// Reads every byte and compares it with what was backed up.
  ///
  /// - Parameter progress: called with numbers of bytes; false ends it.
  /// - Throws: `.changed` or an `ArchiveError` for the first file that is not what it was; `.interrupted`.
  package func check(progress: (Int) -> Bool) throws {
    for entry in manifest.entries where entry.kind != .folder {
      try read(entry, progress: progress) { _ in }
    }
  }

  /// Passes the bytes of a file to `body`; what is wrong may be found only after them.
  func read(
    _ entry: BackupManifest.Entry, progress: (Int) -> Bool, _ body: ([UInt8]) throws -> Void
  ) throws {
    guard let stored = stored[entry.name] else { throw BackupError.otherEntries }
    // Of the bundle the size was not known when its hash was begun.
    var copy = entry.kind == .file ? HashedCopy(expecting: entry.size) : HashedCopy()
    try archive.read(stored) { piece in
      try copy.pass(piece, to: body)
      guard progress(piece.count) else { throw BackupError.interrupted }
    }
    guard copy.finish() == entry.hash else {
      throw BackupError.changed(name: String(decoding: entry.name, as: UTF8.self))
    }
  }
}

extension VaultFolder {
  /// Makes a file without a name in `.tl/local`.
  fileprivate func scratchFile() throws -> FileDescriptor {
    try makeFolders(VaultLayout.local)
    return try openFolder(VaultLayout.local).nameless()
  }
}

extension FileDescriptor {
  /// Makes a file in this folder, for its owner alone, that loses its name at once: whatever ends this process, it goes
  /// with its descriptor.
  fileprivate consuming func nameless() throws(SystemError) -> FileDescriptor {
    let file = try TemporaryFile(
      in: self, prefix: Array(".tl-tmp-".utf8), permissions: 0o600, isRead: true)
    return try file.file.duplicated()
  }
}
