internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// The notes that a command works on: named on the command line, or picked on the terminal.
///
/// Without names, fzf shows the timeline if it is installed, else a numbered list on standard error.
/// Control characters are replaced.
struct NotePicker {
  private let vault: OpenVault
  private let resolver: NoteResolver
  private let allowsSeveral: Bool

  private var session: Session { vault.session }

  /// The notes that `words` name, each once, in the order given; without words, those that the user picks.
  ///
  /// One word that names nothing is an error. Of several, each failure is reported by `Session.fail`,
  /// and the others are returned, possibly none.
  ///
  /// - Throws: `QuietExit` if nothing was picked; a usage error without a terminal; the errors of `NoteResolver`.
  static func pick(_ words: [String], in vault: OpenVault) throws -> [ResolvedNote] {
    let picker = NotePicker(vault: vault, resolver: NoteResolver(vault), allowsSeveral: true)
    return words.isEmpty ? try picker.ask() : try picker.named(words)
  }

  /// The same for a command that works on one note.
  static func pickOne(_ word: String?, in vault: OpenVault) throws -> ResolvedNote {
    let resolver = NoteResolver(vault)
    if let word { return try resolver.resolve(word) }
    let picker = NotePicker(vault: vault, resolver: resolver, allowsSeveral: false)
    guard let note = try picker.ask().first else { throw QuietExit(status: .failure) }
    return note
  }

  private func named(_ words: [String]) throws -> [ResolvedNote] {
    if words.count == 1 { return try resolver.resolveAll(words[0]) }
    var notes: [ResolvedNote] = []
    for word in words { try session.attempt { notes += try resolver.resolveAll(word) } }
    return Self.unique(notes)
  }

  private func ask() throws -> [ResolvedNote] {
    guard session.isInteractive else {
      throw Problem(
        usage: "which note? NOTE is missing",
        hint: "name it by @N of the last list, its path, its name or the beginning of its id")
    }
    let index = try vault.scan()
    guard index.count > 0 else {
      throw Problem(
        "this vault has no notes yet", hint: "tl add \"What happened\" writes the first")
    }
    let choice = try pickWithFzf(index) ?? pickByNumber(index)
    guard !choice.isEmpty else {
      session.console.say("nothing chosen")
      throw QuietExit(status: .failure)
    }
    return choice
  }

  private static func unique(_ notes: [ResolvedNote]) -> [ResolvedNote] {
    var seen: Set<ResolvedNote> = []
    return notes.filter { seen.insert($0).inserted }
  }

  // MARK: - fzf

  /// Nil if fzf is not installed or fails.
  private func pickWithFzf(_ index: VaultIndex) -> [ResolvedNote]? {
    let words = CommandLineWords(program: "fzf", arguments: fzfArguments)
    guard let command = words.command(session.environment),
      let fzf = try? PipedProcess(command, input: .pipe, output: .captured)
    else { return nil }
    let notes = index.notes()
    var bytes: [UInt8] = []
    for (number, line) in CandidateLines(index, notes).enumerated() {
      bytes += "\(number)\t\(line)\n".utf8
      guard bytes.count >= 1 << 16 else { continue }
      // False once a choice was made before all candidates were read.
      guard fzf.write(bytes) else { break }
      bytes.removeAll(keepingCapacity: true)
    }
    _ = fzf.write(bytes)
    let answer = String(decoding: fzf.readAll(), as: UTF8.self)
    switch fzf.wait() {
    case 0: break
    case 1, 130: return []
    default: return nil
    }
    // The user's options may add lines of another form.
    return answer.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "\t").flatMap { Int(line[..<$0]) }
    }.filter(notes.indices.contains).map { ResolvedNote(notes[$0], of: index) }
  }

  /// Follows the user's own `FZF_DEFAULT_OPTS`: turns off options that change the form of the answer
  /// or run programs.
  private var fzfArguments: [String] {
    [
      "--delimiter=\t", "--with-nth=2..", "--tiebreak=index", "--layout=reverse", "--height=60%",
      "--preview=", "--no-print-query", "--no-read0", "--no-print0", "--no-ansi",
      "--no-select-1", "--no-exit-0", "--no-tac", "--prompt=note> ",
      allowsSeveral ? "--multi" : "--no-multi",
    ] + (allowsSeveral ? ["--header=TAB marks several, ENTER takes them, ESC none"] : [])
  }

  // MARK: - A numbered list

  static let listLength = 20

  private func pickByNumber(_ index: VaultIndex) throws -> [ResolvedNote] {
    let notes = index.notes(limit: Self.listLength)
    let width = (StandardStream.error.terminalWidth ?? 80) - String(notes.count).count - 2
    session.console.promptChoices(
      CandidateLines(index, notes).map { DisplayWidth.cut($0, to: max(20, width)) },
      andMore: index.count - notes.count, "named by id or path")
    return try answered(notes, index)
  }

  /// Asks until the answer can be understood or is empty.
  private func answered(
    _ notes: [VaultIndex.Position], _ index: VaultIndex
  ) throws -> [ResolvedNote] {
    let question = allowsSeveral ? "which notes? (numbers) " : "which note? (a number) "
    while true {
      session.console.prompt(question)
      guard let line = StandardStream.input.readLine() else {
        session.console.prompt("\n")
        return []
      }
      if line.contains("\u{1B}") { return [] }
      let words = line.split { $0.isWhitespace || (allowsSeveral && $0 == ",") }.map(String.init)
      if words.count > 1, !allowsSeveral {
        session.console.prompt("one note only\n")
        continue
      }
      do {
        return Self.unique(
          try words.map { word in
            guard let number = Int(word), number >= 1, number <= notes.count else {
              return try resolver.resolve(word)
            }
            return ResolvedNote(notes[number - 1], of: index)
          })
      } catch {
        session.console.report(Problem(error))
      }
    }
  }
}

/// A line for each note to choose from: day, short id, title, tags; safe for a terminal, and
/// without tabs.
private struct CandidateLines: Sequence, IteratorProtocol {
  private let index: VaultIndex
  private let notes: [VaultIndex.Position]
  private let shortIDs: [String]
  private let idWidth: Int
  private var number = 0

  init(_ index: VaultIndex, _ notes: [VaultIndex.Position]) {
    self.index = index
    self.notes = notes
    shortIDs = index.shortIDs(of: notes).map(TerminalText.line)
    idWidth = shortIDs.lazy.map(DisplayWidth.of).max() ?? 0
  }

  mutating func next() -> String? {
    guard number < notes.count else { return nil }
    defer { number += 1 }
    let position = notes[number]
    let mark = index[position].flags.contains(.pinned) ? "*" : " "
    let tags = index.tags(position).map { "  #" + TerminalText.line($0.text) }.joined()
    return "\(index[position].date.day)  \(DisplayWidth.pad(shortIDs[number], to: idWidth))  "
      + "\(mark) \(TerminalText.line(index.title(position)))\(tags)"
  }
}
