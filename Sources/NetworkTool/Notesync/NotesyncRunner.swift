internal import CommandLineTool
internal import Notesync
internal import NotesyncServer
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer
internal import Words

/// Runs the commands of `tl notesync` in a session.
struct NotesyncRunner {
  let session: Session

  func answer(_ request: NotesyncRequest) throws {
    do {
      try work(request)
    } catch let error as NotesyncError {
      throw Problem(error, session.environment)
    } catch let error as WebServerProblem {
      throw CommandError(error)
    } catch let error as ServerProblem {
      throw CommandError(error)
    }
  }

  private func work(_ request: NotesyncRequest) throws {
    switch request {
    case .login(let server, let user, let usesBrowser):
      try login(server: server, user: user, usesBrowser: usesBrowser)
    case .logout: try logout()
    case .status(let json): try status(json: json)
    case .queue(let json): try queue(json: json)
    case .push(let isDryRun, let allowsDeletes, let givesNewIDs):
      try push(isDryRun: isDryRun, allowsDeletes: allowsDeletes, givesNewIDs: givesNewIDs)
    case .sync(let isDryRun, let allowsDeletes, let givesNewIDs):
      try sync(isDryRun: isDryRun, allowsDeletes: allowsDeletes, givesNewIDs: givesNewIDs)
    case .restore(let count, let bringsRemovedMedia, let isDryRun):
      try restore(count, bringsRemovedMedia: bringsRemovedMedia, isDryRun: isDryRun)
    case .resync: try resync()
    case .serve(let serving): try serve(serving)
    case .account(let action, let accounts): try account(action, accounts: accounts)
    case .aside(let action, let accounts): try aside(action, accounts: accounts)
    }
  }

  func printLine(_ line: String) throws {
    try session.console.line(TerminalText.line(line))
  }
}
