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

  package func path(of name: some Collection<UInt8>) -> VaultPath {
    VaultPath(in: path, named: name)
  }

  /// Whether the rules exclude a file of this name in this folder.
  package func ignores(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    isIgnored || (!ignore.isEmpty && ignore.isIgnored(path(of: name), isFolder: false))
  }
}
