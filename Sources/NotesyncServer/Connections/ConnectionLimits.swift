/// Who gives way when a connection comes and there is no room for it.
///
/// An address has a share of all connections for those that brought no valid credentials. The oldest of them gives way:
/// of the same address where its share is used up, of the address that has most of them where all connections are.
struct ConnectionLimits {
  /// A connection that is open.
  struct Connection {
    var id: ObjectIdentifier
    /// What one owner has of the network; nil for a proxy's connection on which nothing is under way.
    var network: String?
    /// A request with valid credentials came on it.
    var isAccepted = false
    /// Grows with the time of coming.
    var number: Int
  }

  enum Decision: Hashable {
    case admitted
    case admittedInPlace(of: ObjectIdentifier)
    case refused
  }

  /// Of all connections.
  var limit: Int
  /// Of one address, without credentials.
  var share: Int

  /// For a connection of `network` that is not among `connections`.
  func decision(on network: String?, among connections: some Collection<Connection>) -> Decision {
    let own = connections.filter { network != nil && $0.network == network && !$0.isAccepted }
    if own.count >= share { return Self.decision(takingFrom: own) }
    guard connections.count >= limit else { return .admitted }
    let strangers = Dictionary(grouping: connections.filter { !$0.isAccepted }, by: \.network)
    // Of two with as many the one with the older connection, so that the answer is always the same.
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
