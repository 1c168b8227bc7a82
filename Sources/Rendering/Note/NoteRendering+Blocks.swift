internal import VaultFormat

// MARK: - Paragraphs and headings

extension NoteRendering {
  mutating func openParagraph(_ node: MarkdownNode) -> Frame {
    if let open = calloutParagraph, open.paragraph == node {
      calloutParagraph = nil
      return openCalloutTitle(open.callout, of: node)
    }
    var frame = Frame(isBlock: true)
    let isPlain = node.parent.map { $0.kind == .item && $0.parent?.isTight == true } ?? false
    if isPlain {
      frame.isBlock = false
    } else {
      writer.open("p", textAttributes)
      frame.elements = 1
    }
    if let parent = node.parent, parent.firstChild == node, let (index, box) = taskBox(of: parent) {
      openTask(box, index)
      frame.elements += 1
    }
    return frame
  }

  /// The box with which an item begins, and its index in the source.
  private func taskBox(of item: MarkdownNode) -> (Int, TaskBox)? {
    guard item.kind == .item, let paragraph = item.firstChild, paragraph.kind == .paragraph,
      let first = paragraph.firstChild, first.kind == .text
    else { return nil }
    let text = first.literal
    guard text.starts(with: MarkedText.opening) else { return nil }
    var pieces = MarkedText(text)
    guard case .mark(let index) = pieces.next(), case .task(let box) = source.item(at: index) else {
      return nil
    }
    return (index, box)
  }

  private mutating func openTask(_ box: TaskBox, _ index: Int) {
    typealias Attribute = HTMLWriter.Attribute
    task = index
    note.tasks.append(box)
    writer.open("label")
    var attributes = [Attribute("type", "checkbox"), Attribute("data-task", box.reference)]
    if box.isDone { attributes.append(Attribute("checked", "checked")) }
    if !renderer.options.hasActiveTasks { attributes.append(Attribute("disabled", "disabled")) }
    writer.void("input", attributes)
  }

  private static let headingNames: [StaticString] = ["h1", "h2", "h3", "h4", "h5", "h6"]

  mutating func openHeading(_ node: MarkdownNode) -> Frame {
    // The level is 1 to 6, the shift any number.
    let level = node.headingLevel.addingReportingOverflow(headingShift)
    // A page has one `h1`.
    let highest = title == nil ? 1 : 2
    let shown = level.overflow ? 6 : min(max(level.partialValue, highest), 6)
    let index = node == title ? 0 : shown - 1
    let text = String(decoding: plainText(of: node), as: UTF8.self)
    let id = HTMLWriter.Attribute("id", prefix + headings.id(for: text))
    writer.open(Self.headingNames[index], [id] + textAttributes)
    return Frame(elements: 1, isBlock: true)
  }
}

// MARK: - Quotes and lists

extension NoteRendering {
  private var isTooDeep: Bool { writer.depth >= NoteRenderer.deepestNesting }

  mutating func openQuote(_ node: MarkdownNode) -> Frame {
    guard !isTooDeep else { return Frame() }
    writer.newLine()
    defer { writer.newLine() }
    guard let (callout, paragraph) = Callout.of(node) else {
      writer.open("blockquote")
      return Frame(elements: 1, isBlock: true)
    }
    calloutParagraph = (callout, paragraph)
    let attributes = [HTMLWriter.Attribute("class", "callout callout-\(callout.type)")]
    switch callout.folding {
    case .none: writer.open("div", attributes)
    case .closed: writer.open("details", attributes)
    case .open: writer.open("details", attributes + [HTMLWriter.Attribute("open", "open")])
    }
    return Frame(elements: 1, isBlock: true)
  }

  private mutating func openCalloutTitle(_ callout: Callout, of node: MarkdownNode) -> Frame {
    let title = [HTMLWriter.Attribute("class", "callout-title")] + textAttributes
    if callout.folding == .none { writer.open("p", title) } else { writer.open("summary", title) }
    openTitle = node
    if let text = node.firstChild, text.literal.count == callout.length {
      let next = text.next?.kind
      let isEmpty = next == nil || next == .softBreak || next == .lineBreak
      if isEmpty { writer.text(callout.defaultTitle.utf8) }
    }
    return Frame(elements: 1, isBlock: true)
  }

  mutating func openList(_ node: MarkdownNode) -> Frame {
    let isWritten = !isTooDeep
    lists.append(isWritten)
    guard isWritten else { return Frame(isList: true) }
    writer.newLine()
    if node.isOrdered {
      let start = HTMLWriter.Attribute("start", String(node.firstNumber))
      writer.open("ol", node.firstNumber == 1 ? [] : [start])
    } else {
      writer.open("ul")
    }
    writer.newLine()
    return Frame(elements: 1, isBlock: true, isList: true)
  }

  mutating func openItem(_ node: MarkdownNode) -> Frame {
    guard lists.last == true else { return Frame() }
    let isTask = taskBox(of: node) != nil
    writer.open("li", (isTask ? [HTMLWriter.Attribute("class", "task")] : []) + textAttributes)
    return Frame(elements: 1, isBlock: true)
  }
}

// MARK: - Code and HTML

extension NoteRendering {
  mutating func writeCode(_ node: MarkdownNode) {
    let language = source.restored(node.fenceInfo).prefix { $0 > 0x20 }
    let isName =
      (1...32).contains(language.count)
      && language.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+#-_.".utf8.contains($0) }
    let name = HTMLWriter.Attribute(
      "class", "language-" + String(decoding: language, as: UTF8.self).lowercased())
    writePreformatted(node, isName ? [name] : [])
  }

  /// Shows HTML as its source, since it may be what the note is about, but no comments.
  ///
  /// Others see none: its tags have paths in them.
  mutating func writeHTMLBlock(_ node: MarkdownNode) {
    guard !renderer.options.showsNamesAlone else { return }
    var text = node.literal[...]
    while let last = text.last, last <= 0x20 { text.removeLast() }
    text = text.drop { $0 <= 0x20 }
    if text.starts(with: "<!--".utf8), Self.endOfComment(text) == text.endIndex { return }
    writePreformatted(node, [HTMLWriter.Attribute("class", "language-html")])
  }

  /// The end of the first `-->`; nil if there is none.
  private static func endOfComment(_ text: ArraySlice<UInt8>) -> Int? {
    text.indices.dropFirst(6).first { index in
      text[index] == UInt8(ascii: ">") && text[index - 1] == UInt8(ascii: "-")
        && text[index - 2] == UInt8(ascii: "-")
    }.map { $0 + 1 }
  }

  private mutating func writePreformatted(
    _ node: MarkdownNode, _ attributes: [HTMLWriter.Attribute]
  ) {
    writer.newLine()
    writer.open("pre", [HTMLWriter.Attribute("dir", "ltr")])
    writer.element("code", attributes, text: source.restored(node.literal))
    writer.close()
    writer.newLine()
  }
}

// MARK: - Tables

extension NoteRendering {
  mutating func openTable(_ node: MarkdownNode) -> Frame {
    alignments = node.alignments
    hasTableBody = false
    writer.newLine()
    // Scrolls where the table is wider than the page.
    writer.open("div", [HTMLWriter.Attribute("class", "table")])
    writer.open("table")
    writer.newLine()
    return Frame(elements: 2, isBlock: true)
  }

  mutating func openRow(_ node: MarkdownNode) -> Frame {
    column = 0
    isInHeaderRow = node.isHeaderRow
    if isInHeaderRow {
      writer.open("thead")
      writer.open("tr")
      return Frame(elements: 2, isBlock: true)
    }
    if !hasTableBody, !frames.isEmpty {
      hasTableBody = true
      writer.open("tbody")
      writer.newLine()
      // Closed with the table.
      frames[frames.count - 1].elements += 1
    }
    writer.open("tr")
    return Frame(elements: 1, isBlock: true)
  }

  mutating func openCell() -> Frame {
    typealias Attribute = HTMLWriter.Attribute
    var attributes: [Attribute] = []
    switch alignments.indices.contains(column) ? alignments[column] : 0 {
    case UInt8(ascii: "l"): attributes.append(Attribute("class", "left"))
    case UInt8(ascii: "c"): attributes.append(Attribute("class", "center"))
    case UInt8(ascii: "r"): attributes.append(Attribute("class", "right"))
    default: break
    }
    if isInHeaderRow {
      writer.open("th", [Attribute("scope", "col")] + attributes + textAttributes)
    } else {
      writer.open("td", attributes + textAttributes)
    }
    return Frame(elements: 1)
  }
}

// MARK: - Footnotes

extension NoteRendering {
  /// cmark moves the footnotes to the end, in the order of their numbers.
  mutating func openFootnote() -> Frame {
    if footnoteCount == 0, !frames.isEmpty {
      writer.newLine()
      writer.open("section", [HTMLWriter.Attribute("class", "footnotes")])
      writer.open("ol")
      writer.newLine()
      // Closed with the document.
      frames[0].elements += 2
    }
    footnoteCount += 1
    let id = HTMLWriter.Attribute("id", "\(prefix)fn-\(footnoteCount)")
    writer.open("li", [id] + textAttributes)
    writer.newLine()
    return Frame(elements: 1, isBlock: true)
  }

  mutating func writeWayBack() {
    guard referencedFootnotes.contains(footnoteCount) else { return }
    let attributes = [
      HTMLWriter.Attribute("class", "footnote-back"),
      HTMLWriter.Attribute("href", "#\(prefix)fnref-\(footnoteCount)"),
    ]
    writer.element("a", attributes, text: "↩".utf8)
  }

  mutating func writeFootnoteReference(_ node: MarkdownNode) {
    guard let number = Int(String(decoding: node.literal, as: UTF8.self)) else { return }
    writer.open("sup", [HTMLWriter.Attribute("class", "footnote")])
    if isInLink {
      writer.text("\(number)".utf8)
    } else {
      var attributes = [HTMLWriter.Attribute("href", "#\(prefix)fn-\(number)")]
      if referencedFootnotes.insert(number).inserted {
        attributes.append(HTMLWriter.Attribute("id", "\(prefix)fnref-\(number)"))
      }
      writer.element("a", attributes, text: "\(number)".utf8)
    }
    writer.close()
  }
}
