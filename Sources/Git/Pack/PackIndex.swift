internal import VaultFormat

/// The index of a pack (gitformat-pack(5), version 2).
enum PackIndex {
  /// The location of an object in the pack.
  struct Record: Sendable {
    var id: ObjectID
    /// Where the first byte of its entry is.
    var offset: Int64
    /// The CRC-32 of the entry's bytes in the pack.
    var checksum: UInt32
  }

  /// - Parameters:
  ///   - records: each id once, in any order.
  ///   - pack: the hash at the end of the pack.
  static func bytes(of records: [Record], pack: [UInt8]) -> [UInt8] {
    let records = records.sorted { $0.id < $1.id }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + 256 * 4 + records.count * 28 + 40)
    bytes += [0xFF, UInt8(ascii: "t"), UInt8(ascii: "O"), UInt8(ascii: "c")]
    bytes.append(bigEndian: UInt32(2))
    appendFan(of: records, to: &bytes)
    for record in records { record.id.withBytes { bytes.append(contentsOf: $0) } }
    for record in records { bytes.append(bigEndian: record.checksum) }
    appendOffsets(of: records, to: &bytes)
    bytes += pack
    var hash = SHA1()
    bytes.withUnsafeBytes { hash.update($0) }
    return bytes + hash.finish()
  }

  /// For each byte, the number of ids that begin with it or a smaller one.
  private static func appendFan(of records: [Record], to bytes: inout [UInt8]) {
    var counts = [UInt32](repeating: 0, count: 256)
    for record in records { counts[Int(record.id.firstByte)] &+= 1 }
    var sum: UInt32 = 0
    for count in counts {
      sum &+= count
      bytes.append(bigEndian: sum)
    }
  }

  /// Offsets of more than 31 bits are in a second table, which follows.
  private static func appendOffsets(of records: [Record], to bytes: inout [UInt8]) {
    var large: [UInt64] = []
    for record in records {
      if record.offset < 1 << 31 {
        bytes.append(bigEndian: UInt32(truncatingIfNeeded: record.offset))
      } else {
        bytes.append(bigEndian: 1 << 31 | UInt32(truncatingIfNeeded: large.count))
        large.append(UInt64(truncatingIfNeeded: record.offset))
      }
    }
    for offset in large { bytes.append(bigEndian: offset) }
  }
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
