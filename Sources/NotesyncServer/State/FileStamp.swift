internal import SystemCalls
internal import VaultStore

/// Tells without reading whether a file has changed since it was read.
struct FileStamp: Hashable {
  static let columns = "size, modified, nanoseconds, changed, changed_nanoseconds, inode, seen"

  var size: Int64
  var modified: FileTime
  /// Changes even if a program restores `modified`.
  var changed: FileTime
  var inode: UInt64
  /// When it was read, in seconds since 1970.
  var seen: Int64

  init(_ status: FileStatus, seen: Int64) {
    size = status.size
    modified = status.modified
    changed = status.changed
    inode = status.inode
    self.seen = seen
  }

  /// Nil if the row has none.
  init?(_ row: Row) {
    guard let size: Int64 = row["size"], let seconds: Int64 = row["modified"],
      let nanoseconds: Int32 = row["nanoseconds"], let changed: Int64 = row["changed"],
      let changedNanoseconds: Int32 = row["changed_nanoseconds"],
      let inode: Int64 = row["inode"], let seen: Int64 = row["seen"]
    else { return nil }
    self.size = size
    modified = FileTime(seconds: seconds, nanoseconds: nanoseconds)
    self.changed = FileTime(seconds: changed, nanoseconds: changedNanoseconds)
    self.inode = UInt64(bitPattern: inode)
    self.seen = seen
  }

  /// Whether the file with this status is certainly unchanged.
  ///
  /// A file that changed less than two seconds before it was read may have changed again within the same tick of the
  /// file system's clock.
  func proves(_ status: FileStatus) -> Bool {
    status.kind == .file && size == status.size && modified == status.modified
      && changed == status.changed && inode == status.inode
      && max(modified.seconds, changed.seconds) < seen - 2
  }
}
