import Testing

@testable import VaultFormat

@Suite("Bytes as text")
struct PercentEncodingTests {
  @Test("Base64 is that of RFC 4648")
  func base64() {
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64.encoded(text.utf8) == encoded)
      let inAddress = Base64.urlEncoded(text.utf8)
      #expect(inAddress == encoded.filter { $0 != "=" })
      #expect(Base64.urlDecoded(inAddress) == Array(text.utf8))
      #expect(Base64.strictlyURLDecoded(inAddress) == Array(text.utf8))
    }
    #expect(Base64.encoded([0xFB, 0xFF]) == "+/8=" && Base64.urlEncoded([0xFB, 0xFF]) == "-_8")
  }

  @Test("what stands in no address is not read", arguments: ["Zg==", "+/8", "Z g", "é"])
  func otherCharacters(text: String) {
    #expect(Base64.urlDecoded(text) == nil)
  }

  @Test("only one text stands for some bytes where it matters", arguments: ["Zh", "Zm9vA", "-_9"])
  func strictness(text: String) {
    #expect(Base64.urlDecoded(text) != nil && Base64.strictlyURLDecoded(text) == nil)
  }

  @Test("what is percent-encoded comes back")
  func percentEncoding() {
    let text = "Ada Lövelace/+%&=\0\n~-._é🌱"
    let encoded = PercentEncoding.encoded(text.utf8)
    #expect(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") })
    #expect(encoded.hasPrefix("Ada%20L%C3%B6velace%2F%2B"))
    #expect(PercentEncoding.decoded(encoded.utf8) == Array(text.utf8))
  }
}
