internal import NIOCore
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

/// An address that only machines of one network can reach, or this machine alone.
package struct HomeAddress: Hashable, Sendable {
  /// 4 bytes for IPv4, 16 for IPv6, in network order.
  package let bytes: [UInt8]
  /// Without brackets.
  package let text: String

  /// Nil unless the address lies in one of `ranges`.
  package init?(_ bytes: [UInt8]) {
    guard Self.ranges.contains(where: { $0.contains(bytes) }),
      let text = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    else { return nil }
    self.bytes = bytes
    self.text = text
  }

  /// Any address, for what must be refused.
  init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
    text = ""
  }

  /// - Parameter text: without brackets.
  package init?(_ text: String) {
    guard let bytes = addressBytes(of: text) else { return nil }
    self.init(bytes)
  }

  package var isLoopback: Bool { Self.loopback.contains(bytes) }

  /// Some first bits of an address.
  struct Range: Sendable {
    let bytes: [UInt8]
    let bits: Int

    var mask: [UInt8] {
      bytes.indices.map { index in
        let rest = min(8, max(0, bits - index * 8))
        return rest == 0 ? 0 : 0xFF << (8 - UInt8(rest))
      }
    }

    func contains(_ other: [UInt8]) -> Bool {
      other.count == bytes.count
        && zip(zip(bytes, other), mask).allSatisfy { pair, mask in pair.0 & mask == pair.1 & mask }
    }
  }

  private static let loopback = Range(bytes: [127, 0, 0, 0], bits: 8)

  /// Loopback, RFC 1918, RFC 3927 and RFC 4193.
  ///
  /// Not fe80::/10: such an address means nothing without an interface, which no certificate can name.
  static let ranges = [
    loopback,
    Range(bytes: [10, 0, 0, 0], bits: 8),
    Range(bytes: [172, 16, 0, 0], bits: 12),
    Range(bytes: [192, 168, 0, 0], bits: 16),
    Range(bytes: [169, 254, 0, 0], bits: 16),
    Range(bytes: [0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
  ]
}
