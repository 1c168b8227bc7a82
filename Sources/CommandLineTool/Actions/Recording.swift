internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// A recording under way: a recorder and its file, which stays until it is in a note.
final class Recording {
  private let session: Session
  private let program: RecorderProgram
  /// Of the file, absolute.
  let path: String
  private let command: ChildCommand
  /// What the recorder prints.
  private let log: TemporaryFile

  /// Milliseconds for the recorder to write the end of its file.
  private static let patience: Int64 = 5_000
  /// What a WAV file without a sound has.
  private static let headerSize: Int64 = 44

  /// Finds the recorder, and a name for the file.
  ///
  /// - Throws: if there is no recorder; nothing has been written then.
  init(in vault: OpenVault) throws {
    session = vault.session
    guard let program = RecorderProgram(session.environment, session.userConfiguration) else {
      throw Self.missing
    }
    self.program = program
    let folder = vault.vault.folder
    try folder.makeFolders(VaultLayout.recordings, permissions: 0o700)
    let stem =
      vault.systemPath(of: VaultLayout.recordings) + "/\(Slug.of(session.now))-\(ProcessID.own)"
    let (words, path) = program.recording(to: stem)
    guard let command = words.command(session.environment) else {
      throw Problem(
        "the recorder \(program.command.program) was not found", hint: program.remedy)
    }
    guard (try? FileDescriptor.status(ofPath: path)) == nil else {
      throw Problem("\(path) exists", hint: "move it away; nothing was recorded")
    }
    self.path = path
    self.command = command
    log = try TemporaryFile(
      in: folder.openFolder(VaultLayout.recordings), prefix: Array(".recorder-".utf8),
      permissions: 0o600, isRead: true)
  }

  /// The name that the file gets in a note.
  var mediaName: String {
    let ending = path.split(separator: "/").last?.split(separator: ".").dropFirst().last ?? "wav"
    return "recording-\(Slug.of(session.now)).\(ending)"
  }

  // MARK: - Recording

  /// Records until Enter, Ctrl-C, or the end of the recorder.
  ///
  /// - Throws: if the recorder fails, or there is no sound in its file; the error says where the file is, if there is
  ///   one.
  func run() throws {
    Interruption.listen()
    let process: BackgroundProcess
    do {
      process = try BackgroundProcess(command, errors: log.file)
    } catch {
      throw Problem(
        "the recorder \(program.command.program) cannot be started", hint: program.remedy)
    }
    session.console.say("recording with \(program.name); Enter or Ctrl-C ends it")
    wait(for: process)
    let failure = process.status
    if failure == nil, !process.end(patience: Self.patience) {
      session.console.warn("\(program.name) did not end when asked and was killed")
    }
    try check(failure)
  }

  private func wait(for process: BackgroundProcess) {
    let line = ProgressLine(on: session.console)
    defer { line?.erase() }
    let start = MonotonicClock.nanoseconds()
    let input = StandardStream.input
    var isEnded = false
    while process.status == nil, !Interruption.isAsked {
      line?.draw(Self.elapsed(MonotonicClock.nanoseconds() - start))
      guard !isEnded else {
        Interruption.pause(milliseconds: 200)
        continue
      }
      // A signal ends the first wait as input does.
      guard input.hasInput(within: 200), !Interruption.isAsked, input.hasInput(within: 0) else {
        continue
      }
      if input.readLine() != nil || input.isTerminal { return }
      // Without a terminal there may never be a line; a signal ends the recording then.
      isEnded = true
    }
  }

  /// `recording  1:05`.
  ///
  /// - Parameter nanoseconds: since the start.
  static func elapsed(_ nanoseconds: Int64) -> String {
    let seconds = nanoseconds / 1_000_000_000
    let second = seconds % 60
    let clock = "\(seconds / 60 % 60):\(second < 10 ? "0" : "")\(second)"
    guard seconds >= 3600 else { return "recording  \(clock)" }
    return "recording  \(seconds / 3600):\(seconds / 60 % 60 < 10 ? "0" : "")\(clock)"
  }

  /// - Parameter status: of a recorder that ended by itself.
  private func check(_ status: Int32?) throws {
    let size = (try? FileDescriptor.status(ofPath: path))?.size ?? 0
    let hasSound = size > Self.headerSize
    guard status ?? 0 != 0 || !hasSound else { return }
    var error = Problem(
      status.map { "\(program.name) ended with status \($0)" }
        ?? "\(program.name) recorded nothing")
    if let words = log.file.lastLine { error.what += ": \(words)" }
    if hasSound {
      error.hints = ["what it recorded is kept: \(path)"]
    } else {
      try? SystemPath.remove(path)
    }
    error.hints.append("is there a microphone that works? \(program.remedy)")
    throw error
  }

  private static var missing: Problem {
    let names = RecorderProgram.fallbacks.map(\.program)
    var error = Problem(
      "no program was found that records sound (\(names.joined(separator: ", ")))")
    #if os(macOS)
      error.hints = ["install one: brew install sox"]
    #else
      error.hints = ["install one: alsa-utils has arecord, pulseaudio-utils has parecord"]
    #endif
    error.hints.append("TL_RECORDER, or recorder in config.yaml, names another one")
    return error
  }
}
