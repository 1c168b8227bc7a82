internal import SystemCalls

/// The system's program that records sound from the microphone into a file until it is interrupted.
struct RecorderProgram: UserProgram, Hashable {
  var command: CommandLineWords
  var origin: ProgramOrigin

  /// Stands in an argument for the path of the recording without its extension.
  static let placeholder = "{file}"
}

extension RecorderProgram {
  /// Tried in this order if none is named.
  static let fallbacks: [CommandLineWords] = {
    #if os(macOS)
      return [
        CommandLineWords(program: "rec", arguments: ["-q", "-c", "1", "{file}.wav"]),
        CommandLineWords(program: "ffmpeg", arguments: ffmpeg(["-f", "avfoundation", "-i", ":0"])),
      ]
    #else
      return [
        CommandLineWords(
          program: "arecord",
          arguments: ["-q", "-t", "wav", "-f", "S16_LE", "-c", "1", "-r", "44100", "{file}.wav"]),
        CommandLineWords(
          program: "parecord",
          arguments: ["--channels=1", "--rate=44100", "--file-format=wav", "{file}.wav"]),
        CommandLineWords(program: "pw-record", arguments: ["--channels=1", "{file}.wav"]),
        CommandLineWords(program: "ffmpeg", arguments: ffmpeg(["-f", "alsa", "-i", "default"])),
        CommandLineWords(program: "rec", arguments: ["-q", "-c", "1", "{file}.wav"]),
      ]
    #endif
  }()

  private static func ffmpeg(_ input: [String]) -> [String] {
    ["-hide_banner", "-loglevel", "error", "-nostdin"] + input
      + ["-ac", "1", "-c:a", "aac", "{file}.m4a"]
  }

  /// `$TL_RECORDER`, the user's own settings, else the first of `fallbacks` on the path; nil if there is none.
  init?(_ environment: Environment, _ configuration: UserConfiguration) {
    let named: [(text: String?, origin: ProgramOrigin)] = [
      (environment["TL_RECORDER"], .variable("TL_RECORDER")),
      (configuration.recorder, .configuration(path: configuration.path ?? "")),
    ]
    self.init(firstOf: named, else: Self.fallbacks, environment)
  }

  /// The command that records, and the path of the file that it makes.
  ///
  /// A command that does not say where its file goes gets a path that ends with `.wav` as its last argument.
  ///
  /// - Parameter path: without an extension.
  func recording(to path: String) -> (command: CommandLineWords, file: String) {
    var words = command
    guard let place = words.arguments.firstIndex(where: { $0.contains(Self.placeholder) }) else {
      words.arguments.append("\(path).wav")
      return (words, "\(path).wav")
    }
    let argument = words.arguments[place]
    let range =
      argument.firstRange(of: Self.placeholder) ?? argument.startIndex..<argument.startIndex
    let end = argument[range.upperBound...]
    words.arguments[place] = argument[..<range.lowerBound] + path + end
    return (words, path + end)
  }

  /// What to do if it fails.
  var remedy: String {
    switch origin {
    case .variable(let name): "\(name) names it"
    case .configuration(let path): "\(path) names it"
    case .found: "TL_RECORDER names another program"
    }
  }
}
