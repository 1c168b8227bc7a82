internal import Foundation
internal import Synchronization
internal import SystemCalls

/// Signing in by name and password, within the limits for guessing; one for all sites of a server.
package struct PasswordSignIn: Sendable {
  package let accounts: AccountDirectory
  private let networks: KnownNetworks
  private let throttle: LoginThrottle

  /// - Parameter now: in seconds since 1970.
  package init(
    _ accounts: AccountDirectory, _ networks: KnownNetworks, now: @escaping @Sendable () -> Int64
  ) {
    self.accounts = accounts
    self.networks = networks
    throttle = LoginThrottle(now: now)
  }

  package enum Outcome: Sendable {
    case account(Account)
    case wrong
    /// Seconds.
    case wait(Int64)
  }

  /// The wait when too many passwords are being checked, in seconds.
  private static let busyPause: Int64 = 5

  /// - Parameter address: of the client; nil if it is not known, and then only failures with the same name count.
  package func check(name: String, password: String, address: String?) async throws -> Outcome {
    // No account has a longer one.
    guard name.utf8.count <= 256, !PasswordHash.isTooLong(password) else { return .wrong }
    let network = address.map { rateLimitPrefix(of: $0) }
    // Also for unknown names, so that the time does not reveal which exist.
    let known = accounts.id(name: name) ?? ""
    let isFamiliar = network.map { networks.contains($0, of: known) } ?? false
    let attempt: LoginThrottle.Attempt
    switch throttle.begin(name: name, address: network, isFamiliar: isFamiliar) {
    case .wait(let seconds): return .wait(seconds)
    case .attempt(let begun): attempt = begun
    }
    let check = try await accounts.check(
      name: name, password: password, isFamiliar: isFamiliar)
    guard case .right(let account) = check else {
      guard case .busy = check else { return .wrong }
      throttle.withdraw(attempt)
      return .wait(Self.busyPause)
    }
    throttle.succeeded(attempt)
    // A failure here costs at most a wait.
    if let network { try? networks.add(network, of: account.id) }
    return .account(account)
  }
}

/// Slows down password guessing, by name and by address.
///
/// An attempt counts as a failure from its start, so that concurrent attempts do not evade the limit. Five are free;
/// each further one doubles the wait, up to a minute for a name and a quarter of an hour for an address. A success
/// clears the name's failures, but only its own attempt from those of the address: otherwise the owner of one account
/// could keep guessing the passwords of others.
///
/// An attacker with many addresses could make a name wait for ever. So the name's wait does not apply to networks from
/// which its account has signed in before: there only the wait of the address counts, and attempts neither add to the
/// name's failures nor clear any.
final class LoginThrottle: Sendable {
  fileprivate struct Record {
    var failures = 0
    /// When attempts are allowed again, in seconds since 1970; until then no password is checked.
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
  /// How many seconds failures are remembered after the last one.
  private static let memory: Int64 = 3600
  /// The number of entries; beyond it random ones are dropped.
  private static let capacity = 10_000

  private let state = Mutex(State())
  private let now: @Sendable () -> Int64

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
  }

  /// A password that is being checked.
  struct Attempt {
    /// Nil if the name does not count.
    fileprivate var name: String?
    /// Nil if it is not known.
    fileprivate var address: String?
    fileprivate var nameOpens: Opens
    fileprivate var addressOpens: Opens
  }

  /// The wait of a name or an address before and after an attempt.
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
  ///   - address: as `rateLimitPrefix` says it; nil if it is not known.
  ///   - isFamiliar: the account has signed in from this network before.
  func begin(name: String, address: String?, isFamiliar: Bool) -> Beginning {
    let now = now()
    return state.withLock { state in
      let nameOpens = isFamiliar ? 0 : state.names[name]?.opens ?? 0
      let addressOpens = address.flatMap { state.addresses[$0]?.opens } ?? 0
      let opens = max(nameOpens, addressOpens)
      guard opens <= now else { return .wait(opens - now) }
      if !isFamiliar { Self.add(to: &state.names, name, now: now, limit: Self.nameLimit) }
      if let address {
        Self.add(to: &state.addresses, address, now: now, limit: Self.addressLimit)
      }
      let since = address.flatMap { state.addresses[$0]?.opens } ?? 0
      return .attempt(
        Attempt(
          name: isFamiliar ? nil : name, address: address,
          nameOpens: Opens(before: nameOpens, since: state.names[name]?.opens ?? 0),
          addressOpens: Opens(before: addressOpens, since: since)))
    }
  }

  func succeeded(_ attempt: Attempt) {
    state.withLock { state in
      if let name = attempt.name { state.names[name] = nil }
      Self.takeBack(from: &state.addresses, attempt.address, opens: attempt.addressOpens)
    }
  }

  /// Withdraws an attempt whose password was not checked.
  func withdraw(_ attempt: Attempt) {
    state.withLock { state in
      Self.takeBack(from: &state.names, attempt.name, opens: attempt.nameOpens)
      Self.takeBack(from: &state.addresses, attempt.address, opens: attempt.addressOpens)
    }
  }

  private static func takeBack(
    from records: inout [String: Record], _ key: String?, opens: Opens
  ) {
    guard let key, var record = records[key] else { return }
    record.failures -= 1
    // Waits added by other attempts since then stay.
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

/// The networks that accounts have signed in from, where guesses by others do not slow them down.
///
/// One JSON file: `{"ACCOUNT": ["NETWORK"]}`, the latest last. An entry that is lost costs its owner at most a wait.
package struct KnownNetworks: Sendable {
  /// The number of most recent networks remembered for each account.
  package static let limit = 32

  private let path: String

  /// - Parameter path: in a folder that exists and is private.
  package init(_ path: String) {
    self.path = path
  }

  /// - Parameters:
  ///   - network: as `rateLimitPrefix` says it.
  ///   - account: its id.
  package func contains(_ network: String, of account: String) -> Bool {
    read()[account]?.contains(network) ?? false
  }

  package func add(_ network: String, of account: String) throws {
    // Most sign-ins come from where the last one came from.
    if read()[account]?.last == network { return }
    let lock = try FileLock(waitingFor: "\(path).lock")
    var networks = read()
    let others = (networks[account] ?? []).filter { $0 != network }
    networks[account] = Array((others + [network]).suffix(Self.limit))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try PrivateFile(path).write(Array(try encoder.encode(networks)) + [UInt8(ascii: "\n")])
    withExtendedLifetime(lock) {}
  }

  private func read() -> [String: [String]] {
    guard let bytes = try? PrivateFile(path).read() else { return [:] }
    return (try? JSONDecoder().decode([String: [String]].self, from: Data(bytes))) ?? [:]
  }
}
