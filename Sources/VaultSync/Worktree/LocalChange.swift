package import Git
package import System
package import VaultFormat
internal import VaultStore

/// A path at which the folder and the last commit differ.
package struct LocalChange: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case added, modified, deleted
  }

  package var path: VaultPath
  package var kind: Kind
  /// What the last commit holds; nil for what is new.
  package var old: TreeEntry?
  /// The file when it was found; nil for what is gone, and where git's index alone counts.
  package var status: FileStatus?
  /// What is to be committed without a look at the folder: links, submodules and files that git was
  /// told not to look for, as somebody staged them.
  package var staged: TreeEntry?
  /// Of what is gone: how the file looked when git last saw it.
  var former: GitIndex.Entry?

  package init(
    path: VaultPath, kind: Kind, old: TreeEntry?, status: FileStatus? = nil,
    staged: TreeEntry? = nil
  ) {
    self.path = path
    self.kind = kind
    self.old = old
    self.status = status
    self.staged = staged
  }

  /// A regular file `*.md` or `*.markdown` that no hidden folder holds.
  ///
  /// Whether it is a note for sure depends on the files beside it and on `.tlignore`.
  package var isNoteByName: Bool { path.isNoteByName }
}

/// A path that a sync leaves as the last commit has it, and why.
package struct LeftOut: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// A symbolic link, or what lies behind one: it is not followed.
    case link
    /// A FIFO, a socket, a device: never opened.
    case special(FileStatus.Kind)
    /// A folder that is a repository of its own.
    case repository
    /// The folder or file cannot be read; nothing in it counts as deleted. The system's words.
    case unreadable(String)
    /// Rules in this file cannot be read, so what is new beside it could be meant to be ignored.
    case unreadableRules(VaultPath)
    /// Git runs a program on the file's content, or turns it into another encoding; its name.
    case needsGit(String)
    /// A filter of this name is to run on the content, and git's settings here do not say which program it is.
    case needsFilter(String)
    /// More bytes than `media.max_size`, or than is ever committed unasked.
    case largeFile(size: Int64, limit: Int64)
    /// The new files of this sync have more bytes than `media.max_sync`.
    case largeSync(size: Int64, limit: Int64)
    /// More bytes than tl takes into memory.
    case tooLarge(limit: Int64)
    /// The deletion waits for an answer.
    case heldDeletion
    /// No note, media or settings, and nobody has let such files through; or somebody said no.
    case otherFile(isAnswered: Bool)
    /// Another path that is left out stands in the way, or the file may be what became of it.
    case waits(on: VaultPath)
    /// Git's marks of an unsettled merge, from this line on.
    case conflictMarkers(line: Int)
    /// No device would let the path in.
    case refusedPath(RefusedPath.Reason)
    /// The path has more bytes than systems take.
    case longPath(limit: Int)
    /// Taken out of commits that were not sent, and not changed since.
    case keptOut
    /// Git refuses the content; its words.
    case refused(String)
    /// Git was told not to look at the file, and another version of it has arrived.
    case marked(GitMark)
  }

  package var path: VaultPath
  package var reason: Reason
  /// Others changed the file too: their version is in git, and is merged with this one when it can be committed.
  package var hasOtherVersion = false

  package init(_ path: VaultPath, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

/// Where the folder and the last commit differ.
package struct WorktreeDifference: Sendable {
  /// The commit compared with; nil before the first one.
  package var head: ObjectID?
  /// Its tree.
  package var tree: ObjectID?
  /// In byte order of their paths, each path once.
  package var changes: [LocalChange] = []
  /// In byte order of their paths.
  package var leftOut: [LeftOut] = []
  /// What git's index says and the folder contradicts, where the folder is as the last commit is.
  package var indexOnly: [IndexChange] = []
  /// Unchanged files of which the index does not know it yet, which costs a look at their content
  /// each time.
  package var stale: [IndexChange] = []
  /// Somebody staged content there that neither the last commit nor the folder has: a sync would
  /// lose it.
  package var stagedOnly: [VaultPath] = []
  /// Paths that a merge left unsettled in git's index.
  package var unmerged: [VaultPath] = []
  /// How many files of the folder git ignores; folders that it ignores count for nothing.
  package var ignoredCount = 0
  /// As it was when the folder was looked at.
  var index = GitIndex.missing
  /// Whether the folder holds files of attributes that the index does not know, be it that git ignores them.
  var hasOwnAttributes = false

  /// The folder is as the last commit is.
  package var isEmpty: Bool {
    changes.isEmpty && stagedOnly.isEmpty && unmerged.isEmpty && leftOut.isEmpty
  }

  /// Writing a large index costs more than a few looks.
  package var deservesRefresh: Bool {
    stale.count >= 64 || stale.contains { $0.status?.size ?? 0 > 1 << 22 }
  }
}
