/// A box of a file in the ISO base media format (ISO/IEC 14496-12, section 4.2), such as MP4, HEIC and AVIF.
struct ISOBox {
  let type: FourCC
  /// The range of the whole box in the source.
  let range: Range<Int64>
  let content: ByteSlice

  /// Where the four bytes of the type are, in the source.
  var typeOffset: Int64 { range.lowerBound + 4 }

  var children: ISOBoxes { ISOBoxes(content) }

  /// Version and flags of a full box, and the rest of it.
  var full: (version: UInt8, flags: Int, content: ByteSlice)? {
    guard let word = content.big32(0), let rest = content.rest(from: 4) else { return nil }
    return (UInt8(truncatingIfNeeded: word >> 24), Int(word & 0xFF_FFFF), rest)
  }

  /// The children of a `meta` box, which is a full box in MP4 and HEIC and none in QuickTime.
  var metaChildren: ISOBoxes {
    let isPlain = content.code(4) == "hdlr"
    return isPlain ? children : ISOBoxes(content.rest(from: 4) ?? content)
  }
}

/// Walks the boxes that follow each other in a part of a file.
struct ISOBoxes: Sequence, IteratorProtocol {
  private let parent: ByteSlice
  private var position: Int64 = 0

  init(_ parent: ByteSlice) {
    self.parent = parent
  }

  func first(_ type: FourCC) -> ISOBox? {
    first { $0.type == type }
  }

  /// The first boxes of a type, in order.
  func first(_ count: Int, _ type: FourCC) -> [ISOBox] {
    var found: [ISOBox] = []
    for box in self where box.type == type {
      guard found.count < count else { break }
      found.append(box)
    }
    return found
  }

  mutating func next() -> ISOBox? {
    guard let short = parent.big32(position), let type = parent.code(position + 4) else {
      return nil
    }
    var header: Int64 = 8
    var length = Int64(short)
    if short == 1 {
      guard let long = parent.big(position + 8, 8).flatMap({ Int64(exactly: $0) }) else {
        return nil
      }
      header = 16
      length = long
    } else if short == 0 {
      length = parent.count - position
    }
    // A box that is cut off is read as far as it goes.
    guard length >= header, let whole = parent.slice(position, upTo: length),
      let content = whole.rest(from: header)
    else { return nil }
    position += whole.count
    return ISOBox(type: type, range: whole.start..<whole.end, content: content)
  }
}
