/// The last clusters of a Matroska file, for recordings whose header has no duration.
struct MatroskaTail {
  /// The bytes that are looked at: two megabytes are more than one cluster of any recorder has.
  private let tail: ByteSlice

  private static let longestTail: Int64 = 2 << 20
  private static let clusterID: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]

  private enum ID {
    static let cluster: UInt32 = 0x1F43_B675
    static let timestamp: UInt32 = 0xE7
    static let simpleBlock: UInt32 = 0xA3
    static let blockGroup: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
    static let blockDuration: UInt32 = 0x9B
  }

  init(_ segment: ByteSlice) {
    let start = max(segment.count - Self.longestTail, 0)
    // In memory, since it is searched backwards.
    let bytes = segment.rest(from: start)?.bytes(limit: Int(Self.longestTail)) ?? []
    tail = ByteSource(bytes, budget: 4 * bytes.count).all
  }

  /// The end of the last block, in units of the segment; nil if no cluster is found.
  var lastTimestamp: Int64? {
    let bytes = tail.bytes(limit: Int(Self.longestTail)) ?? []
    for start in bytes.indices.reversed() where bytes[start] == Self.clusterID[0] {
      guard bytes[start...].starts(with: Self.clusterID),
        let end = tail.rest(from: Int64(start)).flatMap(Self.end)
      else { continue }
      return end
    }
    return nil
  }

  /// Nil if the bytes only look like the beginning of a cluster.
  private static func end(ofClusterAt part: ByteSlice) -> Int64? {
    var elements = EBMLElements(part)
    guard let cluster = elements.next(), cluster.id == ID.cluster else { return nil }
    var time: Int64?
    var last: Int64?
    for element in cluster.children {
      switch element.id {
      case ID.timestamp: time = element.number.flatMap { Int64(exactly: $0) }
      case ID.simpleBlock: last = later(last, block(element.content, after: time))
      case ID.blockGroup:
        let length = element.children.first(ID.blockDuration)?.number
        let start = element.children.first(ID.block).flatMap { block($0.content, after: time) }
        last = later(last, start?.adding(length.flatMap { Int64(exactly: $0) } ?? 0))
      default: break
      }
    }
    return last ?? time
  }

  private static func later(_ a: Int64?, _ b: Int64?) -> Int64? {
    guard let a, let b else { return a ?? b }
    return max(a, b)
  }

  /// The time of a block: after the number of its track, 16 bits with a sign.
  private static func block(_ content: ByteSlice, after cluster: Int64?) -> Int64? {
    guard let cluster, let lead = content.byte(0), lead != 0,
      let relative = content.big16(Int64(lead.leadingZeroBitCount) + 1)
    else { return nil }
    return cluster.adding(Int64(Int16(bitPattern: relative)))
  }
}
