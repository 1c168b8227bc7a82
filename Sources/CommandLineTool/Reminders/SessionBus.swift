internal import SystemCalls

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
