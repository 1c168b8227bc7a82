internal import Foundation

/// A user who may sign in, and that user's vault.
package struct Account: Hashable, Sendable {
  /// The subject of tokens; an account that later gets the same name has another id.
  package var id: String
  package var name: String
  package var password: PasswordHash
  /// The absolute path of the vault; nil: the one that the server was started for.
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

extension Account: Codable {
  private enum CodingKeys: String, CodingKey { case id, name, password, vault }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    vault = try container.decodeIfPresent(String.self, forKey: .vault)
    guard let password = PasswordHash(try container.decode(String.self, forKey: .password)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .password, in: container, debugDescription: "no password hash that is understood")
    }
    self.password = password
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(password.text, forKey: .password)
    try container.encodeIfPresent(vault, forKey: .vault)
  }
}
