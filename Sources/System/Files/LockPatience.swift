/// How long to wait for a lock: how many pauses, and what a pause is.
package struct LockPatience {
  package var pauses: Int
  package var pause: () -> Void

  package init(pauses: Int, pause: @escaping () -> Void) {
    self.pauses = pauses
    self.pause = pause
  }

  /// What a person waits for a command before wondering (cli.md, "Locks").
  package static var tenSeconds: LockPatience { seconds(10) }

  /// At most an hour.
  package static func seconds(_ count: Int) -> LockPatience {
    LockPatience(pauses: 40 * min(max(count, 0), 3600)) { System.pause(milliseconds: 25) }
  }

  package static var none: LockPatience {
    LockPatience(pauses: 0) {}
  }
}
