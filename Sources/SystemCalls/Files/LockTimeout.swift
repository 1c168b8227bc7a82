/// How long to wait for a lock: a number of pauses.
package struct LockTimeout {
  package var pauses: Int
  package var pause: () -> Void

  package init(pauses: Int, pause: @escaping () -> Void) {
    self.pauses = pauses
    self.pause = pause
  }

  /// The default of commands.
  package static var tenSeconds: LockTimeout { seconds(10) }

  /// At most an hour.
  package static func seconds(_ count: Int) -> LockTimeout {
    LockTimeout(pauses: 40 * min(max(count, 0), 3600)) { SystemCalls.pause(milliseconds: 25) }
  }

  package static var none: LockTimeout {
    LockTimeout(pauses: 0) {}
  }
}
