extension NoteDocument {
  /// A list in the front matter and its source ranges.
  struct ListSource {
    var node: YAMLNode
    var items: [YAMLNode]
    var style: YAMLNode.CollectionStyle

    /// Nil if the node is not a list, or is an alias of one.
    init?(_ node: YAMLNode) {
      guard !node.isAlias, case .sequence(let items, let style) = node.content else { return nil }
      self.node = node
      self.items = items
      self.style = style
    }
  }

  /// Changes a list to `wanted` by removing and appending items; the other items keep their bytes.
  ///
  /// Nil if that is not possible: the order of a block list changes, an item is not text, or the start of an item cannot be
  /// found.
  func splicing(_ wanted: [String], into list: ListSource) -> NoteDocument? {
    let texts = list.items.compactMap { $0.isAlias ? nil : $0.text }
    guard texts.count == list.items.count, !texts.isEmpty else { return nil }
    var kept: [Bool] = []
    var rest = wanted[...]
    for text in texts {
      let stays = rest.first.map { $0.utf8.elementsEqual(text.utf8) } ?? false
      if stays { rest = rest.dropFirst() }
      kept.append(stays)
    }
    if list.style == .block {
      let removed = zip(texts, kept).compactMap { $1 ? nil : Array($0.utf8) }
      guard Set(removed).isDisjoint(with: rest.map { Array($0.utf8) }) else { return nil }
    }
    let edits =
      switch list.style {
      case .flow: flowEdits(list, kept: kept, appending: Array(rest))
      case .block: blockEdits(list, kept: kept, appending: Array(rest))
      }
    return edits.map(applying)
  }

  /// Writes the items of a block list in another order, each with its bytes and with the comments on the lines above it;
  /// those of an item that goes stay above the next one, or at the end.
  ///
  /// Nil if an item is not text, or does not begin on a line of its own.
  func rewriting(_ wanted: [String], into list: ListSource) -> NoteDocument? {
    guard list.style == .block, !wanted.isEmpty, let first = list.items.first,
      let firstDash = dash(before: first.range.lowerBound)
    else { return nil }
    let start = lineStart(before: firstDash)
    let indent = Array(bytes[start..<firstDash])
    var pieces: [[UInt8]: [[UInt8]]] = [:]
    var (end, above) = (start, [UInt8]())
    // An item that stands twice may be wanted once: the second one goes.
    var open: [[UInt8]: Int] = [:]
    for text in wanted { open[Array(text.utf8), default: 0] += 1 }
    for item in list.items {
      guard !item.isAlias, let text = item.text, let dash = dash(before: item.range.lowerBound)
      else { return nil }
      let begin = lineStart(before: dash)
      guard begin >= end, isBlank(begin..<dash) else { return nil }
      above += bytes[end..<begin]
      end = nextLine(after: item.range.upperBound)
      let key = Array(text.utf8)
      guard let count = open[key], count > 0 else { continue }
      open[key] = count - 1
      var piece = above
      piece.appendLines(Array(bytes[begin..<end]))
      pieces[key, default: []].append(piece)
      above = []
    }
    var lines: [UInt8] = []
    for text in wanted {
      let key = Array(text.utf8)
      if let piece = pieces[key]?.first {
        pieces[key]?.removeFirst()
        lines.appendLines(piece)
      } else {
        let item = "- " + ScalarWriter.write(text, inFlow: false) + lineEnd
        lines.appendLines(indent + Array(item.utf8))
      }
    }
    lines.appendLines(above)
    if end == bytes.count, bytes.last != UInt8(ascii: "\n") { lines.removeLineEnd() }
    return replacing(start..<end, with: lines)
  }
}

// MARK: - Flow lists

extension NoteDocument {
  private func flowEdits(_ list: ListSource, kept: [Bool], appending new: [String]) -> [Splice]? {
    guard let lastKept = kept.lastIndex(of: true) else { return nil }
    var edits: [Splice] = []
    // Removes an item with the comma after it, or the last items with the comma before them.
    for index in 0..<lastKept where !kept[index] {
      let item = list.items[index].range
      guard
        let comma = comma(after: item.upperBound, before: list.items[index + 1].range.lowerBound)
      else { return nil }
      edits.append(
        Splice(
          range: wholeLine(of: item.lowerBound..<(comma + 1)) ?? item
            .lowerBound..<end(ofBlanksFrom: comma + 1)))
    }
    let end = list.items[lastKept].range.upperBound
    if !new.isEmpty {
      let text = new.map { ", " + ScalarWriter.write($0, inFlow: true) }.joined()
      edits.append(Splice(range: end..<end, new: Array(text.utf8)))
    }
    var last = end
    for item in list.items[(lastKept + 1)...].map(\.range) {
      guard let comma = comma(after: last, before: item.lowerBound) else { return nil }
      if isBlank(last..<comma), isBlank((comma + 1)..<item.lowerBound) {
        edits.append(Splice(range: last..<item.upperBound))
      } else {
        edits.append(Splice(range: comma..<(comma + 1)))
        edits.append(Splice(range: wholeLine(of: item) ?? item))
      }
      last = item.upperBound
    }
    return edits
  }

  /// The comma between two items, which may follow comments.
  private func comma(after start: Int, before end: Int) -> Int? {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: ",") {
      index = bytes[index] == UInt8(ascii: "#") ? nextLine(after: index) : index + 1
    }
    return index < end ? index : nil
  }

  /// The whole line including its line ending; nil if something else is on it.
  private func wholeLine(of range: Range<Int>) -> Range<Int>? {
    let line = lineStart(before: range.lowerBound)..<nextLine(after: range.upperBound)
    let isAlone =
      isBlank(line.lowerBound..<range.lowerBound) && isBlank(range.upperBound..<line.upperBound)
    return isAlone ? line : nil
  }

  private func end(ofBlanksFrom offset: Int) -> Int {
    bytes[offset...].firstIndex { !$0.isBlank } ?? bytes.count
  }
}

// MARK: - Block lists

extension NoteDocument {
  private func blockEdits(_ list: ListSource, kept: [Bool], appending new: [String]) -> [Splice]? {
    guard let lastKept = kept.lastIndex(of: true) else { return nil }
    var edits: [Splice] = []
    for (index, stays) in kept.enumerated() {
      let item = list.items[index].range
      let next = nextLine(after: item.upperBound)
      if !stays {
        guard let dash = dash(before: item.lowerBound), isBlank(lineStart(before: dash)..<dash)
        else { return nil }
        edits.append(Splice(range: lineStart(before: dash)..<next))
      } else if index == lastKept, !new.isEmpty {
        guard let dash = dash(before: item.lowerBound) else { return nil }
        let indent = String(decoding: bytes[lineStart(before: dash)..<dash], as: UTF8.self)
        let lines = new.map { indent + "- " + ScalarWriter.write($0, inFlow: false) + lineEnd }
        edits.append(Splice(range: next..<next, new: Array(lines.joined().utf8)))
      }
    }
    return edits
  }

  /// The offset of the `-` before the item at `offset`, on the same line.
  private func dash(before offset: Int) -> Int? {
    guard let index = bytes[..<offset].lastIndex(where: { !$0.isBlank }),
      bytes[index] == UInt8(ascii: "-")
    else { return nil }
    return index
  }
}
