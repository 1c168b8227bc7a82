/// A WebM or Matroska file (RFC 9559).
struct MatroskaFile {
  private let segment: EBMLElement?
  private let docType: [UInt8]
  private let tracks: EBMLElement?
  private let info: EBMLElement?

  enum ID {
    static let header: UInt32 = 0x1A45_DFA3
    static let docType: UInt32 = 0x4282
    static let segment: UInt32 = 0x1853_8067
    static let info: UInt32 = 0x1549_A966
    static let timestampScale: UInt32 = 0x2AD7B1
    static let duration: UInt32 = 0x4489
    static let tracks: UInt32 = 0x1654_AE6B
    static let trackEntry: UInt32 = 0xAE
    static let trackType: UInt32 = 0x83
    static let video: UInt32 = 0xE0
    static let pixelWidth: UInt32 = 0xB0
    static let pixelHeight: UInt32 = 0xBA
    static let cluster: UInt32 = 0x1F43_B675
    static let timestamp: UInt32 = 0xE7
    static let simpleBlock: UInt32 = 0xA3
    static let blockGroup: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
    static let blockDuration: UInt32 = 0x9B
  }

  /// Nil if the file does not begin with an EBML header.
  init?(_ file: ByteSlice) {
    var elements = EBMLElements(file)
    guard let header = elements.next(), header.id == ID.header, !header.isOpen else { return nil }
    docType = header.children.first(ID.docType)?.content.prefix(16) ?? []
    segment = elements.first(ID.segment)
    var (tracks, info): (EBMLElement?, EBMLElement?)
    // Both stand before the first cluster in every file that can be played while it arrives.
    for element in segment?.children ?? EBMLElements(.empty) {
      if element.id == ID.tracks { tracks = element }
      if element.id == ID.info { info = element }
      if element.id == ID.cluster || tracks != nil && info != nil { break }
    }
    self.tracks = tracks
    self.info = info
  }

  /// More are not looked at.
  private static let mostTracks = 64

  private var entries: [EBMLElement] {
    var entries: [EBMLElement] = []
    for element in tracks?.children ?? EBMLElements(.empty) where element.id == ID.trackEntry {
      guard entries.count < Self.mostTracks else { break }
      entries.append(element)
    }
    return entries
  }

  var type: MediaType {
    let types = entries.compactMap { $0.children.first(ID.trackType)?.number }
    // 1 is video, 2 is audio.
    let kind = types.contains(2) && !types.contains(1) ? MediaType.Kind.sound : .film
    return MediaType(docType.starts(with: "webm".utf8) ? .webm : .matroska, kind)
  }

  var pictureSize: PictureSize? {
    for entry in entries {
      guard let video = entry.children.first(ID.video),
        let width = video.children.first(ID.pixelWidth)?.number.flatMap({ Int(exactly: $0) }),
        let height = video.children.first(ID.pixelHeight)?.number.flatMap({ Int(exactly: $0) })
      else { continue }
      return PictureSize(width: width, height: height)
    }
    return nil
  }

  /// In milliseconds: as the header says; without that, the timestamp of the last block.
  var duration: Int64? {
    // Nanoseconds in a unit.
    let scale = info?.children.first(ID.timestampScale)?.number ?? 1_000_000
    if let duration = info?.children.first(ID.duration)?.float, duration > 0 {
      return (duration * Double(scale) / 1_000_000).asInt64
    }
    guard let segment, let end = MatroskaTail(segment.content).lastTimestamp, end >= 0 else {
      return nil
    }
    return (Double(end) * Double(scale) / 1_000_000).asInt64
  }
}

/// An element of an EBML file (RFC 8794), such as WebM and Matroska.
struct EBMLElement {
  let id: UInt32
  let content: ByteSlice
  /// Whether the length is not known, as live recorders write; `content` goes on to the end of the parent then.
  let isOpen: Bool

  /// An unsigned number of up to eight bytes.
  var number: UInt64? {
    content.count <= 8 ? content.big(0, Int(content.count)) : nil
  }

  /// A floating-point number of four or eight bytes.
  var float: Double? {
    switch content.count {
    case 4: content.big32(0).map { Double(Float(bitPattern: $0)) }
    case 8: content.big(0, 8).map { Double(bitPattern: $0) }
    default: nil
    }
  }

  var children: EBMLElements { EBMLElements(content) }
}

/// Walks the elements that follow each other in a part of a file.
struct EBMLElements: Sequence, IteratorProtocol {
  private let parent: ByteSlice
  private(set) var position: Int64 = 0

  init(_ parent: ByteSlice) {
    self.parent = parent
  }

  func first(_ id: UInt32) -> EBMLElement? {
    first { $0.id == id }
  }

  mutating func next() -> EBMLElement? {
    // Ids keep the bit that gives their length; lengths do not.
    guard let lead = parent.byte(position), lead >= 0x10,
      let id = parent.big(position, lead.leadingZeroBitCount + 1)
    else { return nil }
    let sizeStart = position + Int64(lead.leadingZeroBitCount) + 1
    guard let sizeLead = parent.byte(sizeStart), sizeLead != 0 else { return nil }
    let width = sizeLead.leadingZeroBitCount + 1
    guard let raw = parent.big(sizeStart, width) else { return nil }
    let mask = UInt64(1) << UInt64(7 * width) - 1
    let isOpen = raw & mask == mask
    let start = sizeStart + Int64(width)
    let length = isOpen ? parent.count : Int64(raw & mask)
    guard let content = parent.slice(start, upTo: length) else { return nil }
    position = start + content.count
    return EBMLElement(id: UInt32(truncatingIfNeeded: id), content: content, isOpen: isOpen)
  }
}

/// The last clusters of a Matroska file, for recordings whose header has no duration.
struct MatroskaTail {
  /// The bytes that are looked at: two megabytes are more than one cluster of any recorder has.
  private let tail: ByteSlice

  private static let longestTail: Int64 = 2 << 20
  private typealias ID = MatroskaFile.ID

  init(_ segment: ByteSlice) {
    let start = max(segment.count - Self.longestTail, 0)
    // In memory, since it is searched backwards.
    let bytes = segment.rest(from: start)?.bytes(limit: Int(Self.longestTail)) ?? []
    tail = ByteSource(bytes, budget: 4 * bytes.count).all
  }

  /// The end of the last block, in units of the segment; nil if no cluster is found.
  var lastTimestamp: Int64? {
    let bytes = tail.bytes(limit: Int(Self.longestTail)) ?? []
    let mark = ID.cluster.bigEndianBytes
    for start in bytes.indices.reversed() where bytes[start] == mark[0] {
      guard bytes[start...].starts(with: mark),
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
