/// Edits of a book: lines are put in, taken out, moved, or get another text, and all other bytes stay.
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
    let line = Array(Self.bookLine(path, titled: title, options: options, book: book).utf8)
    return editingLines { document, end in
      let text = BookText(of: document)
      guard let last = text.items.lastIndex(where: \.isNote) else {
        // Code that does not end would swallow it.
        return document.insertion(
          of: line + end, before: text.items.count - (text.isOpen ? 1 : 0), in: text)
      }
      let place = document.lines(of: text.items[last]).upperBound
      return [(place..<place, line + end)]
    }
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

  /// With a heading or text before an item, and blank lines around it.
  ///
  /// - Parameter place: of the item; the number of all for the end of the book.
  package func addingToBook(
    _ piece: BookPiece, before place: Int
  ) throws(BookEditProblem) -> NoteDocument {
    let text = BookText(of: self)
    guard place < text.items.count || !text.isOpen else { throw .isCode }
    let lines = try piece.lines
    return editingLines { document, end in
      let bytes = Array(lines.flatMap { $0 + end })
      return document.insertion(of: bytes, before: place, in: BookText(of: document))
    }
  }

  /// Without the item at a place: of a note the blank lines after it stay; with a heading or a text they go, but for
  /// one where text would come together with what stands before it.
  package func removingFromBook(at place: Int) -> NoteDocument {
    editingLines { document, end in [document.removal(of: place, in: BookText(of: document), end)] }
  }

  /// With the item at a place before, or behind, another one.
  ///
  /// - Throws: if that one, or the item itself, is code without an end, which would swallow what comes behind it.
  package func movingInBook(
    _ place: Int, to other: Int, isBehind: Bool
  ) throws(BookEditProblem) -> NoteDocument {
    let text = BookText(of: self)
    let (last, gap) = (text.items.count - 1, isBehind ? other + 1 : other)
    guard place != gap, place + 1 != gap else { return self }
    guard !text.isOpen || (place != last && gap <= last) else { throw .isCode }
    return editingLines { document, end in
      let text = BookText(of: document)
      let (moved, target) = (text.items[place], text.items[other])
      let lines = document.lines(of: moved)
      let removal = document.removal(of: place, in: text, end)
      guard moved.isNote else {
        return [removal]
          + document.insertion(of: Array(document.bytes[lines]), before: gap, in: text)
      }
      let insertion =
        !isBehind
        ? target.range.lowerBound
        : target.isNote ? document.lines(of: target).upperBound : target.range.upperBound
      return [removal, (insertion..<insertion, Array(document.bytes[lines]))]
    }
  }

  /// With another heading, or other text, at a place that is one; marks around a heading stay as they are.
  package func settingBookText(
    _ text: String, at place: Int
  ) throws(BookEditProblem) -> NoteDocument {
    let item = BookText(of: self).items[place]
    switch item.content {
    case .note: return self
    case .heading(_, let old):
      let new = try BookPiece.heading(text).text
      return new.utf8.elementsEqual(old.utf8) ? self : settingHeading(new, of: item)
    case .text:
      let lines = try BookPiece.text(text).lines
      let old = try? BookPiece.text(String(decoding: bytes[item.range], as: UTF8.self)).lines
      guard lines != old else { return self }
      return editingLines { document, end in
        [(document.lines(of: item), Array(lines.flatMap { $0 + end }))]
      }
    }
  }

  /// With other photos, another caption and so on of the note at a place; its link stays as it is.
  package func settingBookOptions(_ options: BookNoteOptions, at place: Int) -> NoteDocument {
    guard case .note(let note) = BookText(of: self).items[place].content, note.options != options
    else { return self }
    let text = options.text
    return splicing([(note.rest, Array((text.isEmpty ? "" : " \(text)").utf8))])
  }

  private func settingHeading(_ text: String, of item: BookText.Item) -> NoteDocument {
    let edit = bytes.withUnsafeBufferPointer { bytes -> Edit? in
      let line = Line(at: item.range.lowerBound, in: bytes)
      guard let range = BookText.heading(line, in: bytes)?.text else { return nil }
      let mark = UInt8(ascii: "#")
      var new = Array(text.utf8)
      if bytes[range.lowerBound - 1] == mark { new.insert(UInt8(ascii: " "), at: 0) }
      let rest = bytes[range.upperBound..<line.end]
      if rest.first == mark { new.append(UInt8(ascii: " ")) }
      if rest.allSatisfy(\.isBlank) { new += BookPiece.closing(of: text).utf8 }
      return (range, new)
    }
    return edit.map { splicing([$0]) } ?? self
  }

  // MARK: - Lines

  private typealias Edit = (range: Range<Int>, bytes: [UInt8])

  /// Lines in the place before an item, with a blank line between them and what stands before and behind.
  private func insertion(of lines: [UInt8], before place: Int, in text: BookText) -> [Edit] {
    let end = Array(lineEnd.utf8)
    let isLast = place >= text.items.count
    let at = isLast ? bytes.count : text.items[place].range.lowerBound
    let isBeside = place > 0 && self.lines(of: text.items[place - 1]).upperBound == at
    return [(at..<at, (isBeside ? end : []) + lines + (isLast ? [] : end))]
  }

  private func removal(of place: Int, in text: BookText, _ end: [UInt8]) -> Edit {
    let item = text.items[place]
    guard !item.isNote else { return (lines(of: item), []) }
    let before = place > 0 ? text.items[place - 1] : nil
    let start = before.map { lines(of: $0).upperBound } ?? item.range.lowerBound
    guard text.items.indices.contains(place + 1) else { return (start..<item.range.upperBound, []) }
    let isSeparate = start < item.range.lowerBound
    let isText = [before, text.items[place + 1]].contains { $0?.isText == true }
    return (item.range, before == nil || isSeparate || !isText ? [] : end)
  }

  /// Those of an item, with their ends, without the blank lines after it.
  private func lines(of item: BookText.Item) -> Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      var end = item.range.lowerBound
      var next = end
      while next < item.range.upperBound {
        let line = Line(at: next, in: bytes)
        next = line.next
        if !bytes[line.start..<line.end].allSatisfy(\.isBlank) { end = next }
      }
      return item.range.lowerBound..<end
    }
  }

  /// With edits of whole lines, which see the last line with an end; if it has none, the last one has none then.
  private func editingLines(
    _ edits: (_ document: NoteDocument, _ end: [UInt8]) -> [Edit]
  ) -> NoteDocument {
    let end = Array(lineEnd.utf8)
    guard let last = bytes.last, last != UInt8(ascii: "\n") else {
      return splicing(edits(self, end))
    }
    let ended = NoteDocument(bytes + end)
    var new = ended.splicing(edits(ended, end)).bytes
    if new.count > ended.layout.bodyStart { new.removeLineEnd() }
    return NoteDocument(new)
  }

  private func splicing(_ edits: [Edit]) -> NoteDocument {
    var new = bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      new.replaceSubrange(edit.range, with: edit.bytes)
    }
    return NoteDocument(new)
  }
}

extension BookText.Item {
  package var isNote: Bool { if case .note = content { true } else { false } }
  fileprivate var isText: Bool { if case .text = content { true } else { false } }
  var isHeading: Bool { if case .heading = content { true } else { false } }
}
