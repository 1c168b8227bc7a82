#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
