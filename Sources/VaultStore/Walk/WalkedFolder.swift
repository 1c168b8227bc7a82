package import SystemCalls
package import VaultFormat

/// A folder of the vault, open until it is finished.
package final class WalkedFolder: Sendable {
  /// Nil for the root.
  package let path: VaultPath?
  package let descriptor: FileDescriptor
  /// The rules of every ignore file from the root down to here.
  let ignore: IgnoreRules
  /// Whether the rules exclude the folder and its content.
  let isIgnored: Bool

  init(
    path: VaultPath?, descriptor: consuming FileDescriptor, ignore: IgnoreRules, isIgnored: Bool
  ) {
    self.path = path
    self.descriptor = descriptor
    self.ignore = ignore
    self.isIgnored = isIgnored
  }

  /// A folder that a walk found before, to read notes of it again; nil if it cannot be opened.
  ///
  /// - Parameter path: nil for the root.
  package convenience init?(opening path: VaultPath?, of vault: VaultFolder) {
    guard let descriptor = try? vault.openFolder(path) else { return nil }
    self.init(path: path, descriptor: descriptor, ignore: IgnoreRules(), isIgnored: false)
  }

  package func path(of name: some Collection<UInt8>) -> VaultPath {
    VaultPath(in: path, named: name)
  }

  /// Whether the rules exclude a file of this name in this folder.
  package func ignores(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    isIgnored || (!ignore.isEmpty && ignore.isIgnored(path(of: name), isFolder: false))
  }

  /// Calls `body` for each name in a subfolder, including hidden ones, with its size in bytes.
  ///
  /// The name's bytes are valid during the call. Links are not followed; only the folder is opened.
  package func forEachEntry(
    ofFolder name: [UInt8],
    _ body: (_ name: UnsafeBufferPointer<UInt8>, _ kind: FileStatus.Kind, _ size: Int64) -> Void
  ) throws(SystemError) {
    let folder = try descriptor.openFolder(name)
    try folder.forEachName { name, kind in
      let size = kind == .file ? (try? folder.status(of: Array(name)))?.size : 0
      body(name, kind, size ?? 0)
    }
  }

  /// The size of a file of this folder in bytes; nil if it was removed.
  package func size(of name: UnsafeBufferPointer<UInt8>) -> Int64? {
    (try? descriptor.status(of: Array(name)))?.size
  }

  /// The status of a name from `WalkBatch.forEach`; of a link itself.
  ///
  /// Nil if it was removed.
  package func status(
    of name: UnsafeBufferPointer<UInt8>
  ) throws(SystemError) -> FileStatus? {
    try descriptor.status(ofTerminated: name)
  }

  /// The kinds of the regular files in the media folder of the note with this stem.
  package func mediaKinds(ofStem stem: [UInt8]) throws(SystemError) -> [MediaKind] {
    let media = try descriptor.openFolder(stem + MediaFolder.ending)
    var kinds: [MediaKind] = []
    try media.forEachName { name, kind in
      guard kind == .file, name.first != UInt8(ascii: ".") else { return }
      let ending = name.lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] }
      kinds.append(MediaKind(fileExtension: ending ?? name[name.endIndex...]))
    }
    return kinds
  }
}

extension FileDescriptor {
  /// The earlier of the creation and modification times of a file in this folder; nil if it was removed.
  package borrowing func creationTime(of name: [UInt8]) -> FileTime? {
    guard let status = try? status(of: name) else { return nil }
    guard let birth = birthTime(of: name) else { return status.modified }
    return min(birth, status.modified)
  }
}
