extension ChildProcess {
  /// What a program printed, and how it ended.
  package struct Output {
    package var bytes: [UInt8]
    /// The end of its standard error.
    package var errorOutput: String
    package var status: Int32
  }

  /// Runs a program to its end, with `input` as its standard input.
  ///
  /// - Parameters:
  ///   - limit: the number of bytes of its output to keep.
  ///   - onErrorOutput: called with its standard error as it arrives.
  /// - Throws: `.system` if it cannot be started; `.timeout` after it was ended for taking too long.
  package static func run(
    _ command: ChildCommand, input: [UInt8], limit: Int = 65_536, timeouts: SocketTimeouts,
    onErrorOutput: ((ArraySlice<UInt8>) -> Void)? = nil
  ) throws(SocketFailure) -> Output {
    let child: ChildProcess
    do {
      child = try ChildProcess(command, timeouts: timeouts)
    } catch {
      throw .system(error)
    }
    child.channel.onErrorOutput = onErrorOutput
    let bytes: [UInt8]
    do {
      bytes = try child.exchange(input: input, limit: limit)
    } catch {
      child.end()
      throw error
    }
    let status = child.finish()
    return Output(bytes: bytes, errorOutput: child.channel.errorOutput.text, status: status)
  }

  private func exchange(input: [UInt8], limit: Int) throws(SocketFailure) -> [UInt8] {
    do throws(SocketFailure) {
      try channel.write(input)
    } catch .closed {
      // A program may end without reading its input; its output still counts.
    }
    channel.endOutput()
    var output: [UInt8] = []
    while let more = try nextPiece() { output += more.prefix(max(0, limit - output.count)) }
    return output
  }

  /// Nil at the end, or if the program ended without reading its input, which resets the socket.
  private func nextPiece() throws(SocketFailure) -> [UInt8]? {
    do throws(SocketFailure) {
      let piece = try channel.read()
      return piece.isEmpty ? nil : piece
    } catch .closed {
      return nil
    }
  }
}
