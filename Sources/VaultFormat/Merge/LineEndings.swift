/// The line endings of a text.
enum LineEndings: Hashable {
  /// There is no line ending.
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

  /// The line endings for all lines of a three-way merge; nil if lines keep theirs.
  ///
  /// A side changed the line endings if all its lines have the same one and it differs from the base. If both sides
  /// did so differently, `first` wins.
  static func changed(_ texts: ThreeWay<[UInt8]>, first: MergeSide) -> LineEndings? {
    let ends = texts.map(LineEndings.init(of:))
    func isChange(_ side: LineEndings) -> Bool {
      (side == .lf || side == .crlf) && side != ends.base
    }
    if isChange(ends[first]) { return ends[first] }
    return isChange(ends[first.other]) ? ends[first.other] : nil
  }

  /// Returns the text with these line endings; unchanged for `none` and `mixed`.
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
