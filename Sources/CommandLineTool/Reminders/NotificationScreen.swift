internal import SystemCalls
internal import VaultFormat
internal import Words

/// Shows notifications by a program, one after the other.
struct NotificationScreen {
  /// How showing one ended.
  enum Result: Hashable {
    case shown
    /// The program has refused it, with its last words.
    case refused(String)
    /// The program cannot be started or does not end: it need not be asked for the next.
    case unreachable(String)
  }

  let program: NotificationProgram
  private let environment: Environment

  /// Milliseconds that the program has.
  private static let patience: Int64 = 10_000

  /// - Throws: if there is no program.
  init(_ session: Session) throws {
    guard let program = NotificationProgram(session.environment, session.userConfiguration) else {
      let names = NotificationProgram.forms.map(\.rawValue).joined(separator: ", ")
      throw Problem.notShown("no program was found that shows one (\(names))")
    }
    self.program = program
    environment = session.environment
  }

  func show(title: String, body: String) -> Result {
    let words = program.showing(title: title, body: body)
    guard let command = words.command(environment, defaults: SessionBus.defaults) else {
      return .unreachable("\(words.program) was not found")
    }
    do {
      // What it prints is only for an error.
      let log = try TemporaryFile(
        in: FileDescriptor(openingFolder: environment.temporaryFolder),
        prefix: Array(".tl-notify-".utf8), permissions: 0o600, isRead: true)
      let process = try BackgroundProcess(command, errors: log.file)
      let deadline = MonotonicClock.nanoseconds() + Self.patience * 1_000_000
      while process.status == nil, MonotonicClock.nanoseconds() < deadline {
        pause(milliseconds: 5)
      }
      guard let status = process.status else {
        return .unreachable("\(words.program) does not end")
      }
      if status == 0 { return .shown }
      return .refused(
        log.file.lastLine ?? "\(words.program) ended with status \(status)")
    } catch {
      return .unreachable("\(words.program) cannot be started: \(error)")
    }
  }
}

extension Problem {
  /// - Parameters:
  ///   - reason: why the first one was not shown.
  ///   - count: how many were not shown.
  ///   - total: of so many.
  static func notShown(_ reason: String, count: Int = 1, of total: Int = 1) -> Problem {
    Problem(
      count < total
        ? "\(count) of \(total.counted("notification")) could not be shown: \(reason)"
        : "no notification could be shown: \(reason)",
      hint: "start a notification daemon, or set notify in ~/.config/tl/config.yaml")
  }
}

/// Where the programs of a desktop find each other.
enum SessionBus {
  /// Variables for a program that shows notifications, where the environment lacks them: cron sets none, and
  /// notify-send does not find the bus by itself then.
  static var defaults: [String: String] {
    #if os(macOS)
      return [:]
    #else
      return defaults(user: ThisDevice.userID) {
        (try? FileDescriptor.status(ofPath: $0))?.kind == .socket
      }
    #endif
  }

  /// - Parameter isSocket: whether a path names a socket.
  static func defaults(user: UInt32, isSocket: (String) -> Bool) -> [String: String] {
    let path = "/run/user/\(user)/bus"
    return isSocket(path) ? ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"] : [:]
  }
}
