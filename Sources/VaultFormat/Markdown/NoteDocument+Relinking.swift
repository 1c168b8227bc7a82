extension NoteDocument {
  /// The document with links that lead to other files; all other bytes stay.
  ///
  /// What a link says behind the path (`#heading`, `|alias`) stays too.
  ///
  /// - Parameters:
  ///   - folder: of the note (nil: the root): links are written from there.
  ///   - target: the file that a link shall lead to, nil to leave it; gets the link and the line that it is on.
  package func relinking(
    from folder: VaultPath?, to target: (_ link: FileLink, _ line: ArraySlice<UInt8>) -> VaultPath?
  ) -> NoteDocument {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    bytes.withUnsafeBufferPointer { buffer in
      MarkdownLink.forEach(in: buffer, from: layout.bodyStart) { found in
        let written = UnsafeBufferPointer(rebasing: buffer[found.destination])
        guard LinkPath.isRelative(written, found.kind) else { return }
        let link = FileLink(written, found.kind, line: 0)
        let line = lineStart(before: found.destination.lowerBound)
        let end = nextLine(after: found.destination.lowerBound)
        guard let file = target(link, bytes[line..<end]) else { return }
        let path = Self.pathRange(in: bytes[found.destination], found.kind, file)
        edits.append((path, Self.spelling(of: file, for: bytes[path], found, folder, bytes)))
      }
    }
    guard !edits.isEmpty else { return self }
    var result: [UInt8] = []
    var copied = 0
    for edit in edits where edit.range.lowerBound >= copied {
      result += bytes[copied..<edit.range.lowerBound]
      result += edit.text
      copied = edit.range.upperBound
    }
    return NoteDocument(result + bytes[copied...])
  }

  /// The part of a destination that names the file.
  private static func pathRange(
    in written: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind, _ file: VaultPath
  ) -> Range<Int> {
    let marks = kind.isObsidian ? "#|^" : "#?"
    // A name that holds such a mark itself was perhaps written with it.
    guard kind.isObsidian || !file.name.contains(where: { marks.utf8.contains($0) }) else {
      return written.indices
    }
    var end = written.firstIndex { marks.utf8.contains($0) } ?? written.endIndex
    let isEscaped = end < written.endIndex && written[end] == UInt8(ascii: "|")
    if isEscaped, end > written.startIndex, written[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    return written.startIndex..<end
  }

  private static func spelling(
    of file: VaultPath, for old: ArraySlice<UInt8>, _ link: MarkdownLink, _ folder: VaultPath?,
    _ bytes: [UInt8]
  ) -> [UInt8] {
    if link.kind.isObsidian {
      return old.contains(UInt8(ascii: "/")) ? file.bytes : Array(file.name)
    }
    let text = Array(FileLink.destination(of: file, from: folder).utf8)
    let start = link.destination.lowerBound
    let isBracketed = start > 0 && bytes[start - 1] == UInt8(ascii: "<")
    guard text.first == UInt8(ascii: "<") else { return text }
    // Behind the path something may follow that belongs into the brackets.
    let isWhole = old.endIndex == link.destination.upperBound
    if isBracketed { return Array(text.dropFirst().dropLast()) }
    return isWhole ? text : encodingBlanks(text.dropFirst().dropLast())
  }

  /// The path for a destination that stands without brackets.
  private static func encodingBlanks(_ path: ArraySlice<UInt8>) -> [UInt8] {
    path.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: " "): Array("%20".utf8)
      case UInt8(ascii: "("): Array("%28".utf8)
      case UInt8(ascii: ")"): Array("%29".utf8)
      case UInt8(ascii: "<"): Array("%3C".utf8)
      case UInt8(ascii: ">"): Array("%3E".utf8)
      default: [byte]
      }
    }
  }
}
