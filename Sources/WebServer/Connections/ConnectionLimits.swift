/// Which connection is closed when a new one exceeds a limit.
///
/// Each address may have a limited number of connections without valid credentials. Beyond it the oldest of that
/// address is closed; at the limit for all connections, the oldest of the address that has most of them.
struct ConnectionLimits {
  /// A connection that is open.
  struct Connection {
    var id: ObjectIdentifier
    /// The network of the client; nil for a proxy's connection without a running request.
    var network: String?
    /// A request on it had valid credentials.
    var isAccepted = false
    /// Increases with each new connection.
    var number: Int
  }

  enum Decision: Hashable {
    case admitted
    case admittedInPlace(of: ObjectIdentifier)
    case refused
  }

  /// The limit for all connections.
  var limit: Int
  /// The limit for one address, without credentials.
  var share: Int

  /// For a connection of `network` that is not among `connections`.
  func decision(on network: String?, among connections: some Collection<Connection>) -> Decision {
    let own = connections.filter { network != nil && $0.network == network && !$0.isAccepted }
    if own.count >= share { return Self.decision(takingFrom: own) }
    guard connections.count >= limit else { return .admitted }
    let strangers = Dictionary(grouping: connections.filter { !$0.isAccepted }, by: \.network)
    // Among equals the one with the oldest connection, so that the result is deterministic.
    let largest = strangers.values.max { left, right in
      (left.count, -Self.oldest(left)) < (right.count, -Self.oldest(right))
    }
    return Self.decision(takingFrom: largest ?? [])
  }

  private static func decision(takingFrom connections: [Connection]) -> Decision {
    let oldest = connections.filter { !$0.isAccepted }.min { $0.number < $1.number }
    return oldest.map { .admittedInPlace(of: $0.id) } ?? .refused
  }

  private static func oldest(_ connections: [Connection]) -> Int {
    connections.map(\.number).min() ?? 0
  }
}
