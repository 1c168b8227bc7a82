/// Which connection is closed when a new one exceeds a limit.
///
/// Each address may have a limited number of connections without valid credentials, and so may each user. Beyond it the
/// oldest of them is closed. At the limit for all connections it is the oldest of the address that has most of them; if
/// all have credentials, the oldest one without a request of the user who has most of them.
struct ConnectionLimits {
  /// A connection that is open.
  struct Connection {
    var id: ObjectIdentifier
    /// The network of the client; nil for a proxy's connection without a running request.
    var network: String?
    /// Whose credentials the last request on it had; nil before one had any.
    var user: String?
    /// A request is being answered on it.
    var isBusy = false
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
  /// The limit for one address without credentials, and for one user.
  var share: Int

  /// For a connection of `network` that is not among `connections`.
  func decision(on network: String?, among connections: some Collection<Connection>) -> Decision {
    let strangers = connections.filter { $0.user == nil }
    let own = strangers.filter { network != nil && $0.network == network }
    if own.count >= share { return Self.decision(takingFrom: own) }
    guard connections.count >= limit else { return .admitted }
    guard strangers.isEmpty else {
      return Self.decision(takingFrom: Self.largest(strangers, by: \.network))
    }
    let most = Self.largest(connections, by: \.user)
    return Self.decision(takingFrom: most.count > 1 ? most.filter { !$0.isBusy } : [])
  }

  /// The connection that is closed for `connection`, whose request has credentials of its user; nil if there is room.
  func surplus(
    for connection: Connection, among connections: some Collection<Connection>
  ) -> ObjectIdentifier? {
    let others = connections.filter { $0.user == connection.user && $0.id != connection.id }
    guard others.count >= share else { return nil }
    let idle = others.filter { !$0.isBusy }
    return (idle.isEmpty ? others : idle).min { $0.number < $1.number }?.id
  }

  /// Among equals the group with the oldest connection, so that the result is deterministic.
  private static func largest(
    _ connections: some Collection<Connection>, by owner: (Connection) -> String?
  ) -> [Connection] {
    Dictionary(grouping: connections, by: owner).values.max { left, right in
      (left.count, -oldest(left)) < (right.count, -oldest(right))
    } ?? []
  }

  private static func decision(takingFrom connections: [Connection]) -> Decision {
    connections.min { $0.number < $1.number }.map { .admittedInPlace(of: $0.id) } ?? .refused
  }

  private static func oldest(_ connections: [Connection]) -> Int {
    connections.map(\.number).min() ?? 0
  }
}
