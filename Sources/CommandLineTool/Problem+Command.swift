internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
package import Words

extension Problem {
  /// The exit status of a command that ends with it.
  var status: ExitStatus {
    switch kind {
    case .failure, .refused, .notWritable, .noRoom: .failure
    case .wrongUsage: .wrongUsage
    case .authenticationFailed: .authenticationFailed
    case .unreachable: .unreachable
    case .locked: .locked
    }
  }

  /// The problem of an error of the libraries, with paths as this process prints them.
  package init(_ error: any Error) { self.init(error, .current) }

  /// The same for an error about one file.
  init(_ error: any Error, at path: VaultPath) {
    guard let error = error as? EditError else {
      self.init(error)
      return
    }
    if case .invalidYAML(let key, _) = error {
      self.init(usage: "\(error)", hint: "for plain text leave out the colon: \(key)=VALUE")
    } else if case .foreignFrontMatter(let form, _) = error {
      self.init(
        "\(error)", at: "\(path.text):\(error.line)",
        hint:
          "a block of YAML before it would hide the \(form.rawValue) from other programs; nothing was written",
        kind: .refused)
      hints.append(
        "turn it into YAML (Hugo: hugo convert toYAML), or change it by hand: tl edit \(path.text)")
    } else {
      self.init(
        "\(error)", at: "\(path.shown):\(error.line)",
        hint: "tl edit \(path.shown) opens the note; nothing was written", kind: .refused)
    }
  }

  /// The same for an error about a file that the user named, which need not be in the vault.
  init(_ error: StoreError, ofFile name: String) {
    self.init(error)
    (place, what) = (name, "\(error)")
  }

  /// Names a note in the errors of `body`.
  @discardableResult
  static func naming<Result>(_ note: VaultPath, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch {
      throw Problem(error, at: note)
    }
  }
}

extension Problem {
  /// Why there is no smaller copy of a picture.
  init(_ failure: VariantFailure, ofFile name: String, _ format: MediaFormat) {
    let asItIs = "it was not copied; without --max it is copied as it is"
    switch failure {
    case .noWorker:
      self = Self.noPictureProgram
      hints.append("without --max files are copied as they are")
    case .unsupported:
      self.init(
        "is \(format.name), which the libvips of this system does not read", at: name,
        hint: "install libvips with \(format.name), or: \(asItIs)")
    case .tooLarge:
      self.init(
        "is too large to be made smaller: more than 100 megapixels or 256 MiB", at: name,
        hint: asItIs)
    case .damaged:
      self.init("is damaged, so no smaller copy can be made", at: name, hint: asItIs)
    case .crashed:
      self.init("tl-media ended while it made the smaller copy", at: name, hint: asItIs)
    case .timeout:
      self.init("the smaller copy took longer than a minute", at: name, hint: asItIs)
    case .unreadable: self.init("cannot be read", at: name)
    case .busy, .cancelled: self.init("interrupted", at: name)
    }
  }

  /// tl-media is not there or does not start.
  static var noPictureProgram: Problem {
    let isInstalled = ThisDevice.programPath.flatMap(WorkerProgram.path) != nil
    return Problem(
      isInstalled
        ? "tl-media, which makes pictures smaller, does not start: it needs libvips"
        : "tl-media, which makes pictures smaller, is not installed: it needs libvips",
      hint: isInstalled
        ? "install libvips (Debian and Ubuntu: libvips42, macOS: brew install vips)"
        : "install libvips (Debian and Ubuntu: libvips-dev, macOS: brew install vips), then run scripts/install"
    )
  }
}
