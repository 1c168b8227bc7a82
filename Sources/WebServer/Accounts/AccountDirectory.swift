internal import Dispatch
internal import Synchronization
internal import SystemCalls

/// The current accounts of an accounts file, and the check of their passwords.
package final class AccountDirectory: Sendable {
  private let file: AccountsFile
  private let log: @Sendable (String) -> Void
  /// Nil until the file has been read once.
  private let lastGood = Mutex<Reading?>(nil)
  /// The hash that is checked for an unknown name, so that it takes as long as a known one.
  private let decoy: PasswordHash
  private let hashing: PasswordQueue

  /// - Parameters:
  ///   - queueLimit: how many passwords may wait to be checked.
  ///   - cost: of checking the password of an unknown name.
  package init(
    _ file: AccountsFile, queueLimit: Int, cost: PasswordCost,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.file = file
    self.log = log
    hashing = PasswordQueue(limit: queueLimit)
    decoy = PasswordHash(matchingNothing: cost)
    _ = accounts
  }

  /// The accounts of a file, and what the file was then.
  private struct Reading {
    var accounts: [Account]
    /// Nil if it is unknown.
    var status: FileStatus?
    /// When the file was first seen to be so, in nanoseconds.
    var since: Int64
    /// Whether another change would have another time, whatever the tick of the file system's clock is.
    ///
    /// A link stays as it is when the file that it leads to is changed.
    var isSettled: Bool
  }

  /// In nanoseconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// The last accounts that could be read count if the file is unreadable or missing, so that no user is signed out.
  private var accounts: [Account] {
    let status = try? FileDescriptor.status(ofPath: file.path)
    let now = MonotonicClock.nanoseconds()
    let known = lastGood.withLock { $0 }
    if let known, known.isSettled, known.status == status { return known.accounts }
    let problem: String
    do {
      if let accounts = try file.read() {
        let since = known.flatMap { $0.status == status ? $0.since : nil } ?? now
        let reading = Reading(
          accounts: accounts, status: status, since: since,
          isSettled: status?.kind == .file && now - since > Self.settlingTime)
        lastGood.withLock { $0 = reading }
        return accounts
      }
      problem = "is not there"
    } catch {
      problem = "\(error)"
    }
    guard let known else { return [] }
    log("\(file.path): \(problem); the accounts are those of before")
    return known.accounts
  }

  package var isEmpty: Bool { accounts.isEmpty }

  /// The id of the account with that name.
  package func id(name: String) -> String? { accounts.first { $0.name == name }?.id }

  package func account(id: String) -> Account? { accounts.first { $0.id == id } }

  enum PasswordCheck {
    case right(Account)
    case wrong
    /// Too many passwords wait to be checked.
    case busy
  }

  /// Finds the account with this name and password; one password is derived at a time.
  ///
  /// - Parameter isFamiliar: the account has signed in from this network before.
  func check(
    name: String, password: String, isFamiliar: Bool
  ) async throws -> PasswordCheck {
    let account = accounts.first { $0.name == name }
    let hash = account?.password ?? decoy
    let isRight = try await hashing.run(isFamiliar: isFamiliar) { try hash.matches(password) }
    guard let isRight else { return .busy }
    return isRight ? account.map { .right($0) } ?? .wrong : .wrong
  }
}

/// A user who may sign in, and that user's vault.
package struct Account: Hashable, Codable, Sendable {
  /// The subject of tokens; an account that later gets the same name has another id.
  package var id: String
  package var name: String
  package var password: PasswordHash
  /// The absolute path of the user's vault; nil: the one that the server was started for.
  package var vault: String?

  /// Names are 1 to 64 characters, without control characters and without blanks at their ends.
  package static func isValidName(_ name: String) -> Bool {
    guard 1...64 ~= name.count, name.utf8.count <= 256 else { return false }
    let scalars = name.unicodeScalars
    let hasControls = scalars.contains {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    let edges = [scalars.first, scalars.last].compactMap { $0 }
    return !hasControls && !edges.contains(where: \.properties.isWhitespace)
  }
}

/// Checks passwords one at a time, since each takes much memory and time.
///
/// Attempts from networks where the account has signed in before come first; the number of others that wait is limited.
final class PasswordQueue: Sendable {
  private typealias Job = @Sendable () -> Void

  private struct State {
    var familiar: [Job] = []
    var others: [Job] = []
    var isBusy = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "tl.password")
  private let limit: Int

  /// - Parameter limit: how many may wait, for familiar networks and for others each.
  init(limit: Int) {
    self.limit = limit
  }

  /// How many wait, not counting the one being checked.
  var waitingCount: Int { state.withLock { $0.familiar.count + $0.others.count } }

  /// - Returns: nil if too many wait already.
  func run<Result: Sendable>(
    isFamiliar: Bool, _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result? {
    try await withCheckedThrowingContinuation { continuation in
      let job: Job = { continuation.resume(with: Swift.Result { try work() }) }
      let (hasRoom, begins) = state.withLock { state in
        let count = isFamiliar ? state.familiar.count : state.others.count
        guard count < limit else { return (false, false) }
        if isFamiliar { state.familiar.append(job) } else { state.others.append(job) }
        defer { state.isBusy = true }
        return (true, !state.isBusy)
      }
      if !hasRoom { continuation.resume(returning: nil) }
      if begins { goOn() }
    }
  }

  private func goOn() {
    queue.async { [self] in
      let job: Job? = state.withLock { state in
        if !state.familiar.isEmpty { return state.familiar.removeFirst() }
        if !state.others.isEmpty { return state.others.removeFirst() }
        state.isBusy = false
        return nil
      }
      guard let job else { return }
      job()
      goOn()
    }
  }
}

/// The cost of deriving a password.
package struct PasswordCost: Hashable, Sendable {
  /// The binary logarithm of N.
  var logarithm: Int
  var blockSize: Int
  var parallelism: Int

  /// 32 MiB of memory and about a fifth of a second.
  package static let standard = PasswordCost(logarithm: 15, blockSize: 8, parallelism: 3)
  /// The minimum, for tests.
  package static let least = PasswordCost(logarithm: 1, blockSize: 1, parallelism: 1)

  var text: String { "ln=\(logarithm),r=\(blockSize),p=\(parallelism)" }
}

extension PasswordCost {
  /// `ln=15,r=8,p=3`; nil beyond 128 MiB of memory.
  init?(_ text: some StringProtocol) {
    var values: [String: Int] = [:]
    for pair in text.split(separator: ",") {
      let sides = pair.split(separator: "=")
      guard sides.count == 2, let value = Int(sides[1]), values[String(sides[0])] == nil else {
        return nil
      }
      values[String(sides[0])] = value
    }
    guard values.count == 3, let logarithm = values["ln"], let blockSize = values["r"],
      let parallelism = values["p"], 1...20 ~= logarithm, 1...32 ~= blockSize,
      1...16 ~= parallelism, (128 * blockSize) << logarithm <= 1 << 27
    else { return nil }
    self.init(logarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
  }
}
