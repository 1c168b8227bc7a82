/// The text of a book, part by part: what is printed, in the order of the file (docs/vault-format.md, rule K-24).
///
/// Offsets count from the start of the file. The ranges of the items follow each other without a gap, from the first
/// line of the body that is not blank to the end of the file.
package struct BookText: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
      /// A heading with `#`, and its text as it is written.
      case heading(level: Int, text: String)
      /// Markdown that is printed as it stands.
      case text
      case note(BookNote)
    }

    package let content: Content
    /// Of its lines, with the ends of lines and the blank lines after it.
    package let range: Range<Int>
  }

  package let items: [Item]
  /// Whether the book ends in code without an end: what is put behind that would belong to it.
  package let isOpen: Bool

  /// The items that are notes, and their places among all.
  package var notes: [(place: Int, note: BookNote)] {
    items.enumerated().compactMap { place, item in
      if case .note(let note) = item.content { (place, note) } else { nil }
    }
  }

  package init(of document: NoteDocument) {
    (items, isOpen) = document.bytes.withUnsafeBufferPointer { bytes in
      Self.items(in: bytes, from: document.layout.bodyStart)
    }
  }

  private static func items(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (items: [Item], isOpen: Bool) {
    var items: [Item] = []
    var open: (content: Item.Content, start: Int)?
    var fence: (mark: UInt8, length: Int)?
    func close(at end: Int) {
      if let open, open.start < end {
        items.append(Item(content: open.content, range: open.start..<end))
      }
    }
    var next = start
    while next < bytes.count {
      let line = Line(at: next, in: bytes)
      next = line.next
      let mark = FenceMark(line, in: bytes)
      if let current = fence {
        if let mark, mark.byte == current.mark, mark.length >= current.length, !mark.hasInfo {
          fence = nil
        }
        continue
      }
      let isBlank = bytes[line.start..<line.end].allSatisfy(\.isBlank)
      if isBlank { continue }
      var content = Item.Content.text
      if let mark {
        fence = (mark.byte, mark.length)
      } else if let heading = heading(line, in: bytes) {
        let text = String(decoding: bytes[heading.text], as: UTF8.self)
        content = .heading(level: heading.level, text: text)
      } else if let note = BookNote(line, in: bytes) {
        content = .note(note)
      }
      // Lines of text are one item, until something else comes.
      if case .text = content, case .text? = open?.content { continue }
      close(at: line.start)
      open = (content, line.start)
    }
    close(at: bytes.count)
    return (items, fence != nil)
  }

  /// An ATX heading (CommonMark 0.31, section 4.2), and where its text is.
  static func heading(
    _ line: Line, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (level: Int, text: Range<Int>)? {
    var at = line.start
    while at < line.end, bytes[at] == UInt8(ascii: " "), at - line.start < 4 { at += 1 }
    let first = at
    while at < line.end, bytes[at] == UInt8(ascii: "#") { at += 1 }
    let level = at - first
    guard first - line.start < 4, (1...6).contains(level), at == line.end || bytes[at].isBlank
    else { return nil }
    let text = bytes.trimmed(at..<line.end)
    var end = text.upperBound
    while end > text.lowerBound, bytes[end - 1] == UInt8(ascii: "#") { end -= 1 }
    let isClosed = end == text.lowerBound || bytes[end - 1].isBlank
    return (level, isClosed ? bytes.trimmed(text.lowerBound..<end) : text)
  }
}

/// The line that opens or closes fenced code (CommonMark 0.31, section 4.5).
private struct FenceMark {
  let byte: UInt8
  let length: Int
  let hasInfo: Bool

  init?(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>) {
    var at = line.start
    while at < line.end, bytes[at] == UInt8(ascii: " ") { at += 1 }
    guard at < line.end, at - line.start < 4,
      bytes[at] == UInt8(ascii: "`") || bytes[at] == UInt8(ascii: "~")
    else { return nil }
    byte = bytes[at]
    let start = at
    while at < line.end, bytes[at] == byte { at += 1 }
    length = at - start
    let info = bytes[at..<line.end]
    hasInfo = !info.allSatisfy(\.isBlank)
    guard length >= 3, byte == UInt8(ascii: "~") || !info.contains(byte) else { return nil }
  }
}

extension BookText {
  /// The places of the items that are a note.
  ///
  /// - Parameter book: the path of the book.
  package func places(of note: VaultPath, in book: VaultPath) -> [Int] {
    let names = [note, note.replacingName(with: note.stem)].compactMap(\.self)
    return notes.compactMap { place, item in
      names.contains { item.link.leads(to: $0, from: book.parent) } ? place : nil
    }
  }
}
