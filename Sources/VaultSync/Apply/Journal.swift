package import Git
package import VaultFormat
internal import VaultStore

/// The planned changes of the folder, git's index and the branch, recorded before they begin, so that they can be
/// undone or completed after a crash.
///
/// The branch moves last and in one step: its position shows whether everything was done.
package struct Journal: Hashable, Sendable {
  /// Identifies the device that wrote it; stored outside of the vault.
  ///
  /// A journal that came with a copied vault, or from a stranger, has another one and is never acted on.
  package var deviceKey: String
  /// The full name of the branch.
  package var branch: String
  /// Nil for an unborn branch.
  package var old: ObjectID?
  package var new: ObjectID
  /// For the hidden names of the entries.
  package var tag: UInt32
  /// Missing folders that are made, each before its content.
  package var folders: [VaultPath] = []
  package var entries: [Entry] = []

  /// The progress, in this order.
  package enum Phase: String, Hashable, Sendable {
    /// Hidden files are being written; no other file was touched.
    case writing
    /// All hidden files are on disk, and are moved into place.
    case publishing
    /// All files are in place; git's index is being changed.
    case indexing
    /// Everything was undone; only hidden files may be left.
    case undone
  }

  /// The change of one path.
  package struct Entry: Hashable, Sendable {
    package var path: VaultPath
    /// In the old and the new tree; nil if the tree has no such file.
    package var old: TreeEntry?
    package var new: TreeEntry?
    package var action: Action
    /// Hashes of the folder's bytes: before, if the file exists, and after.
    package var before: ObjectID?
    package var after: ObjectID?
    /// The number of components of the folder where it has its hidden name.
    package var depth: Int
  }

  package enum Action: String, Hashable, Sendable {
    /// The folder stays as it is.
    case none
    /// The new file takes a free name.
    case place
    /// The new file takes the name of the old one, which gets the hidden name.
    case exchange
    /// The old file gets the hidden name.
    case take
  }
}

// MARK: - Hidden names

extension Journal {
  /// The hidden name of an entry.
  func hiddenPath(_ number: Int) -> VaultPath {
    VaultPath(
      in: hiddenFolder(number),
      named: TemporaryNames(tag: tag).name(UInt32(truncatingIfNeeded: number)))
  }

  /// The second hidden name of the old file, on file systems that cannot exchange names.
  func asidePath(_ number: Int) -> VaultPath {
    VaultPath(
      in: hiddenFolder(number),
      named: TemporaryNames(tag: tag).name(UInt32(truncatingIfNeeded: number), suffix: "-old"))
  }

  private func hiddenFolder(_ number: Int) -> VaultPath? {
    let entry = entries[number]
    var folder = entry.path.parent
    var depth = entry.path.componentCount - 1
    while depth > entry.depth, let path = folder {
      folder = path.parent
      depth -= 1
    }
    return folder
  }
}

extension VaultPath {
  var componentCount: Int {
    bytes.reduce(1) { $1 == UInt8(ascii: "/") ? $0 + 1 : $0 }
  }
}
