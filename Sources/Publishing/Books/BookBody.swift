internal import Sharing
internal import VaultFormat

/// The text of a note as a book prints it: without the heading that is its title, and without lines that only show
/// media, since the book has its photos elsewhere.
struct BookBody {
  let bytes: [UInt8]
  /// The characters of each paragraph, about.
  let paragraphs: [Int]
  /// The spaces between paragraphs, lists, and so on.
  let gapCount: Int
  /// Whether the note is called by its first line, for want of a title.
  let beginsWithName: Bool
  /// What the note says of its photos, by the names of their files.
  let alternatives: [NameKey: String]

  init(of note: SharedNote) {
    var lines: [[UInt8]] = []
    var alternatives: [NameKey: String] = [:]
    let hasTitle = SharedText.beginsWithTitle(note)
    var name: String?
    note.body.withUnsafeBufferPointer { bytes in
      var heading: Range<Int>?
      switch BodyTitle.find(in: bytes, from: 0, isWhole: true) {
      case .heading(let range): if hasTitle { heading = range }
      case .firstLine(let range, _): name = String(decoding: bytes[range], as: UTF8.self)
      case .nothing: break
      }
      var embeds: [MarkdownLink] = []
      MarkdownLink.forEach(in: bytes, from: 0) { link in
        if link.kind.isShownInPlace { embeds.append(link) }
      }
      var next = 0
      var place = 0
      while next < bytes.count {
        let line = Line(at: next, in: bytes)
        next = line.next
        let first = place
        while place < embeds.count, embeds[place].destination.lowerBound < line.next { place += 1 }
        if let heading, (line.start..<line.next).contains(heading.lowerBound) { continue }
        let shown = embeds[first..<place].compactMap { Self.embed($0, in: bytes) }
        for embed in shown {
          if let text = embed.alternative { alternatives[embed.name] = text }
        }
        if !shown.isEmpty, shown.count == place - first,
          Self.isBlank(line, besides: shown.map(\.range), in: bytes)
        {
          continue
        }
        lines.append(Array(bytes[line.start..<line.next]))
      }
    }
    bytes = Self.trimmed(lines)
    self.alternatives = alternatives
    beginsWithName = name.map { Slug.of($0) == Slug.of(note.title) } ?? false
    let text = String(decoding: bytes, as: UTF8.self)
    paragraphs = Self.paragraphs(of: text)
    gapCount = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .count(where: \.isEmpty)
  }

  /// The characters of each paragraph; wide ones count twice.
  ///
  /// Lines in a row are one paragraph, unless they begin with a mark of Markdown.
  static func paragraphs(of text: String) -> [Int] {
    var counts: [Int] = []
    var isOpen = false
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let line = String(line).trimmingBlanks
      let count = line.reduce(0) { $0 + ($1.unicodeScalars.first?.value ?? 0 >= 0x2E80 ? 2 : 1) }
      let isMarked = line.first.map { "-*+|>#".contains($0) || $0.isNumber } ?? true
      if count > 0, isOpen, !isMarked {
        counts[counts.count - 1] += count + 1
      } else if count > 0 {
        counts.append(count)
      }
      isOpen = count > 0
    }
    return counts
  }

  /// A picture, sound or film that is shown in the text.
  private struct Embed {
    let name: NameKey
    let alternative: String?
    let range: Range<Int>
  }

  private static func embed(
    _ link: MarkdownLink, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Embed? {
    let written = UnsafeBufferPointer(rebasing: bytes[link.destination])
    guard LinkPath.isRelative(written, link.kind),
      let path = LinkPath.candidates(Array(written)[...], link.kind).first,
      let name = path.bytes.split(separator: UInt8(ascii: "/")).last,
      let dot = name.lastIndex(of: UInt8(ascii: ".")),
      MediaKind(fileExtension: name[(dot + 1)...]) != .file
    else { return nil }
    var (start, end) = (link.destination.lowerBound, link.destination.upperBound)
    var text: String?
    if link.kind == .embed {
      (start, end) = (start - 3, end + 2)
    } else {
      while start > 0, !bytes[start...].starts(with: "![".utf8) { start -= 1 }
      while end < bytes.count, bytes[end] != UInt8(ascii: ")"), bytes[end] != 0x0A { end += 1 }
      end += 1
      let label = bytes[start..<link.destination.lowerBound]
      if let bracket = label.lastIndex(of: UInt8(ascii: "]")), bracket > start + 2 {
        text = String(decoding: bytes[(start + 2)..<bracket], as: UTF8.self).trimmingBlanks
      }
    }
    // A size is no text: ![Lake|300](lake.jpg).
    if let bar = text?.lastIndex(of: "|") { text = text.map { String($0[..<bar]) } }
    return Embed(
      name: NameKey(name), alternative: text.flatMap { $0.isEmpty ? nil : $0 },
      range: max(start, 0)..<min(max(end, start), bytes.count))
  }

  private static func isBlank(
    _ line: Line, besides ranges: [Range<Int>], in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    (line.start..<line.end).allSatisfy { index in
      bytes[index].isBlank || ranges.contains { $0.contains(index) }
    }
  }

  /// Without blank lines at the beginning and the end.
  private static func trimmed(_ lines: [[UInt8]]) -> [UInt8] {
    func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 <= 0x20 } }
    var lines = lines.drop(while: isBlank)
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    return Array(lines.joined())
  }
}
