/// An incremental FNV-1a hash: the hash of a path continues that of its folder.
struct ByteHash: Hashable, Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    append(bytes)
  }

  mutating func append(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { append(byte) }
  }
}
