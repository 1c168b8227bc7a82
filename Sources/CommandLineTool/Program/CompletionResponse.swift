internal import SystemCalls

/// The output of `tl complete SHELL …`, which the completion scripts run.
///
/// The first line of the answer is `words`, `files` or `directories`; with `words` a line for each
/// candidate follows, whose parts are separated by tabs. Errors print
/// nothing: they would disturb the line that is being typed.
struct CompletionResponse {
  enum Shell: String, CaseIterable {
    /// `tl complete bash LINE REPLACED`: the line up to the cursor, and the part that bash replaces. Lines are
    /// quoted words.
    case bash
    /// `tl complete zsh WORD…`: the words up to the cursor without `tl`. Lines are the word and what to show
    /// for it.
    case zsh
    /// As zsh's. Lines are the word and its text.
    case fish
  }

  /// The lines to print; `arguments` are those behind `complete`.
  static func lines(
    _ arguments: [String], values: @escaping CompletionFinder.Values
  ) -> [String] {
    guard let shell = arguments.first.flatMap(Shell.init) else { return [] }
    let rest = Array(arguments.dropFirst())
    switch shell {
    case .bash:
      guard rest.count == 2 else { return [] }
      let line = BashLine(rest[0])
      let finder = CompletionFinder(
        Array(line.words.dropFirst()), completing: line.current, values: values)
      return lines(finder.completion) { candidates in
        candidates.map { line.insertion(of: $0.word, replacing: rest[1]) }
      }
    case .zsh:
      return lines(completion(rest, values)) { candidates in
        let width = candidates.map { DisplayWidth.of($0.word) }.max() ?? 0
        return candidates.map { candidate in
          let shown =
            candidate.text.isEmpty
            ? candidate.word : DisplayWidth.pad(candidate.word, to: width) + "  " + candidate.text
          return candidate.word + "\t" + shown
        }
      }
    case .fish:
      // Fish takes the quotes off the finished words only; open ones are much like bash's.
      let words = rest.dropLast() + rest.suffix(1).map { BashLine($0).current }
      return lines(completion(Array(words), values)) { candidates in
        candidates.map { $0.text.isEmpty ? $0.word : $0.word + "\t" + $0.text }
      }
    }
  }

  private static func completion(
    _ words: [String], _ values: @escaping CompletionFinder.Values
  ) -> Completion {
    CompletionFinder(words.dropLast(), completing: words.last ?? "", values: values).completion
  }

  private static func lines(
    _ completion: Completion, _ words: ([Completion.Candidate]) -> [String]
  ) -> [String] {
    switch completion {
    case .files: ["files"]
    case .directories: ["directories"]
    case .candidates(let candidates): ["words"] + words(candidates)
    }
  }

  /// Runs `tl complete`.
  static func run(_ arguments: [String]) {
    let showsTexts = arguments.first != Shell.bash.rawValue
    let lines = lines(arguments) { reading in
      (try? openVault(reading.vault)).map {
        VaultCompletionValues(vault: $0, showsTexts: showsTexts)
      }
    }
    _ = StandardStream.output.write(lines.joined(separator: "\n").utf8)
    if !lines.isEmpty { _ = StandardStream.output.write("\n".utf8) }
  }

  private static func openVault(_ path: String?) throws -> OpenVault {
    var options = GlobalOptions.plain
    options.quiet = true
    options.noInput = true
    if let path {
      // The shell has not read this word yet.
      let home = Environment().home
      options.vault = path.hasPrefix("~/") ? (home ?? "~") + path.dropFirst() : path
    }
    return try Session(options).openVault(for: .readingQuietly)
  }
}
