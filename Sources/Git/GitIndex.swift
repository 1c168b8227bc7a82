package import SystemCalls
package import VaultFormat

/// A snapshot of git's index: the files of the next commit, each with its metadata when its content was recorded.
///
/// Entries are in byte order of their paths; a path in conflict has up to three, in order of their stages. Entries are
/// decoded from the file's bytes on access, so that reading an index costs little more than reading its file.
package struct GitIndex: Sendable {
  /// The version of the format: 2, 3 or 4; 0 if there is no index.
  package let version: UInt32
  /// When the file was written; see `isRacy`.
  package let modified: FileTime
  /// The file's inode.
  let inode: UInt64
  let bytes: [UInt8]
  /// The bytes with the paths: those of the file, except in version 4, which compresses paths.
  package let pathBytes: [UInt8]
  package private(set) var records: [Record]
  /// The offset in `bytes` where the entries end and the extensions begin.
  package let entriesEnd: Int
  /// The folder that the index is limited to, and that its paths are relative to; nil for the whole index.
  package private(set) var folder: VaultPath?

  /// The location of an entry; both offsets are checked.
  package struct Record {
    /// In `bytes`: the offset of the 62 bytes that every entry has.
    var start: UInt32
    var extendedFlags: UInt16
    package var pathCount: UInt16
    /// In `pathBytes`.
    package var pathStart: UInt32
  }

  /// The index of a repository that has none.
  package static let missing = GitIndex(
    version: 0, modified: FileTime(seconds: 0, nanoseconds: 0), inode: 0, bytes: [], pathBytes: [],
    records: [], entriesEnd: 0)

  package var count: Int { records.count }

  /// The path of the entry at a position below `count`; nil if it is not valid in a vault.
  package func path(at position: Int) -> VaultPath? {
    withPath(at: position) { VaultPath($0) }
  }

  /// The bytes of a path, without copying; valid during the call.
  package func withPath<Result>(
    at position: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    let record = records[position]
    let start = Int(record.pathStart)
    return try pathBytes.withUnsafeBufferPointer { buffer in
      try body(UnsafeBufferPointer(rebasing: buffer[start..<start + Int(record.pathCount)]))
    }
  }

  /// The entries in a folder and below it, with paths relative to the folder.
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

  /// The positions of a path's entries: one, none, or those of a conflict.
  package func positions(of path: VaultPath) -> Range<Int> {
    let start = position(notBefore: path.bytes)
    var end = start
    while end < count, withPath(at: end, { $0.elementsEqual(path.bytes) }) { end += 1 }
    return start..<end
  }

  /// The entry of a path; nil if there is none, or a conflict.
  package func entry(at path: VaultPath) -> Entry? {
    let positions = positions(of: path)
    guard positions.count == 1, case let entry = self[positions.lowerBound], entry.stage == 0
    else { return nil }
    return entry
  }

  /// Whether git has a version of a path; it has none of an intent-to-add path (`git add -N`).
  package func hasVersion(of path: VaultPath) -> Bool {
    positions(of: path).contains { !self[$0].isIntentToAdd }
  }

  /// The positions of the entries in a folder and below it.
  ///
  /// - Parameter folder: the bytes of its path; empty for the root.
  package func positions(below folder: [UInt8]) -> Range<Int> {
    guard !folder.isEmpty else { return 0..<count }
    // With the byte after the slash, the path follows everything in the folder.
    let start = position(notBefore: folder + [UInt8(ascii: "/")])
    return start..<position(notBefore: folder + [UInt8(ascii: "/") + 1])
  }

  /// The range in `bytes` of an extension's content; nil if there is none.
  ///
  /// `GitIndexReader` has checked that every extension ends within the file.
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

  /// Whether any path has this content; reads every entry.
  package func holds(_ id: ObjectID) -> Bool { records.indices.contains { self[$0].id == id } }
}

extension GitIndex {
  package struct Entry: Hashable, Sendable {
    package var id: ObjectID
    /// The mode in git's numbers, such as 0o100644.
    package var mode: UInt32
    /// 0; in a conflict 1 for the common ancestor, 2 for ours, 3 for theirs.
    package var stage: Int
    package var modified: FileTime
    package var changed: FileTime
    /// The lower 32 bits of the system's value, like the following fields.
    package var device: UInt32
    package var inode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var size: UInt32
    /// `git update-index --assume-unchanged`.
    package var isAssumedUnchanged: Bool
    /// The file is not meant to be in the work tree.
    package var skipsWorktree: Bool
    /// `git add --intent-to-add`: the path without content; the id is that of an empty blob.
    package var isIntentToAdd: Bool

    /// Nil if the mode is not that of a tree's file.
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

  /// Whether the file may have changed without a change of its metadata (gitfaq(7), "racy git").
  ///
  /// An entry that is not older than the index proves nothing: the file could have been written again within the same
  /// tick of the clock.
  package func isRacy(_ entry: Entry) -> Bool { entry.modified >= modified }
}

extension GitIndex.Entry {
  /// Whether the metadata of a file are those of the entry.
  ///
  /// The device does not count, as in git: some systems renumber devices at each start. Size 0 for content that is not
  /// empty means that the file has to be read.
  package func agrees(with status: FileStatus) -> Bool {
    (size != 0 || id == Self.emptyBlob) && FileMode(status)?.rawValue == mode
      && status.modified.fitsIndex == modified
      && status.changed.fitsIndex == changed
      && UInt32(truncatingIfNeeded: status.size) == size
      && UInt32(truncatingIfNeeded: status.inode) == inode
      && status.owner == owner && status.group == group
  }

  private static let emptyBlob = Repository.idOfBlob([])
}

extension FileTime {
  /// The time with 32 bits of seconds, which the index has for it.
  fileprivate var fitsIndex: FileTime {
    FileTime(
      seconds: Int64(UInt32(truncatingIfNeeded: seconds)), nanoseconds: nanoseconds)
  }
}

extension FileMode {
  /// Nil for a kind that git does not store.
  package init?(_ status: FileStatus) {
    switch status.kind {
    case .file: self = status.permissions & 0o100 != 0 ? .executable : .file
    case .link: self = .link
    default: return nil
    }
  }
}
