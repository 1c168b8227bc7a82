internal import Journal
internal import SystemCalls
package import VaultFormat
internal import VaultIndex
internal import VaultStore
package import Words

/// The output of a command: data on standard output, messages on standard error.
///
/// The only code that writes to either. Data is made safe for a terminal where it is formatted
/// (`TerminalText`), messages are made safe here.
package final class Console {
  /// Standard output goes to a terminal, itself or through a pager.
  package let outputIsTerminal: Bool
  package let isQuiet: Bool
  package let isVerbose: Bool
  let style: Style
  let errorStyle: Style
  private var buffer: [UInt8] = []
  /// Receives the data instead of standard output.
  private var pager: Pager?
  /// Messages while a pager has the terminal; printed when it is closed.
  private var pendingMessages = ""

  /// The reader has closed the pipe.
  struct ClosedPipe: Error {}

  /// Why standard output failed, other than by a closed pipe.
  private(set) var outputProblem: SystemError?

  private static let bufferSize = 1 << 16

  init(_ options: GlobalOptions, _ environment: Environment) {
    outputIsTerminal = StandardStream.output.isTerminal
    isQuiet = options.quiet
    isVerbose = options.verbose
    style = Style(
      isOn: options.color.isOn(for: .output, environment),
      hasAllColours: ["truecolor", "24bit"].contains(environment["COLORTERM"]))
    errorStyle = Style(isOn: options.color.isOn(for: .error, environment))
  }

  // MARK: - Data

  /// Writes bytes as they are.
  func write(_ bytes: some Sequence<UInt8>) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes a line.
  package func line(_ text: String = "") throws {
    try write(text.utf8)
    try write(CollectionOfOne(UInt8(ascii: "\n")))
  }

  /// Sends further data through `pager`.
  func usePager(_ pager: Pager?) {
    self.pager = pager
  }

  package func flush() throws {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    guard let pager else { return try writeToOutput(buffer) }
    if pager.write(buffer) { return }
    guard try closePager() else { throw ClosedPipe() }
  }

  private func writeToOutput(_ bytes: [UInt8]) throws {
    switch StandardStream.output.write(bytes) {
    case .written: return
    case .closed: throw ClosedPipe()
    case .failed(let problem):
      outputProblem = problem
      throw ClosedPipe()
    }
  }

  /// Waits until the pager is closed; prints its input if it failed.
  ///
  /// - Returns: whether it failed; further data goes straight to the terminal.
  private func closePager() throws -> Bool {
    guard let pager else { return false }
    self.pager = nil
    guard let words = pager.close() else { return false }
    pendingMessages +=
      warningLine("the pager \(pager.name) \(words); its text is printed here") + "\n"
    printPending()
    try writeToOutput(pager.given)
    return true
  }

  private func printPending() {
    if !pendingMessages.isEmpty { _ = StandardStream.error.write(pendingMessages.utf8) }
    pendingMessages = ""
  }

  /// Flushes, and waits until the pager is closed.
  package func finish() throws {
    defer {
      pager = nil
      printPending()
    }
    try flush()
    _ = try closePager()
  }

  /// Ends the command with a status, after all that it has printed.
  package func end(with status: ExitStatus) throws -> Never {
    try finish()
    throw QuietExit(status: status)
  }

  // MARK: - Messages

  /// Prints a remark of one line, except with `--quiet`.
  package func say(_ text: String) {
    guard !isQuiet else { return }
    writeMessage(TerminalText.line(text))
  }

  package func warn(_ text: String) {
    writeMessage(warningLine(text))
  }

  private func warningLine(_ text: String) -> String {
    errorStyle.yellow("tl: warning:") + " " + TerminalText.line(text)
  }

  package func report(_ error: Problem) {
    writeMessage(errorStyle.red("tl: error:") + " " + TerminalText.line(error.message))
    for hint in error.hints {
      writeMessage(errorStyle.cyan("hint:") + " " + TerminalText.line(hint))
    }
  }

  /// A question or a line of progress, without a line end.
  package func prompt(_ text: String) {
    _ = StandardStream.error.write(text.utf8)
  }

  private func writeMessage(_ text: String) {
    // Data comes before the messages about it.
    try? flush()
    guard pager == nil else {
      pendingMessages += text + "\n"
      return
    }
    _ = StandardStream.error.write((text + "\n").utf8)
  }
}

extension Console {
  /// Prints JSON on many lines.
  package func print(_ value: JSONValue) throws { try line(value.pretty) }

  /// Prints a list, as an array of JSON or as lines; says `remark` instead of no line.
  package func list<Row>(
    _ rows: [Row], asJSON: Bool, none remark: String, json: (Row) throws -> JSONValue,
    lines: ([Row]) throws -> [String]
  ) throws {
    if asJSON { return try print(.array(rows.map(json))) }
    if rows.isEmpty { say(remark) }
    for text in try lines(rows) { try line(text) }
  }

  /// Lists what can be chosen by a number from 1, on standard error.
  ///
  /// - Parameters:
  ///   - others: how many are not listed.
  ///   - remedy: how those are named.
  func promptChoices(_ choices: [String], andMore others: Int, _ remedy: String) {
    let labels = choices.indices.map { String($0 + 1) }.rightAligned(errorStyle.cyan)
    for (label, choice) in zip(labels, choices) { prompt("\(label)  \(choice)\n") }
    if others > 0 { prompt(errorStyle.dim("and \(others) more, which can be \(remedy)") + "\n") }
  }

  /// Prints what a command made or changed: the short id, two blanks, the path.
  func line(_ id: NoteID, _ path: VaultPath) throws {
    let shortID = TerminalText.line(String(id.text.prefix(VaultIndex.shortLength)))
    try line("\(style.yellow(shortID))  \(TerminalText.line(path.shown))")
  }
}

extension [String] {
  /// With blanks before the shorter ones, for a column of numbers.
  ///
  /// - Parameter paint: colours each without its blanks.
  func rightAligned(_ paint: (String) -> String = { $0 }) -> [String] {
    let width = map(\.count).max() ?? 0
    return map { String(repeating: " ", count: width - $0.count) + paint($0) }
  }
}

extension Style {
  /// In the colour of a severity.
  func coloured(_ text: String, as severity: Finding.Severity) -> String {
    switch severity {
    case .error: red(text)
    case .warning: yellow(text)
    case .info: cyan(text)
    }
  }

  /// In a colour of the settings: the nearest of 256 unless the terminal has them all.
  func coloured(_ text: String, as color: ColorName?) -> String {
    guard let color else { return text }
    let (red, green, blue) = color.channels
    return wrap(
      text, hasAllColours ? "38;2;\(red);\(green);\(blue)" : "38;5;\(color.nearestOf256)")
  }
}

/// A program that shows long output page by page, fed through a pipe.
///
/// Keeps its input, so that nothing is lost if the program fails.
final class Pager {
  /// The program's name, for messages.
  let name: String
  /// The input so far.
  private(set) var given: [UInt8] = []
  private let child: PipedProcess

  /// Nil if the program cannot be started.
  ///
  /// - Parameter variables: set for the program where they are not set.
  init?(
    _ command: CommandLineWords, _ environment: Environment, variables: [String: String] = [:]
  ) {
    guard let started = command.command(environment, defaults: variables),
      let child = try? PipedProcess(started, input: .pipe)
    else { return nil }
    self.child = child
    name = command.program
  }

  /// False once the program reads no more.
  func write(_ bytes: [UInt8]) -> Bool {
    given += bytes
    return child.write(bytes)
  }

  /// Closes the input and waits until the program ends; called once.
  ///
  /// - Returns: how it ended, if that is not the way a pager ends when it is closed, else nil.
  func close() -> String? {
    let interrupt: Int32 = 2
    return switch child.wait() {
    // An interrupt from the keyboard closes a pager too.
    case 0, 128 + interrupt: nil
    case let status where status > 128: "was ended by signal \(status - 128)"
    case let status: "ended with status \(status)"
    }
  }
}

extension Session {
  /// Sends further data through the user's pager, if standard output is a terminal.
  ///
  /// `TL_PAGER`, the user's own settings, `PAGER`, else less. LESS and LV are set like git does if they are unset:
  /// otherwise less would show colours as `ESC[33m`.
  func startPager(unless isOff: Bool) {
    guard !isOff, console.outputIsTerminal, StandardStream.output.isTerminal else { return }
    let asked = environment["TL_PAGER"] ?? userConfiguration.pager ?? environment["PAGER"]
    // Less warns about a dumb terminal, and waits.
    if asked == nil, environment["TERM"] == "dumb" { return }
    guard let command = CommandLineWords(asked ?? "less -FRX"), command.program != "cat" else {
      return
    }
    let pager = Pager(command, environment, variables: ["LESS": "FRX", "LV": "-c"])
    if pager == nil, asked != nil {
      console.warn(
        "the pager \(command.program) cannot be started; TL_PAGER or PAGER names another")
    }
    console.usePager(pager)
  }
}
