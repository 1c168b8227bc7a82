/// How long to wait for a lock: a number of pauses.
package struct LockTimeout: Sendable {
  package var pauses: Int
  package var pause: @Sendable () -> Void

  package init(pauses: Int, pause: @escaping @Sendable () -> Void) {
    self.pauses = pauses
    self.pause = pause
  }

  /// The default of commands.
  package static var tenSeconds: LockTimeout { seconds(10) }

  /// A timeout of so many seconds, at most an hour.
  package static func seconds(_ count: Int) -> LockTimeout {
    milliseconds(min(max(count, 0), 3600) * 1000)
  }

  /// In steps of 25; below that the lock is only asked for once.
  package static func milliseconds(_ count: Int) -> LockTimeout {
    LockTimeout(pauses: max(count, 0) / 25) { SystemCalls.pause(milliseconds: 25) }
  }

  package static var none: LockTimeout {
    LockTimeout(pauses: 0) {}
  }
}
