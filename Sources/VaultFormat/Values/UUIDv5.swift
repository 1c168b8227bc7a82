/// Name-based UUIDs: RFC 9562, section 5.5.
package enum UUIDv5 {
  /// The sixteen bytes of the UUID for a name in a namespace.
  ///
  /// In the RFC a namespace is a UUID; any other bytes work too.
  package static func make(namespace: [UInt8], name: [UInt8]) -> [UInt8] {
    var bytes = Array(SHA1.digest(of: namespace + name).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return bytes
  }
}
