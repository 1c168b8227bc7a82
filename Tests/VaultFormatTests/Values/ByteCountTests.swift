import TestSupport
import Testing

@testable import VaultFormat

@Suite("Sizes as text")
struct ByteCountTests {
  @Test(
    "what is read",
    arguments: [
      ("0", 0), ("1048576", 1 << 20), ("25 MiB", 25 << 20), ("25mb", 25 << 20), ("25M", 25 << 20),
      (" 3 k ", 3 << 10),
      ("2GiB", 2 << 30), ("7 b", 7), ("8589934591 G", 8_589_934_591 << 30), ("", nil), ("MiB", nil),
      ("-1", nil),
      ("1.5 MB", nil), ("1 TB", nil), ("9223372036854775808", nil), ("8589934592 G", nil),
      ("٣", nil), ("1 M x", nil),
    ] as [(String, Int64?)])
  func read(_ text: String, _ bytes: Int64?) {
    #expect(ByteCount(text)?.bytes == bytes)
  }

  @Test(
    "what is written",
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1 KiB"), (1536, "1.5 KiB"),
      (17 << 10, "17 KiB"),
      (17 << 10 | 512, "18 KiB"), (1_048_575, "1 MiB"), (25 << 20, "25 MiB"), (.max, "8 EiB"),
      (-5, "-5 bytes"),
    ] as [(Int64, String)])
  func written(_ bytes: Int64, _ text: String) {
    #expect(ByteCount(bytes).description == text)
  }
}

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

@Suite("SHA-1")
struct SHA1Tests {
  private func hex(_ digest: [UInt8]) -> String {
    digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "the examples of FIPS 180-2 and of RFC 3174",
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (
        String(repeating: "0123456701234567", count: 40),
        "dea356a2cddd90c7a7ecedc5ebb563934f460452"
      ),
      (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
    ])
  func examples(text: String, digest: String) {
    #expect(hex(SHA1.digest(of: Array(text.utf8))) == digest)
  }

  @Test("a message in pieces has the digest of the whole")
  func pieces() throws {
    try withSeed { generator, _ in
      for count in [0, 1, 55, 56, 63, 64, 65, 127, 128, 1000] {
        let message = generator.bytes(count: count)
        var hash = SHA1()
        var start = 0
        while start < count {
          let end = min(count, start + Int.random(in: 1...130, using: &generator))
          message[start..<end].withUnsafeBytes { hash.update($0) }
          start = end
        }
        #expect(hash.finish() == SHA1.digest(of: message))
      }
    }
  }
}
