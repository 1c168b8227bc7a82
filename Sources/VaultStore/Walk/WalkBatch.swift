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

/// The kind of a name in a folder of a vault (docs/vault-format.md, part V).
package enum WalkedKind: Hashable, Sendable {
  /// A regular file `*.md` or `*.markdown`.
  case note(hasMediaFolder: Bool)
  /// `X.media` beside a note X. It is not walked; its note lists it.
  case mediaFolder
  /// `X.media` without a note X: an ordinary folder, whose notes are listed.
  case orphanMediaFolder
  case folder
  case file
  case link
  /// A FIFO, a socket, a device: never opened.
  case special
  /// A leftover of an interrupted write, or a part of a running one: the only hidden names returned.
  case leftover
  /// In a walk of everything: the `.git` of another repository. It is the only name returned of that folder.
  case repository
}

/// Names of one folder, for one thread.
package struct WalkBatch: Sendable {
  package let folder: WalkedFolder
  /// All names of the folder, each followed by NUL.
  let names: [UInt8]
  let entries: ArraySlice<Entry>

  struct Entry: Sendable {
    var start: Int32
    var count: Int32
    var kind: WalkedKind

    /// The entry's name in `names`, those of its folder.
    func name(in names: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: names[Int(start)..<Int(start + count)])
    }
  }

  /// Calls `body` for each name; the bytes are valid during the call and end with NUL.
  package func forEach(_ body: (UnsafeBufferPointer<UInt8>, WalkedKind) -> Void) {
    names.withUnsafeBufferPointer { names in
      for entry in entries { body(entry.name(in: names), entry.kind) }
    }
  }
}
