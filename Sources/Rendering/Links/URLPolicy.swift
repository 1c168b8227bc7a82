internal import VaultFormat

/// Which addresses a note may link to (docs/architecture.md: text of a vault is untrusted).
///
/// Works on the decoded destination: after entities, backslash escapes and references.
enum URLPolicy {
  enum Verdict: Equatable {
    /// An address outside of the vault, percent-encoded; `isWeb` for `http` and `https`.
    case external(String, isWeb: Bool)
    /// `#heading` in the same note, without the `#`.
    case fragment([UInt8])
    /// A relative path, which may lead to a file of the vault.
    case file
    case refused
  }

  static func verdict(on destination: [UInt8]) -> Verdict {
    let url = trimmed(destination)
    // A browser drops tabs and line feeds inside of an address, and reads a backslash as a slash.
    guard !url.isEmpty, !url.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0x5C }) else {
      return .refused
    }
    if url.first == UInt8(ascii: "#") { return .fragment(Array(url.dropFirst())) }
    if let colon = endOfScheme(url) {
      return external(url, scheme: String(decoding: url[..<colon], as: UTF8.self).lowercased())
    }
    let isFile = url.withUnsafeBufferPointer { LinkPath.isRelative($0, .link) }
    return isFile ? .file : .refused
  }

  /// Whether the caller's own address can be written: a path without `..`, also encoded, a fragment, or a web address;
  /// `//host` is none.
  static func isSafe(address: String) -> Bool {
    let url = Array(address.utf8)
    guard !url.isEmpty, !url.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == 0x5C }),
      !url.starts(with: "//".utf8), !hasDotSegment(url)
    else { return false }
    // Any text before the first colon, so that nothing is read as a path that a browser could read otherwise.
    let end = url.firstIndex { ":/?#".utf8.contains($0) }
    guard let colon = end, url[colon] == UInt8(ascii: ":") else { return true }
    return ["http", "https"].contains(String(decoding: url[..<colon], as: UTF8.self).lowercased())
  }

  /// Encodes every byte that may not be in a URL (RFC 3986, section 2); `%` stays.
  static func encoded(_ url: some Sequence<UInt8>) -> String {
    PercentEncoding.encoded(url) { $0.isASCIILetter || $0.isASCIIDigit || isURLMark[Int($0)] }
  }

  // MARK: - Parts

  private static let isURLMark: [Bool] = (0..<256).map {
    "!#$%&'()*+,-./:;=?@_~".utf8.contains(UInt8($0))
  }

  /// Whether a browser would change the path (RFC 3986, section 5.2.4), which it does for `%2e` too.
  private static func hasDotSegment(_ url: [UInt8]) -> Bool {
    let path = url.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    return path.split(separator: UInt8(ascii: "/")).contains { segment in
      let decoded = PercentEncoding.decoded(segment) ?? Array(segment)
      return decoded == Array(".".utf8) || decoded == Array("..".utf8)
    }
  }

  private static func external(_ url: [UInt8], scheme: String) -> Verdict {
    let rest = url.dropFirst(scheme.utf8.count + 1)
    switch scheme {
    case "http", "https":
      // Without a host, browsers take the next part of the path for it.
      guard rest.starts(with: "//".utf8), let first = rest.dropFirst(2).first,
        !"/?#@:".utf8.contains(first)
      else { return .refused }
      return .external(encoded(url), isWeb: true)
    case "mailto", "tel", "geo":
      guard let first = rest.first, first != UInt8(ascii: "/") else { return .refused }
      return .external(encoded(url), isWeb: false)
    default: return .refused
    }
  }

  /// The offset of the colon after a scheme (RFC 3986, section 3.1); nil if there is none.
  private static func endOfScheme(_ url: [UInt8]) -> Int? {
    guard let first = url.first, first.isASCIILetter else { return nil }
    let end = url.firstIndex { byte in
      !byte.isASCIILetter && !byte.isASCIIDigit && !"+-.".utf8.contains(byte)
    }
    return end.flatMap { url[$0] == UInt8(ascii: ":") ? $0 : nil }
  }

  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    var text = text[...]
    while text.first == 0x20 { text.removeFirst() }
    while text.last == 0x20 { text.removeLast() }
    return Array(text)
  }
}
