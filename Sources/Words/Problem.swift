internal import Git
internal import Journal
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
    case failure
    /// What was given cannot be used: an argument, a value, a query.
    case wrongUsage
    /// What is there does not allow it, such as a note that was changed meanwhile.
    case refused
    /// The vault is not to be written to.
    case notWritable
    /// Another process holds a lock, or a file that it may be writing.
    case locked
    /// The disk is full.
    case noRoom
    /// The remote did not accept who the user is.
    case authenticationFailed
    /// The remote could not be reached.
    case unreachable
  }

  package var kind: Kind
  /// What it concerns, such as a file and a line; nil where `what` says it.
  package var place: String?
  /// What went wrong: a fragment in lower case without a full stop.
  package var what: String
  /// What to do next; a line each.
  package var hints: [String]
  /// The hint of an error that says that nothing was changed, or to try again, unless a caller has replaced it.
  private var attempt: Attempt?

  private struct Attempt: Hashable {
    let hint: String
    /// What to do before the next try.
    let remedy: String
  }

  /// Where and what, in one line.
  package var message: String { (place.map { "\($0): " } ?? "") + what }

  /// Whether the next of several changes would meet it too, since the disk takes nothing more.
  package var endsWriting: Bool { kind == .noRoom || kind == .notWritable }

  package init(
    _ what: String, at place: String? = nil, hint: String? = nil, kind: Kind = .failure
  ) {
    (self.what, self.place, self.kind) = (what, place, kind)
    hints = hint.map { [$0] } ?? []
  }

  /// The same where other changes were made before.
  ///
  /// No hint of its own says then that nothing was changed; those of callers stay.
  ///
  /// - Parameter next: what to do once it can be done.
  package func afterChanges(then next: String) -> Problem {
    guard let attempt, let position = hints.firstIndex(of: attempt.hint) else { return self }
    var problem = self
    problem.hints[position] = "\(attempt.remedy), then \(next)"
    return problem
  }

  /// Why a command line, or what was given elsewhere, cannot be used.
  package init(usage what: String, hint: String? = nil) {
    self.init(what, hint: hint, kind: .wrongUsage)
  }
}

extension Problem {
  /// The problem of an error of the libraries.
  ///
  /// - Parameter paths: the form of the vault's paths in it.
  package init(_ error: any Error, _ paths: PathDisplay) {
    switch error {
    case let error as Problem: self = error
    case let error as StoreError: self.init(error, paths)
    case let error as SystemError where error.isFull && !error.isWatchLimit || error.isReadOnly:
      self.init("\(error)")
      explain(error, in: "")
    case let error as NoteConflict: self.init(error, paths)
    case is NoteConflict.Undecided:
      self.init(
        "conflict markers are still in the text (<<<<<<<, >>>>>>>)",
        hint: "keep what is right between them, and remove them", kind: .refused)
    case let error as SyncError: self.init(error, paths)
    case let error as TransportError: self.init(error)
    case let error as Vault.WriteRefusal: self.init(error, paths)
    case is EditError, is SettingsEditError: self.init("\(error)", kind: .refused)
    case let error as QueryParser.Failure: self.init(error)
    case let error as DateExpressionError: self.init(usage: "\(error)", hint: error.hint)
    case let error as PlaceError: self.init(usage: "\(error)", hint: error.hint)
    case let error as FieldAssignment.Failure: self.init(error)
    case let error as CategoryProblem: self.init(error)
    case let error as PatternError:
      self.init(
        usage: "the regular expression cannot be read: \(error.reason)",
        hint: "to find the text literally, use tl search without --regex")
    default: self.init("\(error)")
    }
  }

  private init(_ error: StoreError, _ paths: PathDisplay) {
    self.init("\(error)", at: VaultPath(error.path).map(paths.text) ?? error.path)
    switch error.reason {
    case .locked(let lock, let holder):
      let process = holder.map { " (process \($0))" } ?? ""
      (kind, place) = (.locked, nil)
      switch lock {
      case .sync:
        what = "another sync of this vault is running\(process)"
        hints = ["wait until it has ended, then run tl sync again"]
      case .write:
        what = "the vault is in use: \(error)"
        hints = ["try again in a moment"]
      case .reminders:
        what = "another tl due --notify is at work\(process)"
        hints = ["nothing was told twice; what that one cannot show is told later"]
      }
    case .unrecorded(let system) where system.isFull && system.endsWriting:
      kind = .noRoom
      ask(
        Self.makeRoom, "free some space, such as by tl trash empty, then try again")
    case .unrecorded(let system), .system(let system): explain(system, in: "nothing was changed; ")
    case .keepsChanging, .isOpenElsewhere:
      kind = .locked
      ask(
        "close the other program", "nothing was changed; close the other program, then try again")
    case .taken:
      kind = .refused
      ask("choose another name", "choose another name; nothing was changed")
    case .link:
      kind = .refused
      hints = ["tl does not follow links; put a copy there instead of the link"]
    case .wrongKind, .tooLarge, .unknownNumber, .invalidName, .notText: kind = .refused
    case .changedWhileCopied, .wrongCopy: break
    }
  }

  /// - Parameter unchanged: the beginning of a hint.
  private mutating func explain(_ system: SystemError, in unchanged: String) {
    if system.isFull, system.endsWriting {
      kind = .noRoom
      ask(Self.makeRoom, "\(unchanged)free some space and try again")
    } else if system.isFull {
      // The limit of one file: others can be written.
      kind = .refused
      ask(
        "raise the limit",
        "\(unchanged)the file system, or a limit of this user (ulimit -f), takes no file of this size"
      )
    } else if system.isReadOnly {
      kind = .notWritable
      ask("make the disk writable", "\(unchanged)make the disk writable and try again")
    } else if system.isDenied {
      let remedy = "check who owns the file and its folder (ls -ld)"
      ask(remedy, unchanged + remedy)
    } else if system.isMissing {
      kind = .refused
    }
  }

  private static let makeRoom = "make room, such as by tl trash empty"

  private mutating func ask(_ remedy: String, _ hint: String) {
    attempt = Attempt(hint: hint, remedy: remedy)
    hints = [hint]
  }

  private init(_ refusal: Vault.WriteRefusal, _ paths: PathDisplay) {
    switch refusal {
    case .notInitialized(let path):
      self.init(
        "\(path) is a folder of notes and not a vault: tl reads it and does not write to it",
        hint: "tl init \(path) makes it a vault; none of your files is rewritten",
        kind: .notWritable)
    case .newerFormat(let format):
      self.init(
        "this vault has format \(format); this tl writes format \(VaultConfiguration.supportedFormat)",
        hint: "install a newer tl to write to it; reading works", kind: .notWritable)
    case .unreadableConfiguration(let finding):
      self.init(
        "\(paths.text(VaultLayout.configuration)):\(finding.line): \(finding.message)",
        hint: "correct that file; until then tl reads the vault and does not write to it",
        kind: .notWritable)
    }
  }

  private init(_ failure: FieldAssignment.Failure) {
    self.init(usage: "")
    switch failure {
    case .noKey(let text):
      what = "'\(text)' is not KEY=VALUE"
      hints = ["such as mood=calm, tags=a,b, or mood= to remove the key"]
    case .idIsFixed:
      what = "the id of a note cannot be set: it never changes"
      hints = ["tl doctor --fix gives ids to notes that have none"]
    case .createdStays:
      what = "created cannot be removed: each note has a time at which it was written"
      hints = ["such as created=2026-11-20 or created='yesterday 18:30' to set another one"]
    case .notATime(let key, let error):
      what = "\(key): \(error)"
      if case .doesNotExist = error {
        hints = [error.hint]
        return
      }
      hints = ["such as \(key)=2026-11-20 or \(key)='yesterday 18:30'"]
    case .notADay(let key, let value):
      what = "\(key) needs one day or a time, and '\(value)' is longer"
      hints = ["such as \(key)=2026-11-20 or \(key)='yesterday 18:30'"]
    case .notABoolean(let key, let value):
      what = "\(key) is yes or no, not '\(value)'"
      hints = ["\(key)=yes, or \(key)= to remove it"]
    case .notANumber(let key, let value):
      what = "\(key) is a number, not '\(value)'"
      hints = ["such as \(key)=3"]
    case .notCoordinates(_, let error):
      what = "\(error)"
      hints = [error.hint]
    }
  }

  private init(_ failure: QueryParser.Failure) {
    switch failure {
    case .date(let error): self.init(usage: "\(error)", hint: error.hint)
    case .value(let prefix, let value, let allowed):
      self.init(usage: "unknown \(prefix) '\(value)'", hint: "one of \(allowed)")
    case .emptyValue(let prefix):
      self.init(usage: "\(prefix): needs a value", hint: "write it as \(prefix):VALUE")
    case .notExcludable(let prefix):
      self.init(usage: "\(prefix): cannot be excluded", hint: "leave out the -")
    case .tooMany(let limit):
      self.init(
        usage: "a query has at most \(limit) words and values", hint: "leave some of them out")
    case .unresolved(let message, let hints):
      self.init(usage: message)
      self.hints = hints
    }
  }

  private init(_ conflict: NoteConflict, _ paths: PathDisplay) {
    let path = paths.text(conflict.path)
    guard let first = conflict.lines.first else {
      self.init(
        "\(path) was changed meanwhile, and both changes together would break its front matter",
        kind: .refused)
      return
    }
    let ranges = conflict.lines.prefix(5).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    let isOne = conflict.lines.count == 1 && first.count == 1
    let list = ranges.joined(separator: ", ") + (conflict.lines.count > ranges.count ? " …" : "")
    self.init(
      "\(path) was changed meanwhile in the same lines (\(isOne ? "line" : "lines") \(list))",
      kind: .refused)
  }
}
