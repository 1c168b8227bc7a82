#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A failed system call: its error number and the operation.
package struct SystemError: Error, Hashable, Sendable {
  package enum Operation: String, Sendable {
    case open, read, write, sync, status, list, create, remove, rename, exchange, link
    case lock, permissions, start, connect, watch
  }

  package let code: Int32
  package let operation: Operation
  /// The path of the call; nil if the call took one component only, and the caller knows the path.
  package let path: String?

  package init(_ code: Int32, _ operation: Operation, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The error of the last call on this thread.
  init(last operation: Operation, path: String? = nil) {
    self.init(errno, operation, path: path)
  }

  package func at(_ path: String) -> SystemError { SystemError(code, operation, path: path) }
}

extension SystemError {
  /// The error of a call on a name that does not exist.
  package static func missing(_ operation: Operation) -> SystemError {
    SystemError(ENOENT, operation)
  }

  /// The file does not exist (ENOENT).
  package var isMissing: Bool { code == ENOENT }
  /// The name is taken (EEXIST, or ENOTEMPTY for a folder).
  package var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }
  /// No space: a full disk, an exceeded quota or file size limit.
  package var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }
  /// The file system is mounted read-only.
  package var isReadOnly: Bool { code == EROFS }
  /// Nothing more can be written to the file system: no space, no quota left, or mounted read-only.
  package var endsWriting: Bool { code == ENOSPC || code == EDQUOT || isReadOnly }
  /// Other files would fail too: no space or memory, too many open files, a drive that fails or is read-only.
  package var isOfMachine: Bool {
    [ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE, ENOMEM, EIO].contains(code)
  }
  /// The permissions do not allow it.
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// The file system refuses the name: too long, not valid text, or with a reserved character.
  package var isNameRefused: Bool { code == ENAMETOOLONG || code == EILSEQ || code == EINVAL }
  /// The two paths are on different file systems.
  package var crossesFileSystems: Bool { code == EXDEV }
  /// From a `FolderWatcher`: the user has no more watches (ENOSPC) or watchers (EMFILE).
  package var isWatchLimit: Bool { operation == .watch && (code == ENOSPC || code == EMFILE) }
  /// In use, such as a folder on which something is mounted.
  package var isBusy: Bool { code == EBUSY }
  /// A component is not a folder, or a link where links are refused.
  package var isNoFolderOrLink: Bool { code == ENOTDIR || code == ELOOP || code == EMLINK }
  /// From `fsync` of a folder: the file system does not support that.
  package var isFolderSyncUnsupported: Bool { isUnsupported || code == EBADF }
  /// The kernel or the file system lacks the call.
  package var isUnsupported: Bool {
    code == EINVAL || code == ENOSYS || code == ENOTSUP || code == EOPNOTSUPP
  }
}

extension SystemError: CustomStringConvertible {
  /// The path, if it is known, and the reason.
  package var description: String { path.map { "\($0): \(reason)" } ?? reason }

  /// The system's message in lower case, such as "no space left on device".
  package var reason: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    let words = buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let text = String(decoding: words, as: UTF8.self)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

/// Repeats `call` while a signal interrupts it; throws if the result is negative.
func retrying(
  _ operation: SystemError.Operation, path: String? = nil, _ call: () -> Int32
) throws(SystemError) -> Int32 {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(last: operation, path: path) }
  }
}

/// Adds the path to the errors of `body`.
func naming<R: ~Copyable>(
  _ path: String, _ body: () throws(SystemError) -> R
) throws(SystemError) -> R {
  do {
    return try body()
  } catch {
    throw error.at(path)
  }
}
