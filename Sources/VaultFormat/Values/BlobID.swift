/// The object id that git gives a file's content: the SHA-1 of `blob LENGTH`, a null byte and the bytes.
package enum BlobID {
  /// The id in 40 lower-case digits.
  package static func hex(of bytes: [UInt8]) -> String {
    SHA1.digest(of: Array("blob \(bytes.count)\0".utf8) + bytes).hex
  }
}
