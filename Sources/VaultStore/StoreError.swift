package import System

/// Why something in the vault, or a file that was to come into it, could not be used.
package struct StoreError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case system(SystemError)
    /// A symbolic link; none is followed below the root of a vault.
    case link
    /// Neither a regular file nor, where a folder is wanted, a folder.
    case wrongKind(FileStatus.Kind, wanted: FileStatus.Kind)
    /// The name is in use and nothing was replaced.
    case taken
    /// Another program saved the file during each of so many tries to write it.
    case keepsChanging(tries: Int)
    /// Another process holds the lock; its number where it left one.
    case locked(VaultLock.Kind, holder: Int32?)
    /// More bytes than tl takes into memory at once.
    case tooLarge(limit: Int)
    /// Nothing with this number in the trash or among the drafts.
    case unknownNumber(Int)
    /// The spelling leads out of the vault or is no name.
    case invalidName
    /// UTF-16, or no text at all: a line of UTF-8 before it would make it unreadable.
    case notText
  }

  /// Below the root of the vault, or as the user gave it for a file outside.
  ///
  /// Bytes that are not UTF-8 are U+FFFD.
  package var path: String
  package var reason: Reason

  package init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The system's error, if it is one.
  package var system: SystemError? {
    if case .system(let error) = reason { error } else { nil }
  }
}

extension StoreError: CustomStringConvertible {
  /// Reads after `path: `.
  package var description: String {
    switch reason {
    case .system(let error): "\(error)"
    case .link: "is a symbolic link, and links inside a vault are not followed"
    case .wrongKind(let kind, let wanted): "is \(kind), not \(wanted)"
    case .taken: "exists already"
    case .keepsChanging(let tries):
      "was changed by another program \(tries) times while it was being written"
    case .locked(let kind, let holder?): "the \(kind) lock is held by process \(holder)"
    case .locked(let kind, nil): "the \(kind) lock is held by another process"
    case .tooLarge(let limit): "has more than \(limit >> 20) MiB"
    case .unknownNumber(let number): "has no entry \(number)"
    case .invalidName: "is not a valid name"
    case .notText: "is not text in UTF-8, so nothing is added to it"
    }
  }
}

/// Adds to the errors of `body` the path that they are about.
func naming<R: ~Copyable>(
  _ path: @autoclosure () -> String, _ body: () throws(SystemError) -> R
) throws(StoreError) -> R {
  do {
    return try body()
  } catch {
    throw StoreError(error.path ?? path(), .system(error))
  }
}
