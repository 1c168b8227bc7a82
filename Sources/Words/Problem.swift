internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Why something fails, as the user sees it.
///
/// The wording of errors is here and in `Problem+*.swift`: libraries give data.
package struct Problem: Error, Hashable {
  /// What kind it is, of which each face makes its own answer.
  package enum Kind: Hashable, Sendable {
    case failure, wrongUsage
    /// The remote did not accept who the user is.
    case authenticationFailed
    /// The remote could not be reached.
    case unreachable
    /// Another process holds a lock.
    case locked
  }

  package var kind = Kind.failure
  /// What went wrong and where: a fragment in lower case without a full stop.
  package var message: String
  /// What to do next; a line each.
  package var hints: [String] = []

  package init(_ message: String, hint: String? = nil, kind: Kind = .failure) {
    self.message = message
    self.kind = kind
    hints = hint.map { [$0] } ?? []
  }
}

extension Problem {
  /// The message for an error of the libraries.
  ///
  /// - Parameter paths: the form of the vault's paths in it.
  package init(_ error: any Error, _ paths: PathDisplay) {
    switch error {
    case let error as Problem: self = error
    case let error as StoreError: self.init(error, paths)
    case let error as NoteConflict: self.init(error, paths)
    case is NoteConflict.Undecided:
      self.init(
        "conflict markers are still in the text (<<<<<<<, >>>>>>>)",
        hint: "keep what is right between them, and remove them")
    case let error as SyncError: self.init(error, paths)
    case let error as TransportError: self.init(error)
    case let error as Vault.WriteRefusal: self.init(error, paths)
    case let error as EditError: self.init("\(error)")
    case let error as QueryParser.Failure: self.init(error)
    case let error as DateExpressionError: self.init(error)
    case let error as FieldAssignment.Failure: self.init(error)
    case let error as PatternError:
      self.init(
        "the regular expression cannot be read: \(error.reason)",
        hint: "to find the text literally, use tl search without --regex", kind: .wrongUsage)
    default: self.init("\(error)")
    }
  }

  private init(_ error: StoreError, _ paths: PathDisplay) {
    self.init("\(VaultPath(error.path).map(paths.text) ?? error.path): \(error)")
    switch error.reason {
    case .locked(.sync, let holder):
      kind = .locked
      message = "another sync of this vault is running" + (holder.map { " (process \($0))" } ?? "")
      hints = ["wait until it has ended, then run tl sync again"]
    case .locked(.write, _):
      kind = .locked
      message = "the vault is in use: \(error)"
      hints = ["try again in a moment"]
    case .locked(.reminders, let holder):
      kind = .locked
      message =
        "another tl due --notify is at work" + (holder.map { " (process \($0))" } ?? "")
      hints = ["nothing was told twice; what that one cannot show is told later"]
    case .system(let system) where system.isFull:
      hints = ["nothing was changed; free some space and try again"]
    case .system(let system) where system.isDenied || system.isReadOnly:
      hints = ["nothing was changed; check who owns the file and its folder (ls -ld)"]
    case .keepsChanging, .isOpenElsewhere:
      hints = ["nothing was changed; close the other program, then try again"]
    case .taken: hints = ["choose another name; nothing was changed"]
    case .link: hints = ["tl does not follow links; put a copy there instead of the link"]
    default: break
    }
  }

  private init(_ refusal: Vault.WriteRefusal, _ paths: PathDisplay) {
    switch refusal {
    case .notInitialized(let path):
      self.init(
        "\(path) is a folder of notes and not a vault: tl reads it and does not write to it",
        hint: "tl init \(path) makes it a vault; none of your files is rewritten")
    case .newerFormat(let format):
      self.init(
        "this vault has format \(format); this tl writes format \(VaultConfiguration.supportedFormat)",
        hint: "install a newer tl to write to it; reading works")
    case .unreadableConfiguration(let finding):
      self.init(
        "\(paths.text(VaultLayout.configuration)):\(finding.line): \(finding.message)",
        hint: "correct that file; until then tl reads the vault and does not write to it")
    }
  }

  private init(_ failure: FieldAssignment.Failure) {
    self.init("", kind: .wrongUsage)
    switch failure {
    case .noKey(let text):
      message = "'\(text)' is not KEY=VALUE"
      hints = ["such as mood=calm, tags=a,b, or mood= to remove the key"]
    case .idIsFixed:
      message = "the id of a note cannot be set: it never changes"
      hints = ["tl doctor --fix gives ids to notes that have none"]
    case .createdStays:
      message = "created cannot be removed: each note has a time at which it was written"
      hints = ["such as created=2026-11-20 or created='yesterday 18:30' to set another one"]
    case .notATime(let key, let error):
      message = "\(key): \(error)"
      if case .doesNotExist = error {
        hints = [error.hint]
        return
      }
      hints = ["such as \(key)=2026-11-20 or \(key)='yesterday 18:30'"]
    case .notADay(let key, let value):
      message = "\(key) needs one day or a time, and '\(value)' is longer"
      hints = ["such as \(key)=2026-11-20 or \(key)='yesterday 18:30'"]
    case .notABoolean(let key, let value):
      message = "\(key) is yes or no, not '\(value)'"
      hints = ["\(key)=yes, or \(key)= to remove it"]
    case .notANumber(let key, let value):
      message = "\(key) is a number, not '\(value)'"
      hints = ["such as \(key)=3"]
    case .notCoordinates(_, let error):
      message = "\(error)"
      hints = [error.hint]
    }
  }

  private init(_ error: DateExpressionError) {
    self.init("\(error)", hint: error.hint, kind: .wrongUsage)
  }

  private init(_ failure: QueryParser.Failure) {
    switch failure {
    case .date(let error): self.init(error)
    case .value(let prefix, let value, let allowed):
      self.init("unknown \(prefix) '\(value)'", hint: "one of \(allowed)", kind: .wrongUsage)
    case .emptyValue(let prefix):
      self.init(
        "\(prefix): needs a value", hint: "write it as \(prefix):VALUE", kind: .wrongUsage)
    case .notExcludable(let prefix):
      self.init("\(prefix): cannot be excluded", hint: "leave out the -", kind: .wrongUsage)
    case .tooMany(let limit):
      self.init(
        "a query has at most \(limit) words and values", hint: "leave some of them out",
        kind: .wrongUsage)
    case .unresolved(let message, let hints):
      self.init(message, kind: .wrongUsage)
      self.hints = hints
    }
  }

  private init(_ conflict: NoteConflict, _ paths: PathDisplay) {
    let path = paths.text(conflict.path)
    guard let first = conflict.lines.first else {
      self.init(
        "\(path) was changed meanwhile, and both changes together would break its front matter")
      return
    }
    let ranges = conflict.lines.prefix(5).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let isOne = conflict.lines.count == 1 && first.count == 1
    let list = ranges.joined(separator: ", ") + (conflict.lines.count > ranges.count ? " …" : "")
    self.init(
      "\(path) was changed meanwhile in the same lines (\(isOne ? "line" : "lines") \(list))")
  }
}
