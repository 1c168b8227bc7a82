/// Whether a host is a name or an address of this machine alone.
///
/// - Parameter host: IPv6 with or without brackets.
package func isLoopbackHost(_ host: String) -> Bool {
  if ["localhost", "[::1]", "::1"].contains(host) { return true }
  let parts = host.split(separator: ".", omittingEmptySubsequences: false)
  return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
}
