internal import NIOCore
internal import Synchronization
internal import SystemCalls
internal import TLS

/// The open connections, and how long each may be idle.
final class ConnectionRegistry: Sendable {
  private struct Entry {
    var connection: ConnectionLimits.Connection
    var channel: any Channel
    var deadline: Scheduled<Void>?

    /// Closes the connection without a wait for a client that does not read: its place is taken.
    func giveWay() {
      channel.triggerUserOutboundEvent(TLSHandler.Abort(), promise: nil)
      channel.close(promise: nil)
    }
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var count = 0
    var disconnectActions = DisconnectActions()
  }

  private let state = Mutex(State())
  private let plan: ConnectionLimits
  /// Connections come from a proxy, so that only a request has the client's address.
  private let isBehindProxy: Bool
  /// How many seconds a connection may be without a request, before and after it was accepted.
  private let (unauthenticatedTime, acceptedTime): (Int64, Int64)

  init(_ settings: WebServerSettings) {
    plan = ConnectionLimits(
      limit: settings.connectionLimit, share: min(settings.addressLimit, settings.connectionLimit))
    isBehindProxy = settings.allowsInsecureProxy
    (unauthenticatedTime, acceptedTime) = (settings.headTime, settings.idleTime)
  }

  /// Registers a connection, or closes it if a limit is reached.
  func open(_ channel: any Channel) {
    let network =
      isBehindProxy ? nil : rateLimitPrefix(of: channel.remoteAddress?.ipAddress ?? "unknown")
    if !settle(channel, network) {
      channel.eventLoop.execute { channel.close(promise: nil) }
    } else {
      setDeadline(of: channel)
    }
  }

  /// A request begins on a connection.
  ///
  /// - Parameter address: of the client.
  func begin(on channel: any Channel, from address: String) {
    state.withLock { state in
      state.entries[ObjectIdentifier(channel)]?.deadline?.cancel()
      state.entries[ObjectIdentifier(channel)]?.deadline = nil
      state.entries[ObjectIdentifier(channel)]?.connection.isBusy = true
    }
    if isBehindProxy { _ = settle(channel, rateLimitPrefix(of: address)) }
  }

  /// The request on a connection has valid credentials of a user.
  func accept(_ channel: any Channel, as user: String) {
    let victim = state.withLock { state -> Entry? in
      guard var entry = state.entries[ObjectIdentifier(channel)], entry.connection.user != user
      else { return nil }
      entry.connection.user = user
      state.entries[ObjectIdentifier(channel)] = entry
      let others = state.entries.values.map(\.connection)
      guard let id = plan.surplus(for: entry.connection, among: others) else { return nil }
      let victim = state.entries.removeValue(forKey: id)
      victim?.deadline?.cancel()
      return victim
    }
    victim?.giveWay()
  }

  /// The request on a connection was answered.
  func end(on channel: any Channel) {
    state.withLock { state in
      state.entries[ObjectIdentifier(channel)]?.connection.isBusy = false
      guard isBehindProxy else { return }
      // The next request may come from another client.
      state.entries[ObjectIdentifier(channel)]?.connection.network = nil
      state.entries[ObjectIdentifier(channel)]?.connection.user = nil
    }
    setDeadline(of: channel)
  }

  /// The connection is over.
  func close(_ channel: any Channel) {
    let action = state.withLock { state in
      state.entries.removeValue(forKey: ObjectIdentifier(channel))?.deadline?.cancel()
      return state.disconnectActions.remove(ObjectIdentifier(channel))
    }
    action?()
  }

  func disconnectActions<Result>(_ body: (inout DisconnectActions) -> Result) -> Result {
    state.withLock { body(&$0.disconnectActions) }
  }

  /// - Returns: whether the connection stays open; another one may have been closed for it.
  private func settle(_ channel: any Channel, _ network: String?) -> Bool {
    let id = ObjectIdentifier(channel)
    let (decision, victim) = state.withLock { state in
      let former = state.entries.removeValue(forKey: id)
      let decision = plan.decision(on: network, among: state.entries.values.map(\.connection))
      var victim: Entry?
      if case .admittedInPlace(let other) = decision {
        victim = state.entries.removeValue(forKey: other)
        victim?.deadline?.cancel()
      }
      if decision != .refused {
        state.count += 1
        let connection = ConnectionLimits.Connection(
          id: id, network: network, isBusy: former != nil,
          number: former?.connection.number ?? state.count)
        state.entries[id] = Entry(
          connection: connection, channel: channel, deadline: former?.deadline)
      } else if let former {
        state.entries[id] = former
      }
      return (decision, victim)
    }
    victim?.giveWay()
    return decision != .refused
  }

  /// The head of a request must arrive in this time, however slowly its bytes come.
  private func setDeadline(of channel: any Channel) {
    state.withLock { state in
      guard var entry = state.entries[ObjectIdentifier(channel)] else { return }
      entry.deadline?.cancel()
      let isKnown = entry.connection.user != nil || isBehindProxy && entry.connection.network == nil
      let time = isKnown ? acceptedTime : unauthenticatedTime
      entry.deadline = channel.eventLoop.scheduleTask(in: .seconds(time)) {
        channel.close(promise: nil)
      }
      state.entries[ObjectIdentifier(channel)] = entry
    }
  }
}

/// Reports opened and closed connections to the registry.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
  // Incoming data pass through unchanged.
  typealias InboundIn = Never

  private let registry: ConnectionRegistry
  private var isOpen = false

  init(_ registry: ConnectionRegistry) {
    self.registry = registry
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { open(context.channel) }
  }

  func channelActive(context: ChannelHandlerContext) {
    // The remote address is unknown before that.
    open(context.channel)
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { registry.clientIsGone(from: context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    registry.close(context.channel)
  }

  private func open(_ channel: any Channel) {
    guard !isOpen else { return }
    isOpen = true
    registry.open(channel)
  }
}

/// What is to be done when the client of a connection has gone.
struct DisconnectActions {
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
  func whenClientIsGone(from channel: any Channel, _ action: @escaping DisconnectActions.Action) {
    let isGone = disconnectActions { $0.await(ObjectIdentifier(channel), action) }
    if isGone || !channel.isActive { action() }
  }

  func forgetAction(for channel: any Channel) {
    disconnectActions { $0.forget(ObjectIdentifier(channel)) }
  }

  /// The client sends nothing more.
  func clientIsGone(from channel: any Channel) {
    disconnectActions { $0.mark(ObjectIdentifier(channel)) }?()
  }
}
