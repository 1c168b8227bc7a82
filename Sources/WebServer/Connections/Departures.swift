internal import NIOCore

/// What is to be done when the client of a connection has gone.
struct Departures {
  typealias Action = @Sendable () -> Void

  private var actions: [ObjectIdentifier: Action] = [:]
  /// Connections on which the client sends nothing more.
  private var gone: Set<ObjectIdentifier> = []

  /// - Returns: whether the client has gone already; the action is not kept then.
  mutating func await(_ id: ObjectIdentifier, _ action: @escaping Action) -> Bool {
    if gone.contains(id) { return true }
    actions[id] = action
    return false
  }

  mutating func forget(_ id: ObjectIdentifier) { actions[id] = nil }

  /// - Returns: the action to be called.
  mutating func mark(_ id: ObjectIdentifier) -> Action? {
    gone.insert(id)
    return actions.removeValue(forKey: id)
  }

  /// The connection is over.
  ///
  /// - Returns: the action to be called.
  mutating func remove(_ id: ObjectIdentifier) -> Action? {
    gone.remove(id)
    return actions.removeValue(forKey: id)
  }
}

extension ConnectionRegistry {
  /// Calls `action` once when the client closes the connection or its side of it; at once if it has done so.
  ///
  /// One action at a time for each connection.
  func whenClientIsGone(from channel: any Channel, _ action: @escaping Departures.Action) {
    let isGone = departures { $0.await(ObjectIdentifier(channel), action) }
    if isGone || !channel.isActive { action() }
  }

  func forgetAction(for channel: any Channel) {
    departures { $0.forget(ObjectIdentifier(channel)) }
  }

  /// The client sends nothing more.
  func clientIsGone(from channel: any Channel) {
    departures { $0.mark(ObjectIdentifier(channel)) }?()
  }
}
