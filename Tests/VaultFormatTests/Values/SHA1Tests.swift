import TestSupport
import Testing

@testable import VaultFormat

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
