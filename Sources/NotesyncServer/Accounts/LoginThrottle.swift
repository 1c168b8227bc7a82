internal import Synchronization

/// Slows down whoever guesses passwords, by name and by address.
///
/// An attempt counts as a failure from its beginning on, so that many at once are no way around it. Five are free;
/// each further one doubles the wait, up to a minute for a name and a quarter of an hour for an address. A success
/// forgets the name's failures; of its address it takes back itself alone, or who has an account could go on guessing
/// at others.
///
/// Who goes on failing from ever new addresses keeps a name waiting for as long as they like. So the name's wait is
/// not for networks where its account has signed in before: there only the wait of the address counts, and what
/// happens there neither adds to the name's failures nor forgets any.
final class LoginThrottle: Sendable {
  fileprivate struct Record {
    var failures = 0
    /// Seconds since 1970; attempts before it are refused unseen.
    var opens: Int64 = 0
    var last: Int64 = 0
  }

  private struct State {
    var names: [String: Record] = [:]
    var addresses: [String: Record] = [:]
  }

  private static let freeFailures = 5
  private static let nameLimit: Int64 = 60
  private static let addressLimit: Int64 = 900
  /// Failures are forgotten after so many seconds without another.
  private static let memory: Int64 = 3600
  /// More than this is forgotten at random rather than kept.
  private static let capacity = 10_000

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// A password that is being checked.
  struct Attempt {
    /// Nil where the name does not count.
    fileprivate var name: String?
    fileprivate var address: String
    fileprivate var nameOpens: Opens
    fileprivate var addressOpens: Opens
  }

  /// What a name or an address had to wait for before an attempt, and what it has to since.
  fileprivate struct Opens {
    var before: Int64
    var since: Int64
  }

  enum Beginning {
    case attempt(Attempt)
    /// Seconds.
    case wait(Int64)
  }

  /// Begins an attempt, which is a failure until `succeeded` says otherwise.
  ///
  /// - Parameters:
  ///   - address: as `rateLimitPrefix` says it.
  ///   - isFamiliar: the account has signed in from there before.
  func begin(name: String, address: String, isFamiliar: Bool) -> Beginning {
    let now = now()
    return state.withLock { state in
      let nameOpens = isFamiliar ? 0 : state.names[name]?.opens ?? 0
      let opens = max(nameOpens, state.addresses[address]?.opens ?? 0)
      guard opens <= now else { return .wait(opens - now) }
      let before = state.addresses[address]?.opens ?? 0
      if !isFamiliar { Self.add(to: &state.names, name, now: now, limit: Self.nameLimit) }
      Self.add(to: &state.addresses, address, now: now, limit: Self.addressLimit)
      return .attempt(
        Attempt(
          name: isFamiliar ? nil : name, address: address,
          nameOpens: Opens(before: nameOpens, since: state.names[name]?.opens ?? 0),
          addressOpens: Opens(before: before, since: state.addresses[address]?.opens ?? 0)))
    }
  }

  func succeeded(_ attempt: Attempt) {
    state.withLock { state in
      if let name = attempt.name { state.names[name] = nil }
      Self.takeBack(from: &state.addresses, attempt.address, opens: attempt.addressOpens)
    }
  }

  /// Takes back an attempt whose password was not looked at.
  func withdraw(_ attempt: Attempt) {
    state.withLock { state in
      if let name = attempt.name {
        Self.takeBack(from: &state.names, name, opens: attempt.nameOpens)
      }
      Self.takeBack(from: &state.addresses, attempt.address, opens: attempt.addressOpens)
    }
  }

  private static func takeBack(
    from records: inout [String: Record], _ key: String, opens: Opens
  ) {
    guard var record = records[key] else { return }
    record.failures -= 1
    // What others have to wait for, who tried meanwhile, stays.
    if record.opens == opens.since { record.opens = opens.before }
    records[key] = record.failures > 0 ? record : nil
  }

  private static func add(
    to records: inout [String: Record], _ key: String, now: Int64, limit: Int64
  ) {
    if records.count >= capacity, records[key] == nil {
      records = records.filter { now - $0.value.last < memory }
      while records.count >= capacity, let any = records.keys.first { records[any] = nil }
    }
    var record = records[key] ?? Record()
    if now - record.last > memory { record = Record() }
    record.failures += 1
    record.last = now
    let excess = record.failures - freeFailures
    if excess > 0 { record.opens = now + min(limit, 1 << min(excess - 1, 20)) }
    records[key] = record
  }
}
