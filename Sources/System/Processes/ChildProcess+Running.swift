extension ChildProcess {
  /// What a program printed, and how it ended.
  package struct Output {
    package var bytes: [UInt8]
    /// The end of what it printed for people.
    package var talk: String
    package var status: Int32
  }

  /// Runs a program to its end, with `input` as its standard input.
  ///
  /// - Parameters:
  ///   - limit: of what is kept of its output, in bytes.
  ///   - hear: told of what it prints for people, as it comes.
  /// - Throws: `.system` where it cannot be started; a program that takes too long is ended.
  package static func run(
    _ command: ChildCommand, input: [UInt8], limit: Int = 65_536, limits: WaitLimits,
    hear: ((ArraySlice<UInt8>) -> Void)? = nil
  ) throws(SocketFailure) -> Output {
    let child: ChildProcess
    do {
      child = try ChildProcess(command, limits: limits)
    } catch {
      throw .system(error)
    }
    child.channel.hear = hear
    let bytes: [UInt8]
    do {
      bytes = try child.converse(input: input, limit: limit)
    } catch {
      child.end()
      throw error
    }
    let status = child.finish()
    return Output(bytes: bytes, talk: child.channel.talk.text, status: status)
  }

  private func converse(input: [UInt8], limit: Int) throws(SocketFailure) -> [UInt8] {
    do throws(SocketFailure) {
      try channel.write(input)
    } catch .closed {
      // A program may end without having read everything; what it printed still counts.
    }
    channel.endOutput()
    var output: [UInt8] = []
    while let more = try nextPiece() { output += more.prefix(max(0, limit - output.count)) }
    return output
  }

  /// Nil at the end; that is also where the program left input unread, which breaks the line.
  private func nextPiece() throws(SocketFailure) -> [UInt8]? {
    do throws(SocketFailure) {
      let piece = try channel.read()
      return piece.isEmpty ? nil : piece
    } catch .closed {
      return nil
    }
  }
}
