package import VaultFormat

/// `site`: how the public site of a vault is called, and where it is.
package struct SiteSettings: Sendable {
  package var title: String?
  package var author: String?
  /// Of its texts (BCP 47), such as `de`.
  package var language: String?
  /// Where it will be, with a slash at the end.
  package var address: String?
  /// Of its links.
  package var accent: ColorName?
  package private(set) var problems: [SettingProblem] = []

  package init() {}

  package init(_ node: YAMLNode?) {
    for entry in problems.entries(of: node, "site") {
      let (key, text) = (entry.key.text ?? "", entry.value.text?.trimmingBlanks ?? "")
      if text.isEmpty {
        problems.report("site.\(key) has no text", at: entry.value)
        continue
      }
      switch key {
      case "title": title = text
      case "author": author = text
      case "language":
        language = Self.isLanguage(text) ? text : nil
        if language == nil {
          problems.report("site.language is not a language such as de", at: entry.value)
        }
      case "address":
        address = Self.address(text)
        if address == nil {
          problems.report(
            "site.address is not an address such as https://example.org/", at: entry.value)
        }
      case "accent":
        accent = ColorName(text)
        if accent == nil {
          problems.report(
            "site.accent is not a colour such as blue or #007aff", at: entry.value)
        }
      default: problems.report("site.\(key) is not a setting of a vault", at: entry.key)
      }
    }
  }

  /// The path of the address, with a slash at the end.
  package var root: String { Self.root(of: address) }

  package static func root(of address: String?) -> String {
    guard let address, let host = address.firstRange(of: "://")?.upperBound,
      let path = address[host...].firstIndex(of: "/")
    else { return "/" }
    return String(address[path...])
  }

  private static func isLanguage(_ text: String) -> Bool {
    text.utf8.count <= 35
      && text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy {
        (1...8).contains($0.utf8.count)
          && $0.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      }
  }

  /// Nil unless it has a host, and neither a user, a query nor a fragment; what a browser would write otherwise is none.
  private static func address(_ text: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    guard let first = host.utf8.first, first.isASCIILetter || first.isASCIIDigit,
      host.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || "-.:".utf8.contains($0) })
    else { return nil }
    let parts = rest.dropFirst(host.count).split(separator: "/")
    guard
      parts.allSatisfy({ part in
        part != "." && part != ".."
          && part.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "-._~".utf8.contains($0)
          }
      })
    else { return nil }
    return scheme + ([host] + parts).joined(separator: "/") + "/"
  }
}
