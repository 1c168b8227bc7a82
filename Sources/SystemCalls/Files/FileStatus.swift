#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The file system's metadata of a file; of a link itself, not of its target.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case file, folder, link, fifo, socket, device, unknown
  }

  package let kind: Kind
  /// The size of the file in bytes.
  package let size: Int64
  package let modified: FileTime
  /// The last change of content, name or permissions.
  package let changed: FileTime
  package let device: UInt64
  package let inode: UInt64
  /// The lower twelve bits of the mode.
  package let permissions: UInt32
  package let owner: UInt32
  package let group: UInt32

  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

extension FileStatus.Kind: CustomStringConvertible {
  /// With an article, for use in a sentence.
  package var description: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .fifo: "a FIFO"
    case .socket: "a socket"
    case .device: "a device"
    case .unknown: "a special file"
    }
  }
}

extension FileStatus {
  init(_ raw: stat) {
    kind = Kind(mode: UInt32(raw.st_mode))
    size = Int64(raw.st_size)
    device = UInt64(truncatingIfNeeded: raw.st_dev)
    inode = UInt64(raw.st_ino)
    permissions = UInt32(raw.st_mode) & 0o7777
    owner = raw.st_uid
    group = raw.st_gid
    #if canImport(Darwin)
      modified = FileTime(raw.st_mtimespec)
      changed = FileTime(raw.st_ctimespec)
    #else
      modified = FileTime(raw.st_mtim)
      changed = FileTime(raw.st_ctim)
    #endif
  }
}

extension FileStatus.Kind {
  init(mode: UInt32) {
    switch mode & 0o170000 {
    case 0o100000: self = .file
    case 0o040000: self = .folder
    case 0o120000: self = .link
    case 0o010000: self = .fifo
    case 0o140000: self = .socket
    case 0o020000, 0o060000: self = .device
    default: self = .unknown
    }
  }

  /// Nil if the file system does not report the type.
  init?(entryType: UInt8) {
    // The numbers of dirent.h are the upper bits of the mode.
    self.init(mode: UInt32(entryType) << 12)
    if self == .unknown { return nil }
  }
}

/// A time stamp of the file system.
package struct FileTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int64
  /// 0 to 999,999,999.
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int32(truncatingIfNeeded: time.tv_nsec))
  }

  package static func < (a: FileTime, b: FileTime) -> Bool {
    (a.seconds, a.nanoseconds) < (b.seconds, b.nanoseconds)
  }
}

package struct FolderEntry: Hashable, Sendable {
  package let name: [UInt8]
  package let kind: FileStatus.Kind

  package var isHidden: Bool { name.first == UInt8(ascii: ".") }
}
