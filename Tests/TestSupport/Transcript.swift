/// Commands and what they print, as a person would see them: a test and a piece of documentation.
///
///     vault: example
///
///     # What is pinned comes first.
///     $ tl list --pinned
///     > 2026-11-20  5f0c1c1e  First steps
///
///     $ tl show nowhere
///     2> tl: error: no note 'nowhere'
///     2> hint: tl list shows the notes
///     ?2
///
///     $ tl add <<'END'
///     $ > First steps
///     $ > END
///     > {{any}}  2026/11/2026-11-20-first-steps.md
///
/// - `vault: example` starts in a copy of example-vault, `vault: empty` in a vault fresh from
///   `tl init`, `vault: none` in an empty folder. It is the first line but for comments.
/// - `$ ` a command for `/bin/sh`, started in the vault; `$ > ` continues it on a new line.
/// - `> ` a line of standard output, `2> ` one of standard error, `?2` an exit status other than 0.
/// - `#` a comment; blank lines stand where they like.
/// - In expected lines `{{any}}` matches anything, `{{1b}}` is a control character by its number,
///   `{{end}}` follows blanks at the end of a line, `{{no newline}}` a last line without line end.
package struct Transcript: Sendable {
  package enum Vault: String, Sendable {
    case example, empty, none
  }

  package struct Step: Sendable {
    /// 1-based line of the `$`.
    package var line: Int
    /// The command, its lines joined by line ends.
    package var command: String
    package var stdout: [String] = []
    package var stderr: [String] = []
    package var status = 0
  }

  /// A line of the file that is no part of a step, or a step.
  package enum Item: Sendable {
    case text(String)
    case step(Step)
  }

  package var vault: Vault
  package var items: [Item]

  package var steps: [Step] {
    items.compactMap { if case .step(let step) = $0 { step } else { nil } }
  }
}

/// A line of a transcript that cannot be read.
package struct TranscriptError: Error, Hashable, CustomStringConvertible {
  /// 1-based.
  package var line: Int
  package var message: String

  package var description: String { "line \(line): \(message)" }
}

// MARK: - Reading

extension Transcript {
  /// Reads the text of a transcript file.
  package init(_ text: String) throws(TranscriptError) {
    var reader = TranscriptReader()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { try reader.read(String(line)) }
    self = try reader.finish()
  }
}

private struct TranscriptReader {
  private var vault: Transcript.Vault?
  private var items: [Transcript.Item] = []
  private var step: Transcript.Step?
  private var line = 0

  mutating func read(_ text: String) throws(TranscriptError) {
    line += 1
    if let more = content(of: text, after: "$ >") {
      guard let step, !hasExpectation(step) else {
        throw error("'$ >' continues no command")
      }
      self.step?.command += "\n" + more
    } else if text.hasPrefix("$ ") {
      guard vault != nil else {
        throw error("'vault: example', 'empty' or 'none' has to come first")
      }
      closeStep()
      step = Transcript.Step(line: line, command: String(text.dropFirst(2)))
    } else if let expected = content(of: text, after: ">") {
      try expect { $0.stdout.append(expected) }
    } else if let expected = content(of: text, after: "2>") {
      try expect { $0.stderr.append(expected) }
    } else if text.hasPrefix("?") {
      guard let status = Int(text.dropFirst()), 1...255 ~= status else {
        throw error("'?' and an exit status of 1 to 255 was expected")
      }
      try expect { $0.status = status }
    } else {
      try readOther(text)
    }
  }

  private mutating func readOther(_ text: String) throws(TranscriptError) {
    if text.isEmpty || text.hasPrefix("#") {
      closeStep()
      items.append(.text(text))
    } else if text.hasPrefix("vault:") {
      let name = text.dropFirst(6).drop { $0 == " " }
      guard vault == nil, let vault = Transcript.Vault(rawValue: String(name)) else {
        throw error("one line 'vault: example', 'vault: empty' or 'vault: none' was expected")
      }
      self.vault = vault
      items.append(.text(text))
    } else {
      throw error("a line begins with '$ ', '$ > ', '> ', '2> ', '?' or '#'")
    }
  }

  mutating func finish() throws(TranscriptError) -> Transcript {
    closeStep()
    let hasStep = items.contains { if case .step = $0 { true } else { false } }
    guard let vault, hasStep else { throw error("there is no command in it") }
    return Transcript(vault: vault, items: items)
  }

  private func content(of text: String, after mark: String) -> String? {
    if text == mark { return "" }
    return text.hasPrefix(mark + " ") ? String(text.dropFirst(mark.count + 1)) : nil
  }

  private mutating func expect(_ change: (inout Transcript.Step) -> Void) throws(TranscriptError) {
    guard var step else { throw error("there is no command that prints this") }
    change(&step)
    self.step = step
  }

  private func hasExpectation(_ step: Transcript.Step) -> Bool {
    !step.stdout.isEmpty || !step.stderr.isEmpty || step.status != 0
  }

  private mutating func closeStep() {
    if let step { items.append(.step(step)) }
    step = nil
  }

  private func error(_ message: String) -> TranscriptError {
    TranscriptError(line: line, message: message)
  }
}

// MARK: - Writing

extension Transcript {
  /// The text of the file, with standard output before standard error before the status.
  package var text: String {
    items.flatMap { item in
      switch item {
      case .text(let line): [line]
      case .step(let step): step.commandLines + step.expectedLines
      }
    }
    .map { $0 + "\n" }.joined()
  }
}

extension Transcript.Step {
  package var commandLines: [String] {
    let lines = command.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      index == 0 ? "$ \(line)" : line.isEmpty ? "$ >" : "$ > \(line)"
    }
  }

  package var expectedLines: [String] {
    stdout.map { $0.isEmpty ? ">" : "> \($0)" } + stderr.map { $0.isEmpty ? "2>" : "2> \($0)" }
      + (status == 0 ? [] : ["?\(status)"])
  }
}
