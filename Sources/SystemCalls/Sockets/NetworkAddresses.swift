#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An IP address as 4 or 16 bytes in network order.
///
/// - Parameter text: without brackets and without an interface.
/// - Returns: nil if it is no address.
package func addressBytes(of text: String) -> [UInt8]? {
  for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
    var bytes = [UInt8](repeating: 0, count: count)
    if bytes.withUnsafeMutableBytes({ inet_pton(family, text, $0.baseAddress) }) == 1 {
      return bytes
    }
  }
  return nil
}

/// An address of one of this machine's network interfaces.
package struct InterfaceAddress: Hashable, Sendable {
  /// The interface, such as `eth0`.
  package var interface: String
  /// 4 bytes for IPv4, 16 for IPv6, in network order.
  package var bytes: [UInt8]

  package init(interface: String, bytes: [UInt8]) {
    self.interface = interface
    self.bytes = bytes
  }

  /// The addresses of all interfaces that are up, in the system's order.
  package static func all() throws(SystemError) -> [InterfaceAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { throw SystemError(last: .read) }
    defer { freeifaddrs(first) }
    var found: [InterfaceAddress] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr,
        let bytes = bytes(of: address)
      else { continue }
      found.append(InterfaceAddress(interface: String(cString: entry.ifa_name), bytes: bytes))
    }
    return found
  }

  private static func bytes(of address: UnsafeMutablePointer<sockaddr>) -> [UInt8]? {
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6:
      return withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }
}

/// Whether a host is a name or an address of this machine alone.
///
/// - Parameter host: IPv6 with or without brackets.
package func isLoopbackHost(_ host: String) -> Bool {
  if ["localhost", "[::1]", "::1"].contains(host) { return true }
  let parts = host.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}

/// The part of an address that a rate limit counts as one client: an IPv4 address, or the first 64 bits of an IPv6
/// address.
///
/// A text that is not an address is returned unchanged.
package func rateLimitPrefix(of address: String) -> String {
  var bytes = [UInt8](repeating: 0, count: 16)
  // `%` starts the name of a local interface.
  let plain = String(address.prefix { $0 != "%" })
  guard bytes.withUnsafeMutableBytes({ inet_pton(AF_INET6, plain, $0.baseAddress) }) == 1 else {
    return address
  }
  // An IPv4 address mapped to IPv6: ::ffff:a.b.c.d.
  if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
    return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
  }
  return bytes.prefix(8).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
}
