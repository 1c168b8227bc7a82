/// Blanks metadata in WebM and Matroska in place (RFC 9559): elements become `Void`, so all offsets stay.
enum MatroskaRemoval {
  private typealias ID = MatroskaFile.ID

  private enum Element {
    static let void: UInt32 = 0xEC
    static let checksum: UInt32 = 0xBF
    static let seekHead: UInt32 = 0x114D_9B74
    static let cues: UInt32 = 0x1C53_BB6B
    static let muxer: UInt32 = 0x4D80
    static let writer: UInt32 = 0x5741
    static let trackName: UInt32 = 0x536E
    static let codecName: UInt32 = 0x258688
  }

  /// Of a segment; also those of a cluster, whose end a live recording does not tell.
  private static let keptInSegment: Set<UInt32> = [
    Element.seekHead, Element.cues, ID.timestamp, ID.simpleBlock, ID.blockGroup, 0xA7, 0xAB,
  ]
  private static let keptInInfo: Set<UInt32> = [ID.timestampScale, ID.duration]
  /// Pictures, sound and subtitles.
  private static let shownTracks: Set<UInt64> = [1, 2, 17]
  private static let mostElements = 1_000_000

  static func plan(_ file: ByteSlice) throws(MetadataRemovalError) -> MetadataRemoval {
    var elements = EBMLElements(file)
    guard let header = elements.next(), header.id == ID.header, !header.isOpen,
      let segment = elements.next(), segment.id == ID.segment
    else { throw .damaged }
    var edits = try cleaned(segment.content)
    let end = segment.content.end
    guard elements.next()?.id != ID.header else { throw .damaged }
    if end < file.end { edits.append(.remove(end..<file.end)) }
    return try MetadataRemoval(edits)
  }

  private static func cleaned(
    _ segment: ByteSlice
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    var edits: [MetadataRemoval.Edit] = []
    var rest: ByteSlice? = segment
    while let part = rest {
      rest = nil
      try forEach(in: part) { element, whole throws(MetadataRemovalError) in
        switch element.id {
        // What follows a cluster without an end looks like a part of it.
        case ID.cluster: if element.isOpen { rest = element.content }
        case ID.info: edits += try cleanedInfo(element.content)
        case ID.tracks: edits += try cleanedTracks(element.content)
        case let id where keptInSegment.contains(id): break
        // Another film behind this one.
        case ID.header, ID.segment: throw .damaged
        default:
          guard !element.isOpen else { throw .damaged }
          edits += voided(element, whole)
        }
      }
    }
    return edits
  }

  private static func cleanedInfo(
    _ info: ByteSlice
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    var edits: [MetadataRemoval.Edit] = []
    try forEach(in: info) { element, whole throws(MetadataRemovalError) in
      switch element.id {
      case let id where keptInInfo.contains(id): break
      // A reader may need them, and a text ends at its first zero.
      case Element.muxer, Element.writer:
        if element.content.count > 0 { edits.append(.fill(element.content.range)) }
      default: edits += voided(element, whole)
      }
    }
    return edits
  }

  private static func cleanedTracks(
    _ tracks: ByteSlice
  ) throws(MetadataRemovalError) -> [MetadataRemoval.Edit] {
    var edits: [MetadataRemoval.Edit] = []
    try forEach(in: tracks) { entry, whole throws(MetadataRemovalError) in
      guard entry.id == ID.trackEntry else {
        edits += voided(entry, whole)
        return
      }
      let type = entry.children.first(ID.trackType)?.number ?? 0
      guard shownTracks.contains(type) else { throw .positionTrack("\(type)") }
      try forEach(in: entry.content) { element, whole throws(MetadataRemovalError) in
        let isText = [Element.trackName, Element.codecName, Element.checksum].contains(element.id)
        if isText || element.id == Element.void { edits += voided(element, whole) }
      }
    }
    return edits
  }

  /// Calls `body` with each element and all its bytes in the source.
  ///
  /// - Throws: `.damaged` if they do not fill the parent.
  private static func forEach(
    in parent: ByteSlice,
    _ body: (EBMLElement, Range<Int64>) throws(MetadataRemovalError) -> Void
  ) throws(MetadataRemovalError) {
    var elements = EBMLElements(parent)
    var (start, count) = (elements.position, 0)
    while let element = elements.next() {
      count += 1
      guard count <= mostElements else { throw .tooLarge }
      try body(element, parent.start + start..<parent.start + elements.position)
      start = elements.position
    }
    guard start == parent.count else { throw .damaged }
  }

  /// The same bytes as a `Void` of zeros.
  private static func voided(
    _ element: EBMLElement, _ whole: Range<Int64>
  ) -> [MetadataRemoval.Edit] {
    // Its id is one byte; up to eight give its length.
    let header = Int64(whole.count) - element.content.count
    let width = min(header - 1, 8)
    let length = UInt64(Int64(whole.count) - 1 - width)
    let marked = length | 1 << UInt64(7 * width)
    let size = Array(marked.bigEndianBytes.suffix(Int(width)))
    let start = whole.lowerBound
    let content = start + 1 + width..<whole.upperBound
    return [.overwrite(at: start, [UInt8(Element.void)] + size)]
      + (content.isEmpty ? [] : [.fill(content)])
  }
}
