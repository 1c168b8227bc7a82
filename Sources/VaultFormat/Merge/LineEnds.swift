/// How the lines of a text end.
enum LineEnds: Hashable {
  /// There is no line end.
  case none
  case lf, crlf
  case mixed

  init(of bytes: [UInt8]) {
    var (feeds, pairs) = (0, 0)
    bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while let feed = buffer.offset(of: UInt8(ascii: "\n"), from: at) {
        feeds += 1
        if feed > 0, buffer[feed - 1] == UInt8(ascii: "\r") { pairs += 1 }
        at = feed + 1
      }
    }
    self = feeds == 0 ? .none : pairs == 0 ? .lf : pairs == feeds ? .crlf : .mixed
  }

  /// The line ends that a merge of three texts has to give every line; nil where lines keep theirs.
  ///
  /// A side whose lines all end in the same way, which is not that of the base, changed the line ends; where
  /// both did so differently, those of `first` count.
  static func changed(_ texts: ThreeWay<[UInt8]>, first: MergeSide) -> LineEnds? {
    let ends = texts.map(LineEnds.init(of:))
    func isChange(_ side: LineEnds) -> Bool {
      (side == .lf || side == .crlf) && side != ends.base
    }
    if isChange(ends[first]) { return ends[first] }
    return isChange(ends[first.other]) ? ends[first.other] : nil
  }

  /// The text with these line ends; as it is for `none` and `mixed`.
  func applied(to bytes: [UInt8]) -> [UInt8] {
    guard self == .lf || self == .crlf else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        let hasReturn = result.last == UInt8(ascii: "\r")
        if self == .lf, hasReturn { result.removeLast() }
        if self == .crlf, !hasReturn { result.append(UInt8(ascii: "\r")) }
      }
      result.append(byte)
    }
    return result
  }
}
