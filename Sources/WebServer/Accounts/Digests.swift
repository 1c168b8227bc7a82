internal import Crypto
internal import Foundation
package import SystemCalls

/// SHA-256 as lower-case hex.
package func sha256Hex(_ bytes: some Sequence<UInt8>) -> String {
  hex(SHA256.hash(data: Data(bytes)))
}

/// SHA-256 of bytes that come in pieces.
package struct ContentDigest {
  private var hash = SHA256()

  package init() {}

  package mutating func update(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// Of all bytes so far, as lower-case hex.
  package var text: String { hex(hash.finalize()) }
}

/// The SHA-256 of a file's content, which is read in pieces.
package func sha256Hex(of file: borrowing FileDescriptor) throws(SystemError) -> String {
  var hash = SHA256()
  var offset: Int64 = 0
  while true {
    let piece = try file.readChunk(1 << 20, at: offset)
    guard !piece.isEmpty else { return hex(hash.finalize()) }
    hash.update(data: piece)
    offset += Int64(piece.count)
  }
}

private func hex(_ digest: SHA256.Digest) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(unsafeUninitializedCapacity: 2 * SHA256.byteCount) { text in
    for (place, byte) in digest.enumerated() {
      text[2 * place] = digits[Int(byte >> 4)]
      text[2 * place + 1] = digits[Int(byte & 15)]
    }
    return 2 * SHA256.byteCount
  }
}

/// Compares in constant time: it depends only on the lengths.
package func constantTimeEqual(
  _ a: some Collection<UInt8>, _ b: some Collection<UInt8>
) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(a, b) { difference |= left ^ right }
  return difference == 0
}
