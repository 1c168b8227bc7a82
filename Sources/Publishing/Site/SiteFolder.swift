internal import Archives
internal import Cryptography
package import SystemCalls
internal import VaultFormat

/// Why a folder is not written to; nothing was changed.
package enum SiteRefusal: Error, Hashable, Sendable {
  /// It is the vault, in it, or above it.
  case vault(String)
  /// What tl did not write has names that are needed.
  case foreign([String])
  /// Another build writes to it.
  case isBusy(String)
  /// Its manifest cannot be read.
  case manifest(String)
  /// What tl has written there is for others, or is a book where a site shall be, or the other way round.
  case another(String)
}

/// The folder of a site: what tl has written there, and only that, is replaced and removed.
package final class SiteFolder: Sendable {
  /// As it was named.
  package let path: String
  private let folder: FileDescriptor

  private static let temporaryPrefix = Array(".tl-tmp-".utf8)

  /// Makes the folder if it does not exist; locked until the end of the value's lifetime.
  ///
  /// - Parameter vault: the path of the vault, which no site may be in or around; nil for a folder of tl's own.
  /// - Throws: a `SiteRefusal`, a `SystemError`.
  package convenience init(making path: String, besides vault: String?) throws {
    if let vault { try Self.check(path, besides: vault) }
    try SystemPath.makeFolders(path)
    try self.init(path)
    guard try folder.tryLock() else { throw SiteRefusal.isBusy(path) }
    removeLeftovers(in: folder)
  }

  /// An existing folder, to look at.
  package convenience init(opening path: String, besides vault: String) throws {
    try Self.check(path, besides: vault)
    try self.init(path)
  }

  private init(_ path: String) throws {
    self.path = path
    folder = try FileDescriptor(openingFolder: path)
  }

  deinit { folder.unlock() }

  package static func check(_ path: String, besides vault: String) throws {
    // Of a folder that does not exist yet, the nearest one above.
    var known = path
    while SystemPath.resolved(known) == nil, known != SystemPath.parent(of: known) {
      known = SystemPath.parent(of: known)
    }
    let isAbove = known == path && SystemPath.relative(vault, to: path) != nil
    if isAbove || isInside(known, vault) { throw SiteRefusal.vault(path) }
  }

  /// Whether a folder is the vault, or in it.
  package static func isInside(_ folder: String, _ vault: String) -> Bool {
    SystemPath.isSame(folder, vault) || SystemPath.relative(folder, to: vault) != nil
  }

  // MARK: - Looking

  /// That of the last build; empty if there was none.
  package func manifest() throws -> SiteManifest {
    let name = Array(SiteManifest.name.utf8)
    guard let status = try folder.status(of: name) else { return SiteManifest() }
    guard status.kind == .file,
      let bytes = try folder.openFile(name).readAll(expecting: status.size, limit: 1 << 28),
      let manifest = SiteManifest(bytes)
    else { throw SiteRefusal.manifest("\(path)/\(SiteManifest.name)") }
    return manifest
  }

  /// Nil if there is no such file.
  package func status(of path: String) -> FileStatus? {
    let status = try? at(path) { folder, name throws(SystemError) in try folder.status(of: name) }
    guard let status = status ?? nil, status.kind == .file else { return nil }
    return status
  }

  func size(of path: String) -> Int64? { status(of: path)?.size }

  /// A file of the site, open for reading; nil if there is none.
  ///
  /// The caller checks its kind.
  package func open(_ path: String) -> FileDescriptor? {
    let (parent, name) = Self.parts(of: path)
    guard let parent else { return try? folder.openFile(name) }
    guard let inner = try? folder.openFolder(Array(parent.utf8)) else { return nil }
    return try? inner.openFile(name)
  }

  /// The content of a file; nil unless it is what the manifest says, and at most `limit` bytes.
  package func content(
    of path: String, as entry: SiteManifest.Entry, limit: Int
  ) -> [UInt8]? {
    guard size(of: path) == entry.bytes, let file = open(path),
      let bytes = try? file.readAll(expecting: entry.bytes, limit: limit),
      sha256Hex(bytes) == entry.sha256
    else { return nil }
    return bytes
  }

  /// Whose what has a name is.
  enum Owner {
    /// The name is free, or has what the manifest says.
    case tl
    /// Somebody changed the file that tl wrote.
    case editor
    /// tl did not write it; so is all that is behind a link.
    case other
  }

  func owner(of path: String, as entry: SiteManifest.Entry?) throws -> Owner {
    if let parent = Self.parts(of: path).parent,
      let status = try folder.status(of: Array(parent.utf8)), status.kind != .folder
    {
      return .other
    }
    let isFree = try at(path) { folder, name throws(SystemError) in
      try folder.status(of: name) == nil
    }
    if isFree ?? true { return .tl }
    guard let entry, let size = size(of: path) else { return .other }
    guard let hash = entry.sha256 else { return .tl }
    guard size == entry.bytes else { return .editor }
    let present = try at(path) { folder, name throws(SystemError) in
      try sha256Hex(of: folder.openFile(name))
    }
    return present == hash ? .tl : .editor
  }

  // MARK: - Writing

  /// Writes a file under a temporary name, and then puts it in the place of what has its name.
  ///
  /// - Returns: the hash of the content, and its size.
  func write(
    _ path: String, _ body: (borrowing FileDescriptor) throws -> Void
  ) throws -> (sha256: String, bytes: Int64) {
    var temporary = try temporaryFile(for: path)
    try body(temporary.file)
    let hash = try sha256Hex(of: temporary.file)
    let size = try temporary.file.status().size
    try temporary.publish(as: Self.parts(of: path).name)
    return (hash, size)
  }

  func write(_ path: String, _ bytes: [UInt8]) throws -> (sha256: String, bytes: Int64) {
    var temporary = try temporaryFile(for: path)
    try temporary.file.writeAll(bytes)
    try temporary.publish(as: Self.parts(of: path).name)
    return (sha256Hex(bytes), Int64(bytes.count))
  }

  private func temporaryFile(for path: String) throws -> TemporaryFile {
    guard let parent = Self.parts(of: path).parent.map({ Array($0.utf8) }) else {
      return try TemporaryFile(
        in: folder.reopened(), prefix: Self.temporaryPrefix, permissions: 0o666, isRead: true)
    }
    try folder.makeFolderUnlessPresent(parent, permissions: 0o777)
    return try TemporaryFile(
      in: folder.openFolder(parent), prefix: Self.temporaryPrefix, permissions: 0o666,
      isRead: true)
  }

  /// Does nothing if the file does not exist.
  func remove(_ path: String) throws {
    do {
      try at(path) { folder, name throws(SystemError) in try folder.removeFile(name) }
    } catch let error as SystemError where error.isMissing {
      return
    }
  }

  /// Removes folders that have become empty.
  func removeEmptyFolders(of paths: some Sequence<String>) {
    for parent in Set(paths.compactMap { Self.parts(of: $0).parent }) {
      try? folder.removeFolder(Array(parent.utf8))
    }
  }

  func write(_ manifest: SiteManifest) throws {
    let bytes = manifest.text
    // What has not changed keeps its time too.
    if let file = try? folder.openFile(Array(SiteManifest.name.utf8)),
      try file.readAll(expecting: Int64(bytes.count), limit: bytes.count) == bytes
    {
      return
    }
    _ = try write(SiteManifest.name, bytes)
  }

  /// Writes the site as a zip file into an empty one, all of it in a folder of that name.
  package func write(
    _ manifest: SiteManifest, to file: borrowing FileDescriptor, below name: String
  ) throws {
    let archive = ZipWriter(try file.duplicated())
    for path in manifest.files.keys.sorted() + [SiteManifest.name] {
      // Media are compressed already.
      try archive.add(
        "\(name)/\(path)", fileAt: "\(self.path)/\(path)",
        isDeflated: !path.hasPrefix("media/"))
    }
    try archive.finish()
  }

  // MARK: - Parts

  /// Calls `body` with the folder of a file and its name; nil if that is no folder.
  private func at<Result>(
    _ path: String, _ body: (borrowing FileDescriptor, [UInt8]) throws(SystemError) -> Result
  ) throws -> Result? {
    let (parent, name) = Self.parts(of: path)
    guard let parent = parent.map({ Array($0.utf8) }) else { return try body(folder, name) }
    guard try folder.status(of: parent)?.kind == .folder else { return nil }
    return try body(folder.openFolder(parent), name)
  }

  private static func parts(of path: String) -> (parent: String?, name: [UInt8]) {
    guard let slash = path.lastIndex(of: "/") else { return (nil, Array(path.utf8)) }
    return (String(path[..<slash]), Array(path[path.index(after: slash)...].utf8))
  }

  /// Of builds that were ended: the lock shows that none is running.
  private func removeLeftovers(in folder: borrowing FileDescriptor) {
    for entry in (try? folder.entries()) ?? [] {
      if entry.name.starts(with: Self.temporaryPrefix) { try? folder.removeFile(entry.name) }
    }
    for name in ["media", "search"] {
      guard let inner = try? folder.openFolder(Array(name.utf8)) else { continue }
      for entry in (try? inner.entries()) ?? [] where entry.name.starts(with: Self.temporaryPrefix)
      {
        try? inner.removeFile(entry.name)
      }
    }
  }
}
