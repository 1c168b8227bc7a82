/// Texts cut into lines, each line known by a number: equal lines, in whichever text, have one number.
///
/// A line is its bytes up to and with its LF. A last line without an end counts as if it ended like the
/// line before it, so that only the end of the file itself differs where a program adds the missing one.
struct LineTable {
  /// One of the texts.
  struct Text {
    let bytes: [UInt8]
    /// Where each line begins, and the text's end.
    fileprivate(set) var starts: [Int] = [0]
    /// For each line its number.
    fileprivate(set) var numbers: [Int] = []
    /// What a last line without an end would end with; empty where the text needs none.
    fileprivate(set) var missingEnd: [UInt8] = []

    var count: Int { numbers.count }
    /// The text ends as a text file should, or is empty.
    var isTerminated: Bool { missingEnd.isEmpty }

    /// The line's bytes, with the end that it has.
    func line(_ index: Int) -> ArraySlice<UInt8> { bytes[starts[index]..<starts[index + 1]] }
  }

  /// A line's bytes as the key of a table.
  private struct Key: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    static func == (left: Key, right: Key) -> Bool {
      left.bytes.count == right.bytes.count && left.bytes.elementsEqual(right.bytes)
    }
  }

  private var known: [Key: Int] = [:]
  /// How many different lines there are.
  var count: Int { known.count }

  /// Cuts `bytes` into lines.
  ///
  /// Linear in its length.
  mutating func text(_ bytes: [UInt8]) -> Text {
    var text = Text(bytes: bytes)
    bytes.withUnsafeBufferPointer { buffer in
      var at = 0
      while at < buffer.count {
        at = buffer.offset(of: UInt8(ascii: "\n"), from: at).map { $0 + 1 } ?? buffer.count
        text.starts.append(at)
      }
    }
    text.missingEnd = Self.missingEnd(of: text)
    for index in 0..<(text.starts.count - 1) {
      var line = text.line(index)
      if index == text.starts.count - 2 { line += text.missingEnd }
      text.numbers.append(number(of: Key(bytes: line)))
    }
    return text
  }

  private mutating func number(of key: Key) -> Int {
    if let number = known[key] { return number }
    let number = known.count
    known[key] = number
    return number
  }

  /// A last line that ends in a lone CR is left as it is: with an LF it would become another line end.
  private static func missingEnd(of text: Text) -> [UInt8] {
    guard let last = text.bytes.last, last != UInt8(ascii: "\n"), last != UInt8(ascii: "\r") else {
      return []
    }
    let count = text.starts.count - 1
    guard count > 1 else { return [UInt8(ascii: "\n")] }
    let before = text.line(count - 2)
    return before.suffix(2).elementsEqual("\r\n".utf8) ? Array("\r\n".utf8) : [UInt8(ascii: "\n")]
  }
}
