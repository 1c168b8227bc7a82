internal import Git
internal import SystemCalls
internal import VaultFormat

/// The git program and its environment.
struct FilterProgram: Sendable {
  /// The absolute path of the git program.
  let git: String
  let network: NetworkSettings
  /// Seconds since 1970: files that changed just before are passed to git as bytes.
  let now: Int64
  /// More bytes are not read of what a filter makes.
  var largestFile = Repository.largestBlob

  /// Milliseconds without output: a filter may fetch a large file, and filters, hooks and signing programs may ask the
  /// user.
  static var timeouts: SocketTimeouts { SocketTimeouts(idle: 600_000) }

  /// - Parameter variables: added to the environment.
  func command(_ arguments: [String], _ variables: [String: String] = [:]) -> ChildCommand {
    var environment = network.outsideEnvironment.merging(variables) { $1 }
    environment["GIT_TERMINAL_PROMPT"] = network.isInteractive ? nil : "0"
    return ChildCommand(
      program: git, arguments: arguments, environment: environment,
      hasOwnGroup: !network.isInteractive)
  }
}

/// Why git could not convert a file's content.
struct FilterFailure: Error, Hashable {
  /// Such as `git cat-file`.
  var command: String
  /// The messages of git and the filter.
  var message: String
  /// Whether the filter made more bytes than are read.
  var isTooLarge: Bool

  init(_ command: String, message: String, isTooLarge: Bool = false) {
    self.command = command
    self.isTooLarge = isTooLarge
    let lines = message.split(separator: "\n").filter { !$0.hasPrefix("error: external filter") }
    self.message =
      lines.isEmpty ? "it ended without a message" : lines.suffix(3).joined(separator: "; ")
  }
}

/// A git program that answers one question after the other, so that many files need one process.
final class GitQueryProcess {
  private let child: ChildProcess
  private(set) var isOverLimit = false

  init(_ command: ChildCommand) throws(SystemError) {
    child = try ChildProcess(command, timeouts: FilterProgram.timeouts)
  }

  /// - Parameters:
  ///   - isWhole: whether the bytes so far are the whole answer.
  ///   - limit: of an answer, in bytes.
  /// - Returns: the answer; nil if the program ended instead, or the answer is over the limit.
  func ask(
    _ question: [UInt8], limit: Int, isWhole: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    guard (try? child.channel.write(question)) != nil else { return nil }
    var answer: [UInt8] = []
    while !isWhole(answer) {
      guard let piece = piece(), !piece.isEmpty else { return nil }
      answer += piece
      if answer.count > limit {
        isOverLimit = true
        return nil
      }
    }
    return answer
  }

  private func piece() -> [UInt8]? {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      guard let count = try? child.channel.read(into: buffer) else { return nil }
      return Array(buffer[..<count])
    }
  }

  /// Ends the program's input and waits for its end.
  ///
  /// - Returns: its standard error.
  @discardableResult
  func finish() -> String {
    child.finish()
    return child.channel.errorOutput.text
  }
}
