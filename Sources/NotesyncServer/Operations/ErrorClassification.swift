internal import Foundation
internal import GRDB
internal import Notesync
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What an error means for a request.
enum ErrorClassification {
  /// Whether an error is about one operation, so that the others can go on.
  ///
  /// What the machine lacks is no operation's fault: the app would never send again what was skipped for it.
  static func isFaultOfOperation(_ error: any Error) -> Bool {
    switch error {
    case is EditError, is ReceivingError: return true
    case let error as StoreError:
      switch error.reason {
      case .locked, .keepsChanging: return false
      case .system(let system): return !system.isOfMachine
      default: return true
      }
    default: return false
    }
  }

  /// What `body` gives; nil where it fails for one file: that is gone, is none, or must not be read.
  ///
  /// - Throws: what the machine lacks.
  static func unlessOfFile<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch {
      if isOfMachine(error) { throw error }
      return nil
    }
  }

  /// Whether another file would have fared no better.
  private static func isOfMachine(_ error: any Error) -> Bool {
    switch error {
    case let error as StoreError: error.system?.isOfMachine ?? false
    case let error as SystemError: error.isOfMachine
    default: false
    }
  }

  /// Whether the same request may do better later: nothing is wrong with it, and nothing of it is lost.
  static func isPassing(_ error: any Error) -> Bool {
    switch error {
    case is StoreError, is Vault.WriteRefusal, is SystemError, is Unavailable:
      return true
    case let error as DatabaseError:
      return [
        .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_BUSY,
        .SQLITE_NOMEM,
      ].contains(error.resultCode)
    default: return false
    }
  }

  /// Words for the log and for who sent the request.
  ///
  /// No path of a vault is in them, since files are named for the first lines of notes, and nothing that stands in
  /// a note.
  static func reason(_ error: any Error) -> String {
    switch error {
    case EditError.brokenFrontMatter: "the note's front matter cannot be read"
    case is EditError: "the note's front matter cannot be changed"
    case ReceivingError.unusableID: "no file can hold this id"
    case let error as StoreError: "\(error)"
    case let error as SystemError: error.reason
    case let refusal as Vault.WriteRefusal: reason(refusal)
    case let error as DatabaseError: "the database: \(error.message ?? "\(error.resultCode)")"
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
