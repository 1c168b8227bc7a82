/// An element of an EBML file (RFC 8794), such as WebM and Matroska.
struct EBMLElement {
  let id: UInt32
  let content: ByteSlice
  /// Whether the length is not known, as live recorders write; `content` goes on to the end of the parent then.
  let isOpen: Bool

  static let headerBytes: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]

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
      let id = parent.big32OfFewer(position, lead.leadingZeroBitCount + 1)
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
    return EBMLElement(id: id, content: content, isOpen: isOpen)
  }
}

extension ByteSlice {
  fileprivate func big32OfFewer(_ offset: Int64, _ length: Int) -> UInt32? {
    big(offset, length).map { UInt32(truncatingIfNeeded: $0) }
  }
}
