#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A refused system call: the number that the system gave and what was being done.
///
/// The path is in the `StoreError` around it, because a call sees only the last component.
package struct SystemError: Error, Hashable, Sendable {
  package enum Operation: String, Sendable {
    case open, read, write, sync, status, list, create, remove, rename, exchange, link
    case lock, permissions
  }

  /// The value of `errno`; numbers that tl does not know are kept as they are.
  package let code: Int32
  package let operation: Operation

  package init(_ code: Int32, _ operation: Operation) {
    self.code = code
    self.operation = operation
  }

  /// The error of the call that just failed on this thread.
  init(last operation: Operation) {
    self.init(errno, operation)
  }
}

extension SystemError {
  /// As the system would have said it about a name that a look did not find.
  static func missing(_ operation: Operation) -> SystemError { SystemError(ENOENT, operation) }

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
  var isBusy: Bool { code == EBUSY }
  /// A name cannot move from one file system to another.
  var isOtherFileSystem: Bool { code == EXDEV }
  /// A component is no folder, or a link where links are refused.
  var isNoFolderOrLink: Bool { code == ENOTDIR || code == ELOOP || code == EMLINK }
  /// As answers to `fsync` of a folder: the file system cannot do that, ever.
  package var isFolderSyncUnsupported: Bool { isUnsupported || code == EBADF }
  /// The kernel or the file system lacks the call.
  var isUnsupported: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
}

extension SystemError: CustomStringConvertible {
  /// The system's words with a small first letter, such as "no space left on device".
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    let words = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: words, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Repeats `call` while a signal interrupts it; a negative result is thrown as the system's error.
func retrying(
  _ operation: SystemError.Operation, _ call: () -> Int32
) throws(SystemError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(last: operation) }
  }
}
