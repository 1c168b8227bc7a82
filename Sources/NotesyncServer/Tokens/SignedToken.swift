internal import Cryptography
internal import Foundation
internal import Notesync

/// JSON Web Tokens (RFC 7519) in their compact form, signed by HMAC-SHA256 and by nothing else.
enum SignedToken {
  private static let header = Base64Encoder.urlSafe(#"{"alg":"HS256","typ":"JWT"}"#.utf8)

  static func make(_ claims: some Encodable, key: SecretKey) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let content = "\(header).\(Base64Encoder.urlSafe(try encoder.encode(claims)))"
    return "\(content).\(Base64Encoder.urlSafe(key.code(of: content.utf8)))"
  }

  /// The claims of a token that has the key's signature and says so; nil for any other.
  static func claims<Claims: Decodable>(
    _ type: Claims.Type, of token: String, key: SecretKey
  ) -> Claims? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    // The signature comes first, so that nothing is parsed that a stranger has written.
    guard parts.count == 3, let signature = Base64Decoder.urlSafe(parts[2]),
      constantTimeEqual(signature, key.code(of: "\(parts[0]).\(parts[1])".utf8)),
      let header = Base64Decoder.urlSafe(parts[0]), let claims = Base64Decoder.urlSafe(parts[1]),
      SmallJSON(header)?.string("alg") == "HS256"
    else { return nil }
    return try? JSONDecoder().decode(Claims.self, from: Data(claims))
  }
}
