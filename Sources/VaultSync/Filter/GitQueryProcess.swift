internal import SystemCalls

/// A git program that answers one question after the other, so that many files need one process.
final class GitQueryProcess {
  private let child: ChildProcess

  init(_ command: ChildCommand) throws(SystemError) {
    child = try ChildProcess(command, timeouts: FilterProgram.timeouts)
  }

  /// - Parameters:
  ///   - isWhole: whether the bytes so far are the whole answer.
  ///   - limit: of an answer, in bytes.
  /// - Returns: the answer; nil if the program ended instead.
  func ask(
    _ question: [UInt8], limit: Int, isWhole: ([UInt8]) -> Bool
  ) -> [UInt8]? {
    guard (try? child.channel.write(question)) != nil else { return nil }
    var answer: [UInt8] = []
    while !isWhole(answer) {
      guard answer.count <= limit, let piece = piece(), !piece.isEmpty else { return nil }
      answer += piece
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
