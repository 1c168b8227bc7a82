internal import Crypto
internal import CryptoExtras
internal import Foundation

/// A password as it is stored: derived by scrypt (RFC 7914), with a salt of its own and the costs beside it.
///
/// As text it has the PHC form: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base64 without padding.
package struct PasswordHash: Hashable, Sendable {
  var cost: PasswordCost
  var salt: [UInt8]
  var hash: [UInt8]

  /// Derives the hash of a password with a new salt.
  package init(of password: String, cost: PasswordCost = .standard) throws {
    var generator = SystemRandomNumberGenerator()
    let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    self.cost = cost
    self.salt = salt
    hash = try Self.derive(password, salt, cost: cost)
  }

  /// Nil where the text is none of ours, or asks for more than this machine should bear.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
      let cost = PasswordCost(parts[2]), let salt = Self.bytes(parts[3]),
      let hash = Self.bytes(parts[4]), salt.count >= 8, hash.count == Self.size
    else { return nil }
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  package var text: String {
    "$scrypt$\(cost.text)$\(Self.base64(salt))$\(Self.base64(hash))"
  }

  /// Tells this password from every other, and from the same one set anew, and nothing about it.
  var stamp: String { String(sha256Hex("tl password stamp \(text)".utf8).prefix(32)) }

  /// Whether this is the password; takes the same time whatever is wrong with it.
  package func matches(_ password: String) throws -> Bool {
    constantTimeEqual(try Self.derive(password, salt, cost: cost), hash)
  }

  private static let size = 32
  /// In bytes; what is longer is no one's password, and checking it would only cost memory.
  static let passwordLimit = 1024

  static func isTooLong(_ password: String) -> Bool { bytes(of: password).count > passwordLimit }

  /// The same letters typed on another system are the same password.
  private static func bytes(of password: String) -> [UInt8] {
    Array(password.precomposedStringWithCompatibilityMapping.utf8)
  }

  private static func derive(
    _ password: String, _ salt: [UInt8], cost: PasswordCost
  ) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: bytes(of: password), salt: salt, outputByteCount: size, rounds: 1 << cost.logarithm,
      blockSize: cost.blockSize, parallelism: cost.parallelism, maxMemory: 1 << 28)
    return key.withUnsafeBytes { Array($0) }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map { Array($0) }
  }
}

/// What deriving a password costs.
package struct PasswordCost: Hashable, Sendable {
  /// The binary logarithm of N.
  var logarithm: Int
  var blockSize: Int
  var parallelism: Int

  /// 32 MiB of memory and about a fifth of a second.
  package static let standard = PasswordCost(logarithm: 15, blockSize: 8, parallelism: 3)
  /// For tests: as good as nothing.
  package static let least = PasswordCost(logarithm: 1, blockSize: 1, parallelism: 1)

  private init(logarithm: Int, blockSize: Int, parallelism: Int) {
    self.logarithm = logarithm
    self.blockSize = blockSize
    self.parallelism = parallelism
  }

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

  var text: String { "ln=\(logarithm),r=\(blockSize),p=\(parallelism)" }
}

/// Compares without telling by its time where the two differ; only whether the lengths do.
func constantTimeEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(a, b) { difference |= left ^ right }
  return difference == 0
}
