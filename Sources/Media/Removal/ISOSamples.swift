/// Where the samples of a track lie, by the tables of its `stbl` box (ISO/IEC 14496-12, section 8.7).
struct ISOSamples {
  /// In the source: one for each chunk.
  let ranges: [Range<Int64>]

  /// Enough for hours of a track with several samples a second.
  private static let mostChunks = 1_000_000

  /// Nil if the tables do not tell, or the samples lie in another file.
  init?(of track: ISOBox) {
    guard let information = track.children.first("mdia")?.children.first("minf"),
      let table = information.children.first("stbl"), Self.isInThisFile(information),
      let offsets = Self.offsets(table), let sizes = SampleSizes(table),
      let perChunk = table.children.first("stsc")?.full?.content
    else { return nil }
    var ranges: [Range<Int64>] = []
    var (sample, entry, count) = (0, Int64(0), 0)
    guard let entries = perChunk.big32(0).map({ Int64($0) }) else { return nil }
    for (number, start) in offsets.enumerated() {
      // An entry holds from its first chunk on, which are counted from 1.
      while entry < entries, let first = perChunk.big32(4 + 12 * entry), Int(first) <= number + 1 {
        guard let samples = perChunk.big32(8 + 12 * entry) else { return nil }
        (count, entry) = (Int(samples), entry + 1)
      }
      guard let length = sizes.total(of: count, from: sample), let end = start.adding(length) else {
        return nil
      }
      sample += count
      if length > 0 { ranges.append(start..<end) }
    }
    guard sample == sizes.count else { return nil }
    self.ranges = ranges
  }

  /// Whether each reference of the track says that the samples are here (section 8.7.2).
  private static func isInThisFile(_ information: ISOBox) -> Bool {
    guard
      let references = information.children.first("dinf")?.children.first("dref")?.full?.content,
      let entries = references.rest(from: 4)
    else { return true }
    return ISOBoxes(entries).allSatisfy { ($0.full?.flags ?? 0) & 1 == 1 }
  }

  private static func offsets(_ table: ISOBox) -> [Int64]? {
    let isLong = table.children.first("co64") != nil
    guard let content = table.children.first(isLong ? "co64" : "stco")?.full?.content,
      let count = content.big32(0), count <= mostChunks,
      let bytes = content.bytes(4, Int(count) * (isLong ? 8 : 4))
    else { return nil }
    let width = isLong ? 8 : 4
    return stride(from: 0, to: bytes.count, by: width).map {
      Int64(clamping: bytes[$0..<$0 + width].bigEndian)
    }
  }
}

/// The sizes of the samples of a track: one for all, or a table of 32 bits each.
private struct SampleSizes {
  let count: Int
  private let common: Int64
  private let table: [UInt8]

  /// Nil also for the compact table `stz2`, which no camera writes.
  init?(_ box: ISOBox) {
    guard let content = box.children.first("stsz")?.full?.content, let common = content.big32(0),
      let count = content.big32(4), count <= 16 << 20
    else { return nil }
    (self.common, self.count) = (Int64(common), Int(count))
    guard common == 0 else {
      table = []
      return
    }
    guard let table = content.bytes(8, Int(count) * 4) else { return nil }
    self.table = table
  }

  /// Nil if there are not so many.
  func total(of samples: Int, from first: Int) -> Int64? {
    guard samples <= count - first else { return nil }
    guard common == 0 else { return common * Int64(samples) }
    return (first..<first + samples).reduce(Int64(0)) {
      $0 + Int64(table[4 * $1..<4 * $1 + 4].bigEndian)
    }
  }
}
