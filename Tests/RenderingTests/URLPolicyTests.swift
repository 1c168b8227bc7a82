import TestSupport
import Testing
import VaultFormat

@testable import Rendering

@Suite("Addresses that a note may link to")
struct URLPolicyTests {
  private func verdict(_ url: String) -> URLPolicy.Verdict {
    URLPolicy.verdict(on: Array(url.utf8))
  }

  @Test(
    "web, mail, telephone and places are outside of the vault",
    arguments: [
      ("https://x.org", "https://x.org", true), ("HTTP://X.org/a b", "HTTP://X.org/a%20b", true),
      (" https://x.org ", "https://x.org", true),
      ("https://x.org/%zz\"'", "https://x.org/%zz%22'", true),
      ("mailto:a@b.de?subject=c", "mailto:a@b.de?subject=c", false), ("tel:+49", "tel:+49", false),
      ("geo:1.5,-2", "geo:1.5,-2", false), ("MailTo:a@b", "MailTo:a@b", false),
    ])
  func external(url: String, address: String, isWeb: Bool) {
    #expect(verdict(url) == .external(address, isWeb: isWeb))
  }

  @Test(
    "everything else with a scheme, a host or control characters is refused",
    arguments: [
      "", " ", "javascript:x", "JAVASCRIPT:x", "data:,x", "vbscript:x", "file:///x", "blob:x",
      "x-y.z+1:x",
      "https:", "https:x", "https:/x", "https://", "https:///x", "https://?x", "https://@x",
      "http:\\\\x.org",
      "https://x.org/a\\b", "https://x.org/\n", "ht\ntps://x.org", "java\tscript:x",
      "\u{1}https://x.org",
      "https://x.org/\u{7F}", "//x.org", "/x", "/", "?x", "\\x", "a\\b", "mailto:", "mailto:/x",
      "tel://x",
    ])
  func refused(url: String) {
    #expect(verdict(url) == .refused)
  }

  @Test("relative paths are files, and fragments are headings")
  func inside() {
    for url in [
      "a.md", "./a", "../a", "a/b#c", "a%20b", "12:30 x", "ü", "a:b/c".replacing(":", with: "%3A"),
    ] {
      #expect(verdict(url) == .file, "\(url)")
    }
    #expect(verdict("#a b") == .fragment(Array("a b".utf8)))
    #expect(verdict("#javascript:x") == .fragment(Array("javascript:x".utf8)))
  }

  @Test("percent-encoding is read in both letter cases, and nothing else")
  func decoding() {
    #expect(PercentEncoding.decoded(Array("a%2e%2E%c3%BC".utf8)) == Array("a..ü".utf8))
    for text in ["%", "%2", "%g0", "%2g", "%%20", "%٣0"] {
      #expect(PercentEncoding.decoded(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(PercentEncoding.encoded("a/b ü#".utf8) == "a%2Fb%20%C3%BC%23")
  }
}
