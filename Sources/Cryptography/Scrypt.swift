internal import CCrypto

/// Scrypt (RFC 7914), which makes guessing a password cost memory.
package enum Scrypt {
  /// In bytes: 256 MiB.
  private static let memoryLimit: UInt64 = 1 << 28

  /// - Parameters:
  ///   - rounds: the RFC's N, a power of two.
  ///   - count: of the bytes that are wanted.
  /// - Throws: for costs that are none, or that take more than 256 MiB.
  package static func derive(
    from password: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, parallelism: Int, count: Int
  ) throws(CryptographyError) -> [UInt8] {
    guard let rounds = UInt64(exactly: rounds), let blockSize = UInt64(exactly: blockSize),
      let parallelism = UInt64(exactly: parallelism)
    else { throw CryptographyError(reason: "a cost of scrypt is negative") }
    var result: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { bytes, filled in
      result = password.withUnsafeBufferPointer { password in
        password.withMemoryRebound(to: CChar.self) { password in
          salt.withUnsafeBufferPointer { salt in
            EVP_PBE_scrypt(
              password.baseAddress, password.count, salt.baseAddress, salt.count, rounds, blockSize,
              parallelism, memoryLimit, bytes.baseAddress, bytes.count)
          }
        }
      }
      filled = result == 1 ? max(0, count) : 0
    }
    try check(result)
    return bytes
  }
}
