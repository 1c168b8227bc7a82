import Cryptography
import TestSupport
import Testing

@Suite("Hashes and keys")
struct HashTests {
  @Test(
    "SHA-256 of FIPS 180-4's examples",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ])
  func sha256(text: String, digest: String) {
    #expect(sha256Hex(text.utf8) == digest)
    // A sequence that lies nowhere.
    #expect(sha256Hex(text.utf8.lazy.map { $0 }) == digest)
  }

  @Test("pieces of any size make the hash of the whole, and a copy goes its own way")
  func pieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for size in [1, 3, 63, 64, 65, 999] {
      var hash = SHA256()
      for start in stride(from: 0, to: bytes.count, by: size) {
        hash.update(bytes[start..<min(start + size, bytes.count)])
        // Asking changes nothing.
        _ = hash.digest
      }
      let before = hash
      hash.update([1])
      #expect(before.hex == sha256Hex(bytes))
      #expect(hash.digest == SHA256.hash(bytes + [1]))
    }
  }

  @Test("HMAC-SHA256 of RFC 4231, with short and long keys")
  func codes() {
    let cases: [([UInt8], String, String)] = [
      (
        [UInt8](repeating: 0x0B, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xAA, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ]
    for (key, message, code) in cases {
      #expect(hex(SecretKey(key).code(of: message.utf8)) == code)
    }
  }

  @Test("HKDF-SHA256 of RFC 5869, without a salt")
  func derived() {
    let key = SecretKey([UInt8](repeating: 0x0B, count: 22)).derived(for: "")
    #expect(hex(key.bytes) == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d")
  }

  @Test("scrypt of RFC 7914, and costs that are none")
  func scrypt() throws {
    let bytes = try Scrypt.derive(
      from: Array("password".utf8), salt: Array("NaCl".utf8), rounds: 1024, blockSize: 8,
      parallelism: 16, count: 32)
    #expect(hex(bytes) == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
    let empty = try Scrypt.derive(
      from: [], salt: [], rounds: 16, blockSize: 1, parallelism: 1, count: 32)
    #expect(hex(empty) == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442")
    for (rounds, size) in [(0, 1), (3, 1), (-2, 1), (2, 0), (2, -1), (1 << 21, 8)] {
      #expect(throws: CryptographyError.self) {
        try Scrypt.derive(
          from: [], salt: [], rounds: rounds, blockSize: size, parallelism: 1, count: 32)
      }
    }
  }

  @Test("bytes compare as they are", arguments: [("", ""), ("a", "a"), ("a", "b"), ("a", "ab")])
  func comparing(a: String, b: String) { #expect(constantTimeEqual(a.utf8, b.utf8) == (a == b)) }
}

/// By other code than that of the module.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
