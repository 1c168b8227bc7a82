#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program that runs with the terminal or with pipes; the caller waits for it.
package final class PipedProcess {
  package enum Input: Hashable, Sendable {
    /// The standard input of this process.
    case inherited
    /// A pipe that `write` fills.
    case pipe
    /// An open file, from its present place.
    case file(Int32)
  }

  package enum Output: Hashable, Sendable {
    /// The standard output of this process.
    case inherited
    /// Standard error of this process: standard output is for data.
    case standardError
    /// A pipe that `readAll` reads.
    case captured
    /// An open file, from its present place.
    case file(Int32)
  }

  private let pid: pid_t
  private var inputEnd: FileDescriptor?
  private var outputEnd: FileDescriptor?

  package init(
    _ command: ChildCommand, input: Input = .inherited, output: Output = .inherited
  ) throws(SystemError) {
    let inputPipe = input == .pipe ? try Pipe() : nil
    let outputPipe = output == .captured ? try Pipe() : nil
    let inputStream: ChildCommand.Stream =
      switch input {
      case .inherited: .inherited
      case .pipe: inputPipe.map { .descriptor($0.read) } ?? .inherited
      case .file(let descriptor): .descriptor(descriptor)
      }
    let outputStream: ChildCommand.Stream =
      switch output {
      case .inherited: .inherited
      case .standardError: .descriptor(2)
      case .captured: outputPipe.map { .descriptor($0.write) } ?? .inherited
      case .file(let descriptor): .descriptor(descriptor)
      }
    defer {
      if let inputPipe { close(inputPipe.read) }
      if let outputPipe { close(outputPipe.write) }
    }
    do {
      pid = try command.start(input: inputStream, output: outputStream, errors: .inherited)
    } catch {
      if let inputPipe { close(inputPipe.write) }
      if let outputPipe { close(outputPipe.read) }
      throw error
    }
    if let inputPipe { inputEnd = FileDescriptor(takingOwnershipOf: inputPipe.write) }
    if let outputPipe { outputEnd = FileDescriptor(takingOwnershipOf: outputPipe.read) }
  }

  /// False if the program has stopped reading.
  package func write(_ bytes: [UInt8]) -> Bool {
    switch inputEnd {
    case .some(let end): ByteStream(descriptor: end.rawValue).write(bytes) == .written
    case .none: false
    }
  }

  /// Ends the program's input and returns its output.
  package func readAll() -> [UInt8] {
    inputEnd = nil
    switch outputEnd {
    case .some(let end): return ByteStream(descriptor: end.rawValue).readAll()
    case .none: return []
    }
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status, or 128 + the number of the signal that ended it.
  package func wait() -> Int32 {
    inputEnd = nil
    outputEnd = nil
    return ChildCommand.waitForEnd(of: pid)
  }

  /// Both ends are closed in programs that are started later.
  private struct Pipe {
    let read: Int32
    let write: Int32

    init() throws(SystemError) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemError(last: .start) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (read, write) = (ends[0], ends[1])
    }
  }

  /// Runs a program with the terminal until it ends.
  ///
  /// An interrupt from the keyboard reaches every process of the terminal's job; as in a shell, this process ignores
  /// it.
  ///
  /// - Parameter output: nil for the terminal; for standard error if standard output is none.
  /// - Returns: its exit status, or 128 + the number of the signal that ended it.
  /// - Throws: if it cannot be started.
  package static func runInForeground(
    _ command: ChildCommand, input: Input = .inherited, output: Output? = nil
  ) throws(SystemError) -> Int32 {
    let interrupts = [SIGINT, SIGQUIT].map { (signal: $0, before: signal($0, SIG_IGN)) }
    defer { for interrupt in interrupts { _ = signal(interrupt.signal, interrupt.before) } }
    // What this process ignored before, as in the background of a shell, the program ignores too.
    let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
    var command = command
    command.defaultSignals =
      interrupts
      .filter { unsafeBitCast($0.before, to: Int.self) != ignored }.map(\.signal)
    let output = output ?? (StandardStream.output.isTerminal ? .inherited : .standardError)
    return try PipedProcess(command, input: input, output: output).wait()
  }

  /// Starts a program without input or output, and does not wait for it.
  ///
  /// - Returns: false if it cannot be started.
  package static func launch(_ command: ChildCommand) -> Bool {
    (try? command.start(input: .nothing, output: .nothing, errors: .nothing)) != nil
  }
}
