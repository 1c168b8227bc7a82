package import SystemCalls

/// By what a machine is found at home: its name, and its private addresses.
package struct HomeNames: Hashable, Sendable {
  /// Such as `kitchen.local`, in lower case.
  package let host: String
  /// Loopback first; then those of the machine's own interfaces, IPv4 first, then those towards containers and virtual
  /// machines.
  package let addresses: [HomeAddress]

  init(host: String, addresses: [HomeAddress]) {
    self.host = host
    self.addresses = addresses
  }

  /// - Parameter hostName: as the system says it; what follows a dot does not count.
  /// - Returns: nil if the first part cannot be part of a domain name (RFC 1123, 2.1).
  package init?(hostName: String, interfaces: [InterfaceAddress]) {
    let label = hostName.prefix { $0 != "." }.lowercased()
    let isPlain = label.utf8.allSatisfy { byte in
      0x30...0x39 ~= byte || 0x61...0x7A ~= byte || byte == UInt8(ascii: "-")
    }
    guard (1...63).contains(label.utf8.count), isPlain, !label.hasPrefix("-"),
      !label.hasSuffix("-"), label != "localhost"
    else { return nil }
    host = "\(label).local"
    var known: Set<HomeAddress> = []
    let loopback = HomeAddress([127, 0, 0, 1]).map { [$0] } ?? []
    // The system's order stays within a rank.
    let others = (0...3).flatMap { rank in
      interfaces.compactMap { entry in
        HomeAddress(entry.bytes).flatMap { address in
          Self.rank(address, entry.interface) == rank && !address.isLoopback ? address : nil
        }
      }
    }
    addresses = (loopback + others).filter { known.insert($0).inserted }
  }

  /// Those that other machines reach.
  package var reachable: [HomeAddress] { addresses.filter { !$0.isLoopback } }

  private static func rank(_ address: HomeAddress, _ interface: String) -> Int {
    let isVirtual = ["docker", "br-", "veth", "virbr", "vmnet", "lxc", "podman", "cni"]
      .contains { interface.hasPrefix($0) }
    return (isVirtual ? 2 : 0) + (address.bytes.count == 4 ? 0 : 1)
  }
}
