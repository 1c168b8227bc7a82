#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
