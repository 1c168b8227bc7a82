internal import Journal
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import VaultSync
package import Words

/// Why a command fails, as the user sees it.
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

  /// Why a command line is wrong.
  package init(usage message: String, hint: String? = nil) {
    self.init(message, hint: hint, status: .wrongUsage)
  }

  package init(_ problem: Problem) {
    message = problem.message
    hints = problem.hints
    switch problem.kind {
    case .failure: break
    case .wrongUsage: status = .wrongUsage
    case .authenticationFailed: status = .authenticationFailed
    case .unreachable: status = .unreachable
    case .locked: status = .locked
    }
  }
}

extension CommandError {
  /// The message for an error of the libraries, with paths as this process prints them.
  package init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let problem as CategoryProblem: self.init(problem)
    default: self.init(Problem(error, .current))
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
}

extension SyncReport {
  /// The error with which the command ends after its report; nil after a success.
  var failure: CommandError? { problem(.current).map { CommandError($0) } }
}

extension CommandError {
  /// Why there is no smaller copy of a picture.
  init(_ failure: VariantFailure, ofFile name: String, _ format: MediaFormat) {
    let asItIs = "it was not copied; without --max it is copied as it is"
    switch failure {
    case .noWorker:
      self = Self.noPictureProgram
      hints.append("without --max files are copied as they are")
    case .unsupported:
      self.init("\(name): is \(format.name), which the libvips of this system does not read")
      hints = ["install libvips with \(format.name), or: \(asItIs)"]
    case .tooLarge:
      self.init("\(name): is too large to be made smaller: more than 100 megapixels or 256 MiB")
      hints = [asItIs]
    case .damaged:
      self.init("\(name): is damaged, so no smaller copy can be made", hint: asItIs)
    case .crashed:
      self.init("\(name): tl-media ended while it made the smaller copy", hint: asItIs)
    case .timeout:
      self.init("\(name): the smaller copy took longer than a minute", hint: asItIs)
    case .unreadable: self.init("\(name): cannot be read")
    case .busy, .cancelled: self.init("\(name): interrupted")
    }
  }

  /// tl-media is not there or does not start.
  static var noPictureProgram: CommandError {
    let isInstalled = ThisDevice.programPath.flatMap(WorkerProgram.path) != nil
    var error = CommandError(
      isInstalled
        ? "tl-media, which makes pictures smaller, does not start: it needs libvips"
        : "tl-media, which makes pictures smaller, is not installed: it needs libvips")
    error.hints = [
      isInstalled
        ? "install libvips (Debian and Ubuntu: libvips42, macOS: brew install vips)"
        : "install libvips (Debian and Ubuntu: libvips-dev, macOS: brew install vips), then run scripts/install"
    ]
    return error
  }
}
