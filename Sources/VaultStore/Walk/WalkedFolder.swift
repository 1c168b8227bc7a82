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

/// The names of one folder.
struct SortedFolder {
  /// Each followed by NUL.
  var names: [UInt8] = []
  var entries: [WalkBatch.Entry] = []
  var folders: [WalkedSubfolder] = []

  mutating func append(_ name: UnsafeBufferPointer<UInt8>, _ kind: WalkedKind) {
    entries.append(
      WalkBatch.Entry(
        start: Int32(truncatingIfNeeded: names.count), count: Int32(truncatingIfNeeded: name.count),
        kind: kind))
    names.append(contentsOf: name)
    names.append(0)
  }
}

/// A subfolder to walk.
struct WalkedSubfolder: Sendable {
  var name: [UInt8]
  var isIgnored = false
}

/// One folder of a vault as a walk finds it.
package struct FolderListing: Sendable {
  package let folder: WalkedFolder
  let sorted: SortedFolder

  /// The paths of the subfolders that a walk enters.
  package var subfolders: [VaultPath] { sorted.folders.map { folder.path(of: $0.name) } }

  /// The names of the folder for which `isIncluded` is true.
  package func batch(
    where isIncluded: (UnsafeBufferPointer<UInt8>, WalkedKind) -> Bool
  ) -> WalkBatch {
    let entries = sorted.names.withUnsafeBufferPointer { names in
      sorted.entries.filter { isIncluded($0.name(in: names), $0.kind) }
    }
    return WalkBatch(folder: folder, names: sorted.names, entries: entries[...])
  }
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

  package var count: Int { entries.count }

  /// Calls `body` for each name; the bytes are valid during the call and end with NUL.
  package func forEach(_ body: (UnsafeBufferPointer<UInt8>, WalkedKind) -> Void) {
    names.withUnsafeBufferPointer { names in
      for entry in entries { body(entry.name(in: names), entry.kind) }
    }
  }
}

extension WalkBatch {
  /// One note.
  package init(ofNote name: some Collection<UInt8>, hasMediaFolder: Bool, in folder: WalkedFolder) {
    self.folder = folder
    names = Array(name) + [0]
    entries = [
      Entry(
        start: 0, count: Int32(clamping: name.count), kind: .note(hasMediaFolder: hasMediaFolder))
    ]
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
