/// The claims of a token, which only the server verifies.
package struct TokenClaims: Hashable, Sendable {
  /// The user's id on the server.
  package var subject: String?
  /// Seconds since 1970.
  package var expires: Int64?

  /// Nil if the text is not a JWT.
  package init?(of token: String) {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].utf8.count < 1 << 16,
      let json = Base64Decoder.urlSafe(parts[1]),
      let claims = JSONElement.small(json, wanted: ["sub", "exp"])
    else { return nil }
    switch claims["sub"] {
    case .string(let text)?: subject = text
    case .number(let text)?: subject = text
    default: break
    }
    if case .number(let text)? = claims["exp"], let number = Double(text), abs(number) < 1e15 {
      expires = Int64(number)
    }
  }
}

extension JSONElement {
  /// Parses a small text; nil if it is not JSON.
  static func small(_ bytes: [UInt8], wanted: Set<String>) -> JSONElement? {
    // The reader expects a list of elements, so the text is wrapped in one.
    var reader = ElementsReader(arrays: ["x"], wanted: wanted)
    let list = Array(#"{"x":["#.utf8) + bytes + Array("]}".utf8)
    guard let elements = try? list.withUnsafeBufferPointer({ try reader.read($0) }),
      (try? reader.finish()) != nil, elements.count == 1
    else { return nil }
    return elements.first?.value
  }
}
