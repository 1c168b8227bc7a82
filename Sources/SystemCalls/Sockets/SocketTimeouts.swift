/// Timeouts of a socket.
package struct SocketTimeouts {
  /// Milliseconds until the first byte, in which a user may have to type a password.
  package var first: Int
  /// Milliseconds without a byte in either direction.
  package var idle: Int
  /// Called several times a second while nothing happens; false ends the wait.
  package var shouldContinue: () -> Bool

  /// - Parameter first: `idle` if nil.
  package init(
    first: Int? = nil, idle: Int, shouldContinue: @escaping () -> Bool = { true }
  ) {
    self.first = first ?? idle
    self.idle = idle
    self.shouldContinue = shouldContinue
  }
}
