internal import SystemCalls

/// A program that shows long output page by page, fed through a pipe.
///
/// Keeps its input, so that nothing is lost if the program fails.
final class Pager {
  /// How the program ended.
  enum End: Hashable {
    case done
    /// Not the way a pager ends when it is closed; with a description.
    case failed(String)
  }

  /// The program's name, for messages.
  let name: String
  /// The input so far.
  private(set) var given: [UInt8] = []
  private let child: PipedProcess
  private var end: End?

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

  /// Closes the input and waits until the program ends.
  func close() -> End {
    if let end { return end }
    let status = child.wait()
    let result = Self.end(status)
    end = result
    return result
  }

  /// An interrupt from the keyboard is a way to close a pager.
  private static func end(_ status: Int32) -> End {
    let interrupt: Int32 = 2
    switch status {
    case 0, 128 + interrupt: return .done
    case let status where status > 128: return .failed("was ended by signal \(status - 128)")
    case let status: return .failed("ended with status \(status)")
    }
  }
}
