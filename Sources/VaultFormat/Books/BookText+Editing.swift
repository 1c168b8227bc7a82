/// Edits of a book: lines are put in, taken out, moved, or get other attributes, and all other bytes stay.
extension NoteDocument {
  /// With a note behind the last one of the book, or at its end.
  ///
  /// - Parameters:
  ///   - path: of the note.
  ///   - book: the path of this document.
  ///   - title: of the note, as the text of the link.
  package func addingToBook(
    _ path: VaultPath, titled title: String, options: BookNoteOptions = BookNoteOptions(),
    book: VaultPath
  ) -> NoteDocument {
    let line = Self.bookLine(path, titled: title, options: options, book: book)
    let end = usesCarriageReturns ? "\r\n" : "\n"
    let items = BookText(of: self).items
    guard let last = items.last(where: { $0.isNote }) else {
      var new = bytes
      if let byte = new.last, byte != UInt8(ascii: "\n") { new += end.utf8 }
      if !items.isEmpty, !endsWithBlankLine { new += end.utf8 }
      return NoteDocument(new + Array((line + end).utf8))
    }
    let place = endOfLine(from: last.range.lowerBound)
    var lines = Array((line + end).utf8)
    if place.hasNoEnd { lines = Array((end + line).utf8) }
    return splicing([(place.next..<place.next, lines)])
  }

  /// The line of a note in a book, without its end.
  package static func bookLine(
    _ path: VaultPath, titled title: String, options: BookNoteOptions = BookNoteOptions(),
    book: VaultPath
  ) -> String {
    // Code or a comment that begins in the title and ends in the caption would swallow the link.
    let label = title.map { character in
      character.isNewline ? " " : "[]\\`<".contains(character) ? "\\\(character)" : "\(character)"
    }.joined()
    let link = "[\(label)](\(FileLink.destination(of: path, from: book.parent)))"
    return "- \(link)" + (options.text.isEmpty ? "" : " \(options.text)")
  }

  /// Without the item at a place, a note; the blank lines after it stay.
  package func removingFromBook(at place: Int) -> NoteDocument {
    let item = BookText(of: self).items[place]
    let line = endOfLine(from: item.range.lowerBound)
    var range = item.range.lowerBound..<line.next
    // The last line of a file without an end takes the end of the line before it along.
    if line.hasNoEnd, range.lowerBound > layout.bodyStart {
      var start = range.lowerBound - 1
      if start > layout.bodyStart, bytes[start - 1] == UInt8(ascii: "\r") { start -= 1 }
      range = start..<range.upperBound
    }
    return splicing([(range, [])])
  }

  /// With the note at a place before, or behind, another item.
  ///
  /// - Parameter isBehind: behind the line of the other one, a note.
  package func movingInBook(_ place: Int, to other: Int, isBehind: Bool) -> NoteDocument {
    let items = BookText(of: self).items
    let line = endOfLine(from: items[place].range.lowerBound)
    let moved = items[place].range.lowerBound..<line.next
    let target = items[other].range.lowerBound
    let insertion = isBehind ? endOfLine(from: target).next : target
    guard place != other, !(moved.lowerBound...moved.upperBound).contains(insertion) else {
      return self
    }
    var lines = Array(bytes[moved])
    guard line.hasNoEnd || (isBehind && endOfLine(from: target).hasNoEnd) else {
      return splicing([(moved, []), (insertion..<insertion, lines)])
    }
    // The file has no end of line at its end, and keeps having none.
    let end = Array((usesCarriageReturns ? "\r\n" : "\n").utf8)
    if line.hasNoEnd {
      let before = moved.lowerBound - (bytes[..<moved.lowerBound].hasSuffix("\r\n".utf8) ? 2 : 1)
      return splicing([(insertion..<insertion, lines + end), (before..<moved.upperBound, [])])
    }
    lines.removeLast(lines.hasSuffix("\r\n".utf8) ? 2 : 1)
    return splicing([(moved, []), (insertion..<insertion, end + lines)])
  }

  /// With other photos, another caption and so on of the note at a place; its link stays as it is.
  package func settingBookOptions(_ options: BookNoteOptions, at place: Int) -> NoteDocument {
    guard case .note(let note) = BookText(of: self).items[place].content, note.options != options
    else { return self }
    let text = options.text
    return splicing([(note.rest, Array((text.isEmpty ? "" : " \(text)").utf8))])
  }

  private var usesCarriageReturns: Bool {
    guard let lineFeed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return false }
    return lineFeed > 0 && bytes[lineFeed - 1] == UInt8(ascii: "\r")
  }

  private var endsWithBlankLine: Bool {
    bytes.hasSuffix("\n\n".utf8) || bytes.hasSuffix("\n\r\n".utf8)
  }

  private func endOfLine(from start: Int) -> (next: Int, hasNoEnd: Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      let line = Line(at: start, in: bytes)
      return (line.next, line.end == line.next)
    }
  }

  private func splicing(_ edits: [(range: Range<Int>, bytes: [UInt8])]) -> NoteDocument {
    var new = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      new.replaceSubrange(edit.range, with: edit.bytes)
    }
    return NoteDocument(new)
  }
}

extension BookText.Item {
  package var isNote: Bool { if case .note = content { true } else { false } }
}

extension RandomAccessCollection<UInt8> {
  fileprivate func hasSuffix(_ end: some Collection<UInt8>) -> Bool {
    suffix(end.count).elementsEqual(end)
  }
}
