package import SystemCalls

/// Why a file of the vault, or one to be added to it, could not be used.
package struct StoreError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case system(SystemError)
    /// A symbolic link; none is followed below the root of a vault.
    case link
    /// Not a regular file or, if a folder is wanted, not a folder.
    case wrongKind(FileStatus.Kind, wanted: FileStatus.Kind)
    /// The name exists, and nothing was replaced.
    case taken
    /// Another program saved the file during each try to write it.
    case keepsChanging(tries: Int)
    /// Another program has the file open for writing; what it writes must not get lost.
    case isOpenElsewhere
    /// Another program changed the file while it was being copied.
    case changedWhileCopied
    /// What was written is not what had to be written; it was removed.
    case wrongCopy
    /// Another process holds the lock; its process id, if known.
    case locked(VaultLock.Kind, holder: Int32?)
    /// More bytes than tl reads into memory at once.
    case tooLarge(limit: Int)
    /// No entry with this number in the trash or among the drafts.
    case unknownNumber(Int)
    /// The path leads out of the vault, or is invalid.
    case invalidName
    /// The log of operations cannot keep what the change would replace, so nothing was changed.
    case unrecorded(SystemError)
    /// UTF-16, or not text: added lines of UTF-8 would make it unreadable.
    case notText
  }

  /// Relative to the root of the vault, or as the user gave it for a file outside.
  ///
  /// Invalid UTF-8 is replaced by U+FFFD.
  package var path: String
  package var reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The system's error, if it is one.
  package var system: SystemError? {
    switch reason {
    case .system(let error), .unrecorded(let error): error
    default: nil
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// Follows `path: `.
  package var description: String {
    switch reason {
    case .system(let error): "\(error)"
    case .link: "is a symbolic link, and links inside a vault are not followed"
    case .wrongKind(let kind, let wanted): "is \(kind), not \(wanted)"
    case .taken: "exists already"
    case .keepsChanging(let tries):
      "was changed by another program \(tries) times while it was being written"
    case .isOpenElsewhere: "is open in another program, which may be writing to it"
    case .changedWhileCopied: "was changed by another program while it was being copied"
    case .wrongCopy: "could not be copied without what was to be removed"
    case .locked(let kind, let holder?): "the \(kind) lock is held by process \(holder)"
    case .locked(let kind, nil): "the \(kind) lock is held by another process"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB"
    case .unknownNumber(let number): "has no entry \(number)"
    case .invalidName: "is not a valid name"
    case .unrecorded(let error):
      "stays as it is, since what tl undo needs to take the change back cannot be kept: \(error.reason)"
    case .notText: "is not text in UTF-8, so nothing is added to it"
    }
  }
}

/// Adds the path to the errors of `body`.
func naming<R: ~Copyable>(
  _ path: @autoclosure () -> String, _ body: () throws(SystemError) -> R
) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw StoreError(error.path ?? path(), .system(error))
  }
}
