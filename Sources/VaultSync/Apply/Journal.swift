package import Git
package import VaultFormat
internal import VaultStore

/// What is about to be done to the folder, git's index and the branch, written down before it
/// begins, so that after a crash it can be taken back or tidied up.
///
/// The branch moves last and in one step: where it stands tells whether all was done.
package struct Journal: Hashable, Sendable {
  /// Of the device that wrote it, kept outside of the vault.
  ///
  /// A journal that came with a copied vault, or from a stranger, has another one and is never acted on.
  package var deviceKey: String
  /// The full name of the branch.
  package var branch: String
  /// Nil for a branch without a commit.
  package var old: ObjectID?
  package var new: ObjectID
  /// For the hidden names of the entries.
  package var tag: UInt32
  /// Folders that were missing and are made; in order, each before what is in it.
  package var folders: [VaultPath] = []
  package var entries: [Entry] = []

  /// How far the work has come; marks follow each other in this order.
  package enum Phase: String, Hashable, Sendable {
    /// Hidden files are being written; nothing that has a name of its own was touched.
    case writing
    /// All hidden files are whole and on the disk, and take their places.
    case publishing
    /// All files are in their places; git's index is being changed.
    case indexing
    /// Everything was taken back; only hidden files may be left.
    case undone
  }

  /// What becomes of one path.
  package struct Entry: Hashable, Sendable {
    package var path: VaultPath
    /// In the tree before and after; nil where the tree has no such file.
    package var old: TreeEntry?
    package var new: TreeEntry?
    package var action: Action
    /// The bytes in the folder, hashed as they are: before, where the file is there, and after.
    package var before: ObjectID?
    package var after: ObjectID?
    /// How many components of the path lead to the folder in which it has its hidden name.
    package var depth: Int
  }

  package enum Action: String, Hashable, Sendable {
    /// The folder is left as it is.
    case none
    /// The new file takes a name that is free.
    case place
    /// The new file takes the name of the present one, which gets the hidden name.
    case exchange
    /// The present file gets the hidden name.
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

  /// Where the present file waits on file systems that cannot exchange two names.
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
