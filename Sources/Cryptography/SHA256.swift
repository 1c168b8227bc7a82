internal import CCrypto

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
    let digits = Array("0123456789abcdef".utf8)
    return String(unsafeUninitializedCapacity: 2 * Self.size) { text in
      for (place, byte) in digest.enumerated() {
        text[2 * place] = digits[Int(byte >> 4)]
        text[2 * place + 1] = digits[Int(byte & 15)]
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
