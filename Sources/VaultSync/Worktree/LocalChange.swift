package import Git
package import SystemCalls
package import VaultFormat
internal import VaultStore

/// A path at which the folder and the last commit differ.
package struct LocalChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case added, modified, deleted
  }

  package var path: VaultPath
  package var kind: Kind
  /// The last commit's entry; nil for a new file.
  package var old: TreeEntry?
  /// The file when it was found; nil for a deleted file, and if only git's index counts.
  package var status: FileStatus?
  /// The entry to commit without reading the folder: staged links, submodules and files that git was told to ignore.
  package var staged: TreeEntry?
  /// For a deleted file: its last entry in git's index.
  var former: GitIndex.Entry?

  /// A regular file `*.md` or `*.markdown` outside of hidden folders.
  ///
  /// Whether it is really a note depends on the files beside it and on `.tlignore`.
  package var isNoteByName: Bool { path.isNoteByName }
}

/// A path that a sync leaves as in the last commit, and why.
package struct SkippedPath: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A symbolic link, or something behind one, which is not followed.
    case link
    /// A FIFO, a socket, a device: never opened.
    case special(FileStatus.Kind)
    /// A folder with its own repository.
    case repository
    /// An unreadable folder or file, with the system's message; nothing in it counts as deleted.
    case unreadable(String)
    /// The ignore rules of this file cannot be read, so new files beside it might be ignored.
    case unreadableRules(VaultPath)
    /// The file has this filter program or encoding, and the git program is missing.
    case needsGit(String)
    /// The file has this filter, and git's settings here name no program for it.
    case needsFilter(String)
    /// More bytes than `media.max_size`, or than is ever committed without asking.
    case largeFile(size: Int64, limit: Int64)
    /// The new files of this sync have more bytes than `media.max_sync`.
    case largeSync(size: Int64, limit: Int64)
    /// More bytes than tl reads into memory.
    case tooLarge(limit: Int64)
    /// The deletion waits for an answer.
    case heldDeletion
    /// Not a note, media or settings, and not allowed yet, or refused.
    case otherFile(isAnswered: Bool)
    /// Another path that is left out has a conflicting name, or may be the moved file.
    case blocked(by: VaultPath)
    /// Git's conflict markers, from this line on.
    case conflictMarkers(line: Int)
    /// No device would accept the path.
    case refusedPath(RefusedPath.Reason)
    /// The path has more bytes than systems allow.
    case longPath(limit: Int)
    /// Removed from unsent commits, and unchanged since.
    case excluded
    /// Git refuses the content, with its message.
    case refused(String)
    /// Git was told to ignore the file, and another version of it has arrived.
    case flagged(IndexFlag)
  }

  package var path: VaultPath
  package var reason: Reason
  /// Whether others changed the file too: their version is in git, and is merged with this one when it can be
  /// committed.
  package var hasOtherVersion = false

  package init(_ path: VaultPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

/// The difference between the folder and the last commit.
package struct WorktreeDifference: Sendable {
  /// The commit; nil before the first one.
  package var head: ObjectID?
  package var tree: ObjectID?
  /// In byte order of the paths, each path once.
  package var changes: [LocalChange] = []
  /// In byte order of the paths.
  package var skipped: [SkippedPath] = []
  /// Entries of git's index that differ from the folder, although the folder equals the last commit.
  package var indexOnly: [IndexChange] = []
  /// Unchanged files that the index does not know to be unchanged, so that they are read each time.
  package var stale: [IndexChange] = []
  /// Paths with staged content that neither the last commit nor the folder has: a sync would lose it.
  package var stagedOnly: [VaultPath] = []
  /// Unmerged paths of git's index.
  package var unmerged: [VaultPath] = []
  var index = GitIndex.missing
  /// Whether the folder has attribute files that the index lacks, even ignored ones.
  var hasOwnAttributes = false

  /// Writing a large index costs more than reading a few files.
  package var needsRefresh: Bool {
    stale.count >= 64 || stale.contains { $0.status?.size ?? 0 > 1 << 22 }
  }
}
