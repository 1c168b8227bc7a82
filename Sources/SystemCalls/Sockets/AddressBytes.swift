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
