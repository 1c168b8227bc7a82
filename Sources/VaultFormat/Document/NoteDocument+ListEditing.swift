extension NoteDocument {
  /// A list in the front matter, as it is written.
  struct ListSource {
    var node: YAMLNode
    var items: [YAMLNode]
    var style: YAMLNode.CollectionStyle

    init(_ node: YAMLNode, _ items: [YAMLNode], _ style: YAMLNode.CollectionStyle) {
      self.node = node
      self.items = items
      self.style = style
    }
  }

  /// Turns a list into `wanted` in the style it has, touching as little as possible; nil where the whole
  /// value has to be written anew.
  func editing(_ list: ListSource, to wanted: [String]) -> NoteDocument? {
    splicing(wanted, into: list) ?? rewriting(list, as: wanted)
  }

  /// Turns a list into `wanted` by taking items out and appending others; what stays keeps its bytes.
  ///
  /// Nil where that is not possible (another order, items that are no texts, a layout that hides where an
  /// item begins).
  private func splicing(_ wanted: [String], into list: ListSource) -> NoteDocument? {
    let texts = list.items.compactMap { $0.isAlias ? nil : $0.text }
    guard texts.count == list.items.count, !texts.isEmpty else { return nil }
    var kept: [Bool] = []
    var rest = wanted[...]
    for text in texts {
      let stays = rest.first.map { $0.utf8.elementsEqual(text.utf8) } ?? false
      if stays { rest = rest.dropFirst() }
      kept.append(stays)
    }
    let edits =
      switch list.style {
      case .flow: flowEdits(list, kept: kept, appending: Array(rest))
      case .block: blockEdits(list, kept: kept, appending: Array(rest))
      }
    guard let edits else { return nil }
    var bytes = self.bytes
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.new.utf8)
    }
    return NoteDocument(bytes)
  }

  /// Writes a block list anew, an item a line, where its first item begins on a line of its own.
  private func rewriting(_ list: ListSource, as wanted: [String]) -> NoteDocument? {
    guard list.style == .block, !wanted.isEmpty, let first = list.items.first,
      let dash = dash(before: first.range.lowerBound)
    else { return nil }
    let start = lineStart(before: dash)
    guard bytes[start..<dash].allSatisfy(\.isBlank) else { return nil }
    let indent = String(decoding: bytes[start..<dash], as: UTF8.self)
    let lines = wanted.map { indent + "- " + ScalarWriter.write($0, inFlow: false) }
    return replacing(start..<list.node.range.upperBound, with: lines.joined(separator: lineEnd).utf8)
  }

  private struct Splice {
    var range: Range<Int>
    var new: String
  }

  private func flowEdits(
    _ list: ListSource, kept: [Bool], appending new: [String]
  ) -> [Splice]? {
    guard let lastKept = kept.lastIndex(of: true) else { return nil }
    var edits: [Splice] = []
    for (index, stays) in kept.enumerated() where !stays {
      let item = list.items[index].range
      // An item goes with the comma behind it; those at the end go with the comma before them.
      if index < lastKept {
        edits.append(Splice(range: item.lowerBound..<list.items[index + 1].range.lowerBound, new: ""))
      } else {
        edits.append(
          Splice(range: list.items[index - 1].range.upperBound..<item.upperBound, new: ""))
      }
    }
    if !new.isEmpty {
      let end = list.items[lastKept].range.upperBound
      let text = new.map { ", " + ScalarWriter.write($0, inFlow: true) }.joined()
      edits.append(Splice(range: end..<end, new: text))
    }
    return edits
  }

  private func blockEdits(
    _ list: ListSource, kept: [Bool], appending new: [String]
  ) -> [Splice]? {
    guard let lastKept = kept.lastIndex(of: true),
      let dash = dash(before: list.items[lastKept].range.lowerBound)
    else { return nil }
    var edits: [Splice] = []
    for (index, stays) in kept.enumerated() where !stays {
      let item = list.items[index].range
      guard let ownDash = self.dash(before: item.lowerBound),
        bytes[lineStart(before: ownDash)..<ownDash].allSatisfy(\.isBlank)
      else { return nil }
      edits.append(Splice(range: lineStart(before: ownDash)..<nextLine(after: item.upperBound), new: ""))
    }
    if !new.isEmpty {
      let start = lineStart(before: dash)
      let indent = String(decoding: bytes[start..<dash], as: UTF8.self)
      let end = nextLine(after: list.items[lastKept].range.upperBound)
      let lines = new.map { indent + "- " + ScalarWriter.write($0, inFlow: false) + lineEnd }.joined()
      edits.append(Splice(range: end..<end, new: lines))
    }
    return edits
  }

  /// The offset of the `-` that begins the item at `offset`, on the same line.
  private func dash(before offset: Int) -> Int? {
    var index = offset - 1
    while index >= 0, bytes[index].isBlank { index -= 1 }
    guard index >= 0, bytes[index] == UInt8(ascii: "-") else { return nil }
    return index
  }
}
