internal import SystemCalls

/// The server program of the next fetch, started before the fetch.
///
/// Meanwhile ssh connects and the server lists its references; both wait until their output is read.
final class EarlyConnection {
  private let process: ChildProcess
  private let timeouts: SocketTimeouts

  /// Nil if the address needs no program, or if it does not start: the fetch will report why.
  init?(_ server: ServerProgram) {
    let idle = server.settings.idleTimeout
    timeouts = SocketTimeouts(first: server.settings.firstTimeout, idle: idle)
    guard let command = try? server.command(for: .uploadPack),
      let process = try? ChildProcess(command, timeouts: timeouts)
    else { return nil }
    self.process = process
  }

  /// Waits until the server has answered or the program has ended; ssh asks nothing after that.
  func waitForAnswer() {
    try? process.channel.waitForInput()
  }

  /// The program, with other timeouts; nil if the server has closed the connection.
  ///
  /// A program that ended without an answer is returned: its end is the error to report.
  func take(_ timeouts: SocketTimeouts) -> ChildProcess? {
    if isOver { return nil }
    process.channel.timeouts = timeouts
    return process
  }

  /// Whether the server has answered and closed the connection.
  var isOver: Bool { process.channel.isAbandoned && process.channel.hasInput }
}

extension Remote {
  /// Starts the connection of the next fetch; changes nothing.
  ///
  /// Nothing may ask at the terminal until `waitForEarlyConnection` or the fetch: ssh may be asking there.
  package func connectEarly() {
    guard earlyConnection == nil else { return }
    earlyConnection = EarlyConnection(serverProgram(at: fetchAddress))
  }

  /// Waits until the early connection asks nothing more.
  package func waitForEarlyConnection() { earlyConnection?.waitForAnswer() }
}
