internal import Cryptography
internal import Foundation

/// A password as it is stored: derived by scrypt (RFC 7914), with a salt of its own and the costs beside it.
///
/// Its text has the PHC form: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base64 without padding.
package struct PasswordHash: Hashable, Sendable {
  var cost: PasswordCost
  var salt: [UInt8]
  var hash: [UInt8]

  /// Derives the hash of a password with a new salt.
  package init(of password: String, cost: PasswordCost = .standard) throws {
    self.cost = cost
    salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    hash = try Self.derive(password, salt, cost: cost)
  }

  /// A hash that no password has, whose check takes as long as another's.
  init(matchingNothing cost: PasswordCost) {
    self.cost = cost
    salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    hash = (0..<Self.size).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// Nil if the text has another form, or its costs are too high for a server.
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

  /// Identifies this hash without revealing anything about the password; setting the same password again changes it.
  package var stamp: String { String(sha256Hex("tl password stamp \(text)".utf8).prefix(32)) }

  /// Whether this is the password; the time does not depend on how it differs.
  package func matches(_ password: String) throws -> Bool {
    constantTimeEqual(try Self.derive(password, salt, cost: cost), hash)
  }

  private static let size = 32
  /// The most bytes of a password; longer ones are refused, since checking one costs memory.
  static let passwordLimit = 1024

  static func isTooLong(_ password: String) -> Bool { bytes(of: password).count > passwordLimit }

  /// Normalized, so that systems that encode letters differently agree on the password.
  private static func bytes(of password: String) -> [UInt8] {
    Array(password.precomposedStringWithCompatibilityMapping.utf8)
  }

  private static func derive(
    _ password: String, _ salt: [UInt8], cost: PasswordCost
  ) throws -> [UInt8] {
    try Scrypt.derive(
      from: bytes(of: password), salt: salt, rounds: 1 << cost.logarithm,
      blockSize: cost.blockSize, parallelism: cost.parallelism, count: size)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "")
  }

  private static func bytes(_ text: Substring) -> [UInt8]? {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    return Data(base64Encoded: text + padding).map { Array($0) }
  }
}

extension PasswordHash: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = PasswordHash(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no password hash that is understood")
    }
    self = hash
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
