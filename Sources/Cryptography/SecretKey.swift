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
