#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A refused system call: the number that the system gave and what was being done.
package struct SystemError: Error, Hashable, Sendable {
  package enum Operation: String, Sendable {
    case open, read, write, sync, status, list, create, remove, rename, exchange, link
    case lock, permissions, start, connect
  }

  /// The value of `errno`; numbers that tl does not know are kept as they are.
  package let code: Int32
  package let operation: Operation
  /// What the call was about; nil where it saw one component only, and the caller knows the path.
  package let path: String?

  package init(_ code: Int32, _ operation: Operation, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The error of the call that just failed on this thread.
  init(last operation: Operation, path: String? = nil) {
    self.init(errno, operation, path: path)
  }

  /// The same about a path.
  package func at(_ path: String) -> SystemError { SystemError(code, operation, path: path) }
}

extension SystemError {
  /// As the system would have said it about a name that a look did not find.
  package static func missing(_ operation: Operation) -> SystemError {
    SystemError(ENOENT, operation)
  }

  /// Nothing is there (ENOENT).
  package var isMissing: Bool { code == ENOENT }
  /// The name is taken (EEXIST, or ENOTEMPTY for a folder).
  package var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }
  /// No room: a full disk, a used-up quota, a limit on file size.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
  /// The file system is mounted for reading only.
  package var isReadOnly: Bool { code == EROFS }
  /// Another file would have fared no better: no room, no memory, no more files, a drive that fails or cannot be
  /// written to.
  package var isOfMachine: Bool {
    [ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE, ENOMEM, EIO].contains(code)
  }
  /// The permissions do not allow it.
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// The file system takes no such name: too long, no text, or a character it has another use for.
  package var isNameRefused: Bool { code == ENAMETOOLONG || code == EILSEQ || code == EINVAL }
  /// The two paths are on different file systems.
  package var crossesFileSystems: Bool { code == EXDEV }
  /// In use, such as a folder on which something is mounted.
  package var isBusy: Bool { code == EBUSY }
  /// A component is no folder, or a link where links are refused.
  package var isNoFolderOrLink: Bool { code == ENOTDIR || code == ELOOP || code == EMLINK }
  /// As answers to `fsync` of a folder: the file system cannot do that, ever.
  package var isFolderSyncUnsupported: Bool { isUnsupported || code == EBADF }
  /// The kernel or the file system lacks the call.
  package var isUnsupported: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
}

extension SystemError: CustomStringConvertible {
  /// The path, where it is known, and the reason.
  package var description: String { path.map { "\($0): \(reason)" } ?? reason }

  /// The system's words with a small first letter, such as "no space left on device".
  package var reason: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    let words = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: words, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Repeats `call` while a signal interrupts it; a negative result is thrown as the system's error.
func retrying(
  _ operation: SystemError.Operation, path: String? = nil, _ call: () -> Int32
) throws(SystemError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(last: operation, path: path) }
  }
}
