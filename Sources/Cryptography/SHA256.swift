internal import CCrypto
package import SystemCalls

/// SHA-256 of bytes that come in pieces; a copy goes its own way.
///
/// By the plain functions of libcrypto, whose state is a structure of numbers: they allocate nothing, and so they cannot
/// fail. Those of EVP can, and a hash that may fail would make everything that has a name by its hash fail with it.
package struct SHA256: Sendable {
  private var state = SHA256_CTX()

  /// In bytes.
  package static let size = 32

  package init() {
    _ = SHA256_Init(&state)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    _ = SHA256_Update(&state, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable {
      update(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { Array(bytes).withUnsafeBytes { update($0) } }
  }

  /// Of all bytes so far.
  package var digest: [UInt8] {
    var end = state
    return [UInt8](unsafeUninitializedCapacity: Self.size) { bytes, count in
      _ = SHA256_Final(bytes.baseAddress, &end)
      count = Self.size
    }
  }

  /// The digest in lower-case hex.
  package var hex: String {
    String(unsafeUninitializedCapacity: 2 * Self.size) { text in
      func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
      for (place, byte) in digest.enumerated() {
        text[2 * place] = digit(byte >> 4)
        text[2 * place + 1] = digit(byte & 15)
      }
      return 2 * Self.size
    }
  }

  package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.digest
  }
}

/// SHA-256 as lower-case hex.
package func sha256Hex(_ bytes: some Sequence<UInt8>) -> String {
  var hash = SHA256()
  hash.update(bytes)
  return hash.hex
}

/// The SHA-256 of a file's content, which is read in pieces.
package func sha256Hex(of file: borrowing FileDescriptor) throws(SystemError) -> String {
  var hash = SHA256()
  var offset: Int64 = 0
  while true {
    let piece = try file.readChunk(1 << 20, at: offset)
    guard !piece.isEmpty else { return hash.hex }
    hash.update(piece)
    offset += Int64(piece.count)
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

/// A key that both sides know.
package struct SecretKey: Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The HMAC-SHA256 of a message (RFC 2104), 32 bytes.
  package func code(of message: some Sequence<UInt8>) -> [UInt8] {
    let block = 64
    var key = bytes.count > block ? SHA256.hash(bytes) : bytes
    key += [UInt8](repeating: 0, count: block - key.count)
    var inner = SHA256()
    inner.update(key.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = SHA256()
    outer.update(key.map { $0 ^ 0x5C })
    outer.update(inner.digest)
    return outer.digest
  }

  /// A key of 32 bytes for one purpose, by HKDF-SHA256 (RFC 5869) without a salt.
  ///
  /// - Parameter purpose: the RFC's `info`.
  package func derived(for purpose: String) -> SecretKey {
    let zeros = [UInt8](repeating: 0, count: SHA256.size)
    let extracted = SecretKey(SecretKey(zeros).code(of: bytes))
    // One block of the expansion has as many bytes as are wanted.
    return SecretKey(extracted.code(of: Array(purpose.utf8) + [1]))
  }
}
