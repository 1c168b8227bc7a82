internal import Foundation
internal import SystemCalls

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
