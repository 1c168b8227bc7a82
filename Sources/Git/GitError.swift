internal import CGit2
package import SystemCalls

/// What libgit2, or this layer in its place, refused to do.
package struct GitError: Error, Hashable, Sendable {
  /// What kind of failure it is; libgit2's own numbers are negative, those of this layer positive.
  ///
  /// Numbers that tl does not know are kept as they are.
  package struct Code: Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) {
      self.rawValue = rawValue
    }

    package static let other = Code(GIT_ERROR.rawValue)
    package static let missing = Code(GIT_ENOTFOUND.rawValue)
    package static let exists = Code(GIT_EEXISTS.rawValue)
    package static let unbornBranch = Code(GIT_EUNBORNBRANCH.rawValue)
    package static let invalidName = Code(GIT_EINVALIDSPEC.rawValue)
    /// A lock file of git is there.
    package static let locked = Code(GIT_ELOCKED.rawValue)
    /// A reference is not where it was expected to be.
    package static let modified = Code(GIT_EMODIFIED.rawValue)
    /// An object whose bytes do not have its id.
    package static let wrongHash = Code(GIT_EMISMATCH.rawValue)
    /// The repository belongs to another user of the machine.
    package static let foreignOwner = Code(GIT_EOWNER.rawValue)

    /// A name in a tree that is no component of a path, or a path beyond the limits.
    package static let refusedPath = Code(1)
    /// Data of git that is not in its format.
    package static let damaged = Code(2)
    /// A part of git's formats that is not understood here and may not be passed over.
    package static let unsupported = Code(3)
    /// The repository has another work tree than the one asked for, or none.
    package static let wrongWorktree = Code(4)
    /// More bytes than the caller wants.
    package static let tooLarge = Code(5)
    /// A file and a folder would have the same path.
    package static let pathConflict = Code(6)
    /// The system refused; `category` is its number.
    package static let system = Code(7)
    /// Git's index is in several files (`core.splitIndex`).
    package static let splitIndex = Code(8)
    /// Git's index has folders in the place of their files (`index.sparse`).
    package static let sparseIndex = Code(9)
  }

  package var code: Code
  /// The part of libgit2 that failed (`git_error_t`), or the system's error number.
  package var category: Int32
  /// What was being done, such as "read a tree".
  package var operation: String
  /// The library's own words, or those of the file or repository they are about: not to be trusted
  /// on a terminal, and of any length.
  package var message: String

  package init(_ code: Code, category: Int32 = 0, operation: String, message: String) {
    self.code = code
    self.category = category
    self.operation = operation
    self.message = message
  }

  package init(_ error: SystemError, operation: String) {
    self.init(.system, category: error.code, operation: operation, message: "\(error)")
  }

  /// The error that libgit2 has just reported on this thread with `status`.
  init(status: Int32, operation: String) {
    let last = git_error_last()
    let message = last?.pointee.message.map { String(cString: $0) } ?? ""
    self.init(
      Code(status), category: last?.pointee.klass ?? 0, operation: operation,
      message: message.isEmpty ? "libgit2 gives no reason (\(status))" : message)
  }
}

// MARK: - What libgit2 tells in words alone

extension GitError {
  /// The disk is full; libgit2 hands on the system's words without its number.
  package var isDiskFull: Bool {
    code == .system
      ? SystemError(category, .write).isFull : message.contains("No space left on device")
  }

  /// The lock file that is in the way, where the message names it.
  package var lockFile: String? {
    guard code == .locked else { return nil }
    return message.split(whereSeparator: { " '\"".contains($0) })
      .first { $0.hasSuffix(".lock") }.map(String.init)
  }

  /// The other side received a pack and could not store it.
  var isUnpackFailure: Bool { message.contains("unpacking the sent packfile failed") }
}

extension GitError: CustomStringConvertible {
  package var description: String { "cannot \(operation): \(message)" }
}

/// Throws what libgit2 has to say when `status` is one of failure; to be called at once, because the
/// library keeps only the last error of a thread.
@discardableResult
func check(_ status: Int32, _ operation: String) throws(GitError) -> Int32 {
  guard status < 0 else { return status }
  throw GitError(status: status, operation: operation)
}

/// Gives a refusal by the system the name of what was being done.
func naming<Result>(
  _ operation: String, _ body: () throws(SystemError) -> Result
) throws(GitError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw GitError(error, operation: operation)
  }
}
