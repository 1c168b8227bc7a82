internal import Rendering
internal import VaultFormat
internal import VaultIndex

/// The line of a note in which a word of a search is.
enum NoteHit {
  /// In characters.
  private static let length = 240
  /// A longer line is looked at in pieces of this many bytes, which overlap by a quarter.
  private static let pieceSize = 2048
  /// In bytes: what is further down in a note is found, but not shown.
  private static let sizeLimit = 1 << 20

  /// The first line of the text, other than its title, that has one of the words; nil if there is none.
  static func line(
    of note: NoteDocument, title: String?, words: [String], _ folding: FoldingOptions
  ) -> MarkedLine? {
    let matchers = words.prefix(16).map { TextMatcher($0, options: folding) }
    guard !matchers.isEmpty else { return nil }
    let marks = TextMarks(words, folding)
    var scratch = FoldingScratch()
    let body = note.bytes[note.layout.bodyStart...].prefix(sizeLimit)
    for line in body.split(separator: UInt8(ascii: "\n")) {
      var piece = line
      while true {
        let end = pieceEnd(of: piece)
        let bytes = Array(piece[..<end])
        let isHit = bytes.withUnsafeBufferPointer { bytes in
          matchers.contains { $0.contains(bytes, scratch: &scratch) }
        }
        if isHit, let line = shown(bytes, marks), line.text != title { return line }
        guard end < piece.endIndex else { break }
        piece = piece[pieceStart(before: end, in: piece)...]
      }
    }
    return nil
  }

  /// Without markup, unless the word is part of it.
  private static func shown(_ bytes: [UInt8], _ marks: TextMarks) -> MarkedLine? {
    let plain = NoteExcerpt(of: NoteDocument(bytes), length: pieceSize).text
    for text in [plain, String(decoding: bytes, as: UTF8.self).trimmingBlanks] {
      let line = MarkedLine(text, marks, length: length)
      if line.hasMarks { return line }
    }
    return nil
  }

  /// The end of the piece with which `line` begins, between two characters.
  private static func pieceEnd(of line: ArraySlice<UInt8>) -> Int {
    guard line.count > pieceSize else { return line.endIndex }
    return characterStart(at: line.startIndex + pieceSize, in: line)
  }

  private static func pieceStart(before end: Int, in line: ArraySlice<UInt8>) -> Int {
    characterStart(at: end - pieceSize / 4, in: line)
  }

  private static func characterStart(at index: Int, in line: ArraySlice<UInt8>) -> Int {
    var index = index
    while index > line.startIndex + pieceSize / 2, line[index] & 0xC0 == 0x80 { index -= 1 }
    return index
  }
}
