/// A WebM or Matroska file (RFC 9559).
struct MatroskaFile {
  private let segment: EBMLElement?
  private let docType: [UInt8]
  private let tracks: EBMLElement?
  private let info: EBMLElement?

  private enum ID {
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
