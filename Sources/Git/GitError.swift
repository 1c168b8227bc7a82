internal import CGit2
package import SystemCalls

/// An error of libgit2 or of this module.
package struct GitError: Error, Hashable, Sendable {
  /// libgit2's codes are negative, those of this module positive.
  ///
  /// Unknown codes are kept.
  package struct Code: Hashable, Sendable {
    package let rawValue: Int32

    package init(_ rawValue: Int32) {
      self.rawValue = rawValue
    }

    package static let other = Code(GIT_ERROR.rawValue)
    package static let missing = Code(GIT_ENOTFOUND.rawValue)
    package static let exists = Code(GIT_EEXISTS.rawValue)
    package static let invalidName = Code(GIT_EINVALIDSPEC.rawValue)
    package static let locked = Code(GIT_ELOCKED.rawValue)
    /// A reference does not have the expected value.
    package static let modified = Code(GIT_EMODIFIED.rawValue)
    /// The hash of an object's bytes is not its id.
    package static let wrongHash = Code(GIT_EMISMATCH.rawValue)
    /// The repository belongs to another user of the machine.
    package static let foreignOwner = Code(GIT_EOWNER.rawValue)

    /// A name in a tree that is not a path component, or a path beyond the limits.
    package static let refusedPath = Code(1)
    /// Data that is not in git's format.
    package static let damaged = Code(2)
    /// A mandatory part of git's formats that is not supported.
    package static let unsupported = Code(3)
    /// The repository has no work tree, or another one.
    package static let wrongWorktree = Code(4)
    /// More bytes than the caller's limit.
    package static let tooLarge = Code(5)
    /// A file and a folder would have the same path.
    package static let pathConflict = Code(6)
    /// A system call failed; `category` is its error number.
    package static let system = Code(7)
    /// Git's index is split into several files (`core.splitIndex`).
    package static let splitIndex = Code(8)
    /// Git's index has entries for whole folders (`index.sparse`).
    package static let sparseIndex = Code(9)
    /// A file of attributes or of ignore rules is larger than `RuleFile.limit`.
    package static let tooManyRules = Code(10)
  }

  package var code: Code
  /// The failed part of libgit2 (`git_error_t`), or the system's error number.
  package var category: Int32
  /// The failed operation, such as "read a tree".
  package var operation: String
  /// A text of any length; may contain control characters from a file or a repository.
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

  /// The last error of libgit2 on this thread.
  init(status: Int32, operation: String) {
    let last = git_error_last()
    let message = last?.pointee.message.map { String(cString: $0) } ?? ""
    self.init(
      Code(status), category: last?.pointee.klass ?? 0, operation: operation,
      message: message.isEmpty ? "libgit2 reports no reason (\(status))" : message)
  }
}

// MARK: - Errors that libgit2 reports only in messages

extension GitError {
  /// The disk is full; libgit2 reports the system's message without its error number.
  package var isDiskFull: Bool {
    code == .system
      ? SystemError(category, .write).isFull : message.contains("No space left on device")
  }

  /// The existing lock file, if the message names it.
  package var lockFile: String? {
    guard code == .locked else { return nil }
    return message.split(whereSeparator: { " '\"".contains($0) })
      .first { $0.hasSuffix(".lock") }.map(String.init)
  }

  /// The remote received a pack and could not store it.
  var isUnpackFailure: Bool { message.contains("unpacking the sent packfile failed") }
}

extension GitError: CustomStringConvertible {
  package var description: String { "cannot \(operation): \(message)" }
}

/// Throws libgit2's error if `status` is negative.
///
/// To be called at once: libgit2 keeps only the last error of a thread.
@discardableResult
func check(_ status: Int32, _ operation: String) throws(GitError) -> Int32 {
  guard status < 0 else { return status }
  throw GitError(status: status, operation: operation)
}

/// Converts system errors to errors of a git operation.
func asGitError<Result>(
  _ operation: String, _ body: () throws(SystemError) -> Result
) throws(GitError) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    throw GitError(error, operation: operation)
  }
}
