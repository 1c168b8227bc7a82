internal import Notesync
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What an error means for a request.
enum ErrorClassification {
  /// Whether an error concerns one operation only, so that the others can be carried out.
  ///
  /// Missing resources of the machine are not: the app would never send a skipped operation again.
  static func concernsOneOperation(_ error: any Error) -> Bool {
    switch error {
    case is EditError, is ReceivingError: return true
    case let error as StoreError:
      switch error.reason {
      case .locked, .keepsChanging, .isOpenElsewhere: return false
      default: return error.system?.isOfMachine != true
      }
    default: return false
    }
  }

  /// The result of `body`; nil if it fails because of one file that is gone, is not a file, or must not be read.
  ///
  /// - Throws: errors about missing resources of the machine.
  static func ignoringFileErrors<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch {
      // Any other file would have failed too.
      let system = (error as? StoreError)?.system ?? error as? SystemError
      if system?.isOfMachine == true { throw error }
      return nil
    }
  }

  /// Whether the same request may succeed later, and nothing of it is lost.
  static func isTransient(_ error: any Error) -> Bool {
    switch error {
    case is StoreError, is Vault.WriteRefusal, is SystemError, is Unavailable:
      return true
    case let error as DatabaseError: return error.isOfMachine
    default: return false
    }
  }

  /// The text for the log and the client.
  ///
  /// It has no path of the vault, since file names come from the first lines of notes, and no note text.
  static func reason(_ error: any Error) -> String {
    switch error {
    case EditError.brokenFrontMatter: "the note's front matter cannot be read"
    case is EditError: "the note's front matter cannot be changed"
    case ReceivingError.unusableID: "no file can hold this id"
    case let error as StoreError: "\(error)"
    case let error as SystemError: error.reason
    case let refusal as Vault.WriteRefusal: reason(refusal)
    case let error as DatabaseError: "the database: \(error.message)"
    default: "\(error)"
    }
  }

  private static func reason(_ refusal: Vault.WriteRefusal) -> String {
    switch refusal {
    case .notInitialized: "the folder is no vault; is its drive there?"
    case .newerFormat(let format): "the vault's format \(format) is that of a newer tl"
    case .unreadableConfiguration: "the vault's configuration cannot be read"
    }
  }
}

/// A problem of a request or of a part of it.
struct RequestProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path of the value, such as `ops`, `3`, `note`, `text`.
  var location: [String]
  /// A fragment in lower case.
  var message: String

  init(_ location: [String], _ message: String) {
    self.location = location
    self.message = message
  }

  var description: String { "\(location.joined(separator: ".")): \(message)" }
}

/// Why a valid request cannot be carried out at the moment.
struct Unavailable: Error, CustomStringConvertible {
  var description: String
}

/// Signals that the server is shutting down; long work checks it between steps.
final class ShutdownFlag: Sendable {
  private let isUp = Atomic(false)

  func raise() { isUp.store(true, ordering: .relaxed) }

  /// - Throws: `Unavailable` once it is raised; clients then send the request again.
  func check() throws(Unavailable) {
    if isUp.load(ordering: .relaxed) {
      throw Unavailable(description: "the server is ending")
    }
  }
}
