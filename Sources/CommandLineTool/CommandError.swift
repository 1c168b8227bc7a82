internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

/// Why a command fails, as the user sees it.
///
/// All wording of errors is here and in `CommandError+*.swift`: libraries give data.
package struct CommandError: Error {
  package var status: ExitStatus = .failure
  /// What went wrong and where: a fragment in lower case without a full stop.
  package var message: String
  /// What to do next; a line each.
  package var hints: [String] = []

  package init(_ message: String, hint: String? = nil, status: ExitStatus = .failure) {
    self.message = message
    self.status = status
    hints = hint.map { [$0] } ?? []
  }
}

extension CommandError {
  /// The message for an error of the libraries.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as StoreError: self.init(error)
    case let error as NoteConflict: self.init(error)
    case let error as SyncError: self.init(error)
    case let error as TransportError: self.init(error)
    case let error as Vault.WriteRefusal: self.init(error)
    case let error as EditError: self.init("\(error)")
    case let error as QueryParser.Failure: self.init(error)
    case let error as DateExpressionError:
      self.init("\(error)", hint: error.hint, status: .wrongUsage)
    case let error as FieldAssignment.Failure: self.init(error)
    case let error as PatternError:
      self.init(
        "the regular expression cannot be read: \(error.reason)",
        hint: "to find the text literally, use tl search without --regex", status: .wrongUsage)
    default: self.init("\(error)")
    }
  }

  /// The same for an error about one file.
  init(_ error: any Error, at path: VaultPath) {
    guard let error = error as? EditError else {
      self.init(error)
      return
    }
    if case .invalidYAML(let key, _) = error {
      self.init(
        "\(error)", hint: "for plain text leave out the colon: \(key)=VALUE", status: .wrongUsage)
    } else if case .foreignFrontMatter(let form, _) = error {
      self.init(
        "\(path.text):\(error.line): \(error)",
        hint:
          "a block of YAML before it would hide the \(form.rawValue) from other programs; nothing was written"
      )
      hints.append(
        "turn it into YAML (Hugo: hugo convert toYAML), or change it by hand: tl edit \(path.text)")
    } else {
      self.init(
        "\(path.shown):\(error.line): \(error)",
        hint: "tl edit \(path.shown) opens the note; nothing was written")
    }
  }

  /// The same for an error about a file that the user named, which need not be in the vault.
  init(_ error: StoreError, ofFile name: String) {
    self.init(error)
    message = "\(name): \(error)"
  }

  /// Names a note in the errors of `body`.
  @discardableResult
  static func naming<Result>(_ note: VaultPath, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw CommandError(error, at: note)
    }
  }

  private init(_ error: StoreError) {
    self.init("\(VaultPath(error.path)?.shown ?? error.path): \(error)")
    switch error.reason {
    case .locked(.sync, let holder):
      status = .locked
      message = "another sync of this vault is running" + (holder.map { " (process \($0))" } ?? "")
      hints = ["wait until it has ended, then run tl sync again"]
    case .locked(.write, _):
      status = .locked
      message = "the vault is in use: \(error)"
      hints = ["try again in a moment"]
    case .locked(.reminders, let holder):
      status = .locked
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

  private init(_ refusal: Vault.WriteRefusal) {
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
        "\(VaultLayout.configuration.shown):\(finding.line): \(finding.message)",
        hint: "correct that file; until then tl reads the vault and does not write to it")
    }
  }

  private init(_ failure: FieldAssignment.Failure) {
    self.init("", status: .wrongUsage)
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

  private init(_ failure: QueryParser.Failure) {
    switch failure {
    case .date(let error): self.init(error)
    case .value(let prefix, let value, let allowed):
      self.init("unknown \(prefix) '\(value)'", hint: "one of \(allowed)", status: .wrongUsage)
    case .emptyValue(let prefix):
      self.init(
        "\(prefix): needs a value", hint: "write it as \(prefix):VALUE", status: .wrongUsage)
    case .notExcludable(let prefix):
      self.init("\(prefix): cannot be excluded", hint: "leave out the -", status: .wrongUsage)
    case .tooMany(let limit):
      self.init(
        "a query has at most \(limit) words and values", hint: "leave some of them out",
        status: .wrongUsage)
    case .unresolved(let message, let hints):
      self.init(message, status: .wrongUsage)
      self.hints = hints
    }
  }
}
