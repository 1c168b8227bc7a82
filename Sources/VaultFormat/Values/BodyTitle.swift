/// The title that a body gives: the first `#` heading, else the first line with text, where the file's name does
/// not name the note.
///
/// docs/vault-format.md, rule K-6. One pass over the lines up to the heading; headings inside
/// fenced code do not count.
package enum BodyTitle {
  package enum Found: Hashable, Sendable {
    /// Bytes of the heading's text, without its `#`.
    case heading(Range<Int>)
    /// Bytes of the first line's text. `isWhole` false: a heading may follow in bytes that were not
    /// given.
    case firstLine(Range<Int>, isWhole: Bool)
    case nothing(isWhole: Bool)

    /// True where bytes that were not given cannot change it.
    package var isFinal: Bool {
      switch self {
      case .heading: true
      case .firstLine(_, let isWhole), .nothing(let isWhole): isWhole
      }
    }

    /// The bytes of the heading, else of the first line: the title of a text that is in no file.
    package var range: Range<Int>? {
      switch self {
      case .heading(let range), .firstLine(let range, _): range
      case .nothing: nil
      }
    }

    /// The bytes of the title of a note; nil where the stem is the title.
    ///
    /// A stem is one unless it begins with a date, as the names do that tl gives.
    package func range(inFileNamed stem: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
      switch self {
      case .heading(let range): range
      case .firstLine(let range, _): FileNameDate.length(inStem: stem) > 0 ? range : nil
      case .nothing: nil
      }
    }
  }

  /// Looks through `bytes` from `start`.
  ///
  /// `isWhole` says that the file ends where the bytes do; when it is false a last line without its
  /// end is not looked at.
  package static func find(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, isWhole: Bool
  ) -> Found {
    var firstLine: Range<Int>?
    var fence: (mark: UInt8, length: Int)?
    var next = start
    while next < bytes.count {
      let line = Line(at: next, in: bytes)
      if line.end == line.next, !isWhole { break }
      next = line.next
      var at = line.start
      // A tab is four columns or reaches the fourth, which makes code (CommonMark 0.31, section
      // 2.2).
      var indent = 0
      while at < line.end, bytes[at].isBlank {
        indent += bytes[at] == UInt8(ascii: "\t") ? 4 : 1
        at += 1
      }
      guard at < line.end else { continue }
      let first = bytes[at]
      if first == UInt8(ascii: "`") || first == UInt8(ascii: "~") {
        var end = at
        while end < line.end, bytes[end] == first { end += 1 }
        if let open = fence {
          if first == open.mark, end - at >= open.length, indent < 4,
            bytes[end..<line.end].allSatisfy(\.isBlank)
          {
            fence = nil
          }
        } else if end - at >= 3, indent < 4,
          first == UInt8(ascii: "~") || !bytes[end..<line.end].contains(first)
        {
          fence = (first, end - at)
        }
      } else if fence == nil, first == UInt8(ascii: "#"), indent < 4,
        let heading = headingText(bytes, at, line.end)
      {
        return .heading(heading)
      }
      if firstLine == nil { firstLine = text(bytes, at, line.end) }
    }
    return firstLine.map { .firstLine($0, isWhole: isWhole) } ?? .nothing(isWhole: isWhole)
  }

  /// The text of a level 1 ATX heading (CommonMark 0.31, section 4.2); nil for other levels and for
  /// none.
  private static func headingText(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Range<Int>? {
    var at = start + 1
    guard at < end, bytes[at].isBlank else { return nil }
    while at < end, bytes[at].isBlank { at += 1 }
    var stop = end
    while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    // A closing run of # goes when a blank stands before it.
    var close = stop
    while close > at, bytes[close - 1] == UInt8(ascii: "#") { close -= 1 }
    if close == at { return nil }
    if close < stop, bytes[close - 1].isBlank {
      stop = close
      while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    }
    return at..<stop
  }

  /// A line without the marks of a deeper heading; nil for a heading without text.
  private static func text(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int
  ) -> Range<Int>? {
    var at = start
    while at < end, bytes[at] == UInt8(ascii: "#") { at += 1 }
    if at < end, at > start, !bytes[at].isBlank { at = start }
    while at < end, bytes[at].isBlank { at += 1 }
    var stop = end
    while stop > at, bytes[stop - 1].isBlank { stop -= 1 }
    return bytes[at..<stop].allSatisfy { $0 == UInt8(ascii: "#") } ? nil : at..<stop
  }
}

extension NoteDocument {
  /// The title of this note: its key `title`, its heading, the stem of its file, or its first line.
  ///
  /// docs/vault-format.md, rule K-6.
  ///
  /// - Parameter path: of its file.
  package func title(_ metadata: NoteMetadata, at path: VaultPath) -> String {
    if let title = metadata.title { return title }
    let stem = Array(path.stem)
    let range = bytes.withUnsafeBufferPointer { bytes in
      stem.withUnsafeBufferPointer {
        BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range(inFileNamed: $0)
      }
    }
    return String(decoding: range.map { bytes[$0] } ?? stem[...], as: UTF8.self)
  }

  /// The title of this note, where nothing else of its front matter is needed.
  package func title(at path: VaultPath) -> String {
    title(NoteMetadata(of: self, zone: .utc), at: path)
  }

  /// The title of a text that is in no file: its key `title`, its heading, or its first line.
  package var titleOfText: String? {
    if let title = NoteMetadata(of: self, zone: .utc).title { return title }
    return bytes.withUnsafeBufferPointer { bytes in
      BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range
        .map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
}
