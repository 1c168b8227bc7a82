internal import System

/// The program at the other end of a fetch, started before anybody talks to it.
///
/// While something else is done here, ssh connects and the server looks up what it has; both wait with their
/// answer until it is read.
final class HeadStart {
  private let process: ChildProcess
  private let limits: WaitLimits

  /// Nil where no program is started for the address, and where it does not start: the fetch will say why.
  init?(_ server: ServerProgram) {
    let idle = server.settings.idleLimit
    limits = WaitLimits(first: server.settings.firstLimit, idle: idle)
    guard let command = try? server.command(for: .uploadPack),
      let process = try? ChildProcess(command, limits: limits)
    else { return nil }
    self.process = process
  }

  /// Waits until the server has answered or the program has ended, so that ssh has nothing left to ask.
  func settle() {
    try? process.channel.waitForInput()
  }

  /// The program, for a conversation with limits of its own; nil when the server no longer waits for one.
  ///
  /// A program that ended without an answer is handed on: how it ended is what there is to tell.
  func take(_ limits: WaitLimits) -> ChildProcess? {
    if isOver { return nil }
    process.channel.limits = limits
    return process
  }

  /// The server has answered and gone away.
  var isOver: Bool { process.channel.isAbandoned && process.channel.hasInput }
}

extension Remote {
  /// Starts what the next fetch will talk to, so that it need not wait; changes nothing.
  ///
  /// Nothing that asks at the terminal may run until `settle` or the fetch: ssh may be asking there.
  package func startAhead() {
    guard headStart == nil else { return }
    headStart = HeadStart(serverProgram(at: fetchAddress))
  }

  /// Waits until what was started ahead has no more to ask.
  package func settle() { headStart?.settle() }
}
