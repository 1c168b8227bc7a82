package import SystemCalls
package import VaultFormat

/// What git's index held when it was read: the files that the next commit would have, and how each
/// looked when its content was last taken in.
///
/// Entries are in byte order of their paths; where a merge left a conflict, a path has up to three,
/// in order of their stages. The file's bytes are kept and an entry is read from them when it is
/// asked for, so that reading an index costs little more than reading its file.
package struct GitIndex: Sendable {
  /// Of the format: 2, 3 or 4; 0 where there is no index.
  package let version: UInt32
  /// When the file was written; an entry that is not older proves nothing.
  package let modified: FileTime
  /// Of the file.
  let inode: UInt64
  let bytes: [UInt8]
  /// Where the paths are: the file's bytes, but for version 4, which shortens them.
  package let pathBytes: [UInt8]
  package private(set) var records: [Record]
  /// Where in `bytes` the entries end and further parts begin.
  package let entriesEnd: Int
  /// The folder whose entries these are, and from which their paths begin; nil for all of them.
  package private(set) var folder: VaultPath?

  /// Where an entry is; both places were seen to be within the bytes.
  package struct Record {
    /// In `bytes`: of the 62 bytes that every entry has.
    var start: UInt32
    /// Of version 3: sixteen bits more.
    var extendedFlags: UInt16
    package var pathCount: UInt16
    /// In `pathBytes`.
    package var pathStart: UInt32
  }

  /// Of a repository to which nothing was ever added.
  package static let missing = GitIndex(
    version: 0, modified: FileTime(seconds: 0, nanoseconds: 0), inode: 0, bytes: [], pathBytes: [],
    records: [], entriesEnd: 0)

  package var count: Int { records.count }
  package var isEmpty: Bool { records.isEmpty }

  /// Of the entry at a position, which is below `count`; nil for what is no path in a vault.
  package func path(at position: Int) -> VaultPath? {
    withPath(at: position) { VaultPath($0) }
  }

  /// The bytes of a path, without a copy; valid during the call.
  package func withPath<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let record = records[position]
    let start = Int(record.pathStart)
    return try pathBytes.withUnsafeBufferPointer { buffer in
      try body(UnsafeBufferPointer(rebasing: buffer[start..<start + Int(record.pathCount)]))
    }
  }

  /// The entries in a folder and below it, as if the index were that folder's own.
  func part(below folder: VaultPath) -> GitIndex {
    let cut = folder.bytes.count + 1
    var part = self
    part.folder = folder
    part.records = records[positions(below: folder.bytes)].map { record in
      var record = record
      record.pathStart += UInt32(cut)
      record.pathCount -= UInt16(cut)
      return record
    }
    return part
  }

  /// The first position whose path is not before `path` in byte order; `count` after the last.
  package func position(notBefore path: some Sequence<UInt8>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if withPath(at: middle, { $0.lexicographicallyPrecedes(path) }) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// Where the entries of a path are: one, none, or those of a conflict.
  package func positions(of path: VaultPath) -> Range<Int> {
    let start = position(notBefore: path.bytes)
    var end = start
    while end < count, withPath(at: end, { $0.elementsEqual(path.bytes) }) { end += 1 }
    return start..<end
  }

  /// The entry of a path that is in no conflict.
  package func entry(at path: VaultPath) -> Entry? {
    let positions = positions(of: path)
    guard positions.count == 1, case let entry = self[positions.lowerBound], entry.stage == 0
    else { return nil }
    return entry
  }

  /// Whether git has a version of a path; it has none of one that was only announced (`git add -N`).
  package func hasVersion(of path: VaultPath) -> Bool {
    positions(of: path).contains { !self[$0].isIntentToAdd }
  }

  /// Where the entries are whose paths lie in a folder.
  ///
  /// - Parameter folder: the bytes of its path; none of them for the root.
  package func positions(below folder: [UInt8]) -> Range<Int> {
    guard !folder.isEmpty else { return 0..<count }
    // The byte that follows the slash comes after everything in the folder.
    let start = position(notBefore: folder + [UInt8(ascii: "/")])
    return start..<position(notBefore: folder + [UInt8(ascii: "/") + 1])
  }

  /// Where the content of a part behind the entries is in `bytes`; nil where there is none.
  ///
  /// `GitIndexReader` has seen that every part ends within the file.
  func part(named name: String) -> Range<Int>? {
    guard !bytes.isEmpty else { return nil }
    var place = entriesEnd
    let end = bytes.count - ObjectID.byteCount
    while place + 8 <= end {
      let size = bytes.withUnsafeBytes { Int($0.number(at: place + 4)) }
      guard size <= end - place - 8 else { return nil }
      if bytes[place..<place + 4].elementsEqual(name.utf8) { return place + 8..<place + 8 + size }
      place += 8 + size
    }
    return nil
  }

  /// Whether some path has this content; looks at every entry.
  package func holds(_ id: ObjectID) -> Bool { records.indices.contains { self[$0].id == id } }
}

extension GitIndex {
  /// What the index says about one file.
  package struct Entry: Hashable, Sendable {
    package var id: ObjectID
    /// As git keeps it, such as 0o100644.
    package var mode: UInt32
    /// 0; in a conflict 1 for the common ancestor, 2 for ours, 3 for theirs.
    package var stage: Int
    package var modified: FileTime
    package var changed: FileTime
    /// The lower 32 bits of what the system says, as everything that follows.
    package var device: UInt32
    package var inode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var size: UInt32
    /// `git update-index --assume-unchanged`.
    package var isAssumedUnchanged: Bool
    /// The file is not meant to be in the work tree.
    package var skipsWorktree: Bool
    /// `git add --intent-to-add`: the path is known, its content is not; the id is that of nothing.
    package var isIntentToAdd: Bool

    /// Nil for a mode that no file of a tree has.
    package var treeEntry: TreeEntry? {
      FileMode(rawValue: mode).map { TreeEntry(id: id, mode: $0) }
    }
  }

  package subscript(position: Int) -> Entry {
    let record = records[position]
    let start = Int(record.start)
    return bytes.withUnsafeBytes { bytes in
      let field = { (number: Int) in bytes.number(at: start + 4 * number) }
      let flags = bytes.shortNumber(at: start + 60)
      return Entry(
        id: ObjectID(bytes, at: start + 40), mode: field(6), stage: Int(flags >> 12 & 3),
        modified: FileTime(
          seconds: Int64(field(2)), nanoseconds: Int32(truncatingIfNeeded: field(3))),
        changed: FileTime(
          seconds: Int64(field(0)), nanoseconds: Int32(truncatingIfNeeded: field(1))),
        device: field(4), inode: field(5), owner: field(7), group: field(8), size: field(9),
        isAssumedUnchanged: flags & 0x8000 != 0,
        skipsWorktree: record.extendedFlags & 0x4000 != 0,
        isIntentToAdd: record.extendedFlags & 0x2000 != 0)
    }
  }

  /// Whether the time of an entry says that its file was not written since.
  ///
  /// One that is not older than the index proves nothing: the file could have been written once more within the
  /// same tick of the clock ("racily clean" in git's documentation).
  package func isProven(_ entry: Entry) -> Bool { entry.modified < modified }
}

extension GitIndex.Entry {
  /// Whether the system says about a file what it said when the entry was made.
  ///
  /// The device is left out, as git leaves it out: some systems number theirs anew at each start. A
  /// size of 0 that is not that of the content says that the file has to be looked into.
  package func agrees(with status: FileStatus) -> Bool {
    (size != 0 || id == Self.emptyBlob) && FileMode(status)?.rawValue == mode
      && status.modified.fitsIndex == modified
      && status.changed.fitsIndex == changed
      && UInt32(truncatingIfNeeded: status.size) == size
      && UInt32(truncatingIfNeeded: status.inode) == inode
      && status.owner == owner && status.group == group
  }
}

extension GitIndex.Entry {
  private static let emptyBlob = Repository.idOfBlob([])
}

extension FileTime {
  /// As the index keeps it: 32 bits of seconds.
  fileprivate var fitsIndex: FileTime {
    FileTime(
      seconds: Int64(UInt32(truncatingIfNeeded: seconds)), nanoseconds: nanoseconds)
  }
}

extension FileMode {
  /// Nil for what git does not keep.
  package init?(_ status: FileStatus) {
    switch status.kind {
    case .file: self = status.permissions & 0o100 != 0 ? .executable : .file
    case .link: self = .link
    default: return nil
    }
  }
}
