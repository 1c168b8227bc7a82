/// Who gives way when a connection comes and there is no room for it.
///
/// An address has a share of all connections for those that brought no valid credentials. The oldest of them gives way:
/// of the same address where its share is used up, of the address that has most of them where all connections are.
struct SeatPlan {
  /// A connection that is open.
  struct Seat {
    var id: ObjectIdentifier
    /// What one owner has of the network; nil for a proxy's connection on which nothing is under way.
    var network: String?
    /// A request with valid credentials came on it.
    var isAccepted = false
    /// Grows with the time of coming.
    var number: Int
  }

  enum Verdict: Hashable {
    case welcome
    case welcomeInstead(of: ObjectIdentifier)
    case refused
  }

  /// Of all connections.
  var limit: Int
  /// Of one address, without credentials.
  var share: Int

  /// For a connection of `network` that is not among `seats`.
  func verdict(on network: String?, among seats: some Collection<Seat>) -> Verdict {
    let own = seats.filter { network != nil && $0.network == network && !$0.isAccepted }
    if own.count >= share { return Self.verdict(takingFrom: own) }
    guard seats.count >= limit else { return .welcome }
    let strangers = Dictionary(grouping: seats.filter { !$0.isAccepted }, by: \.network)
    // Of two with as many the one with the older connection, so that the answer is no matter of chance.
    let largest = strangers.values.max { left, right in
      (left.count, -Self.oldest(left)) < (right.count, -Self.oldest(right))
    }
    return Self.verdict(takingFrom: largest ?? [])
  }

  private static func verdict(takingFrom seats: [Seat]) -> Verdict {
    let oldest = seats.filter { !$0.isAccepted }.min { $0.number < $1.number }
    return oldest.map { .welcomeInstead(of: $0.id) } ?? .refused
  }

  private static func oldest(_ seats: [Seat]) -> Int { seats.map(\.number).min() ?? 0 }
}
