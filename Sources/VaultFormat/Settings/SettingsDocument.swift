/// The settings of a vault as their bytes, and edits that splice them: all other lines keep theirs.
///
/// Every edit is read again before it is accepted: it says what was meant, and every other setting what it said.
package struct SettingsDocument: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value of a setting; nil if it is not there, or the file cannot be read.
  package func value(of name: String) -> YAMLNode? {
    FrontMatter(settings: bytes).field(named: name)?.value
  }

  /// The settings with another value of one of them; nil removes it.
  package func setting(
    _ name: String, to value: FieldValue?
  ) throws(SettingsEditError) -> SettingsDocument {
    guard let note, let edited = try? note.setting(name, orRemoving: value) else {
      throw SettingsEditError()
    }
    let new = try SettingsDocument(framed: edited)
    guard new.keepsOthers(than: name, of: self), (new.value(of: name) == nil) == (value == nil)
    else { throw SettingsEditError() }
    return new
  }

  /// Whether every other setting is written as in the old file.
  func keepsOthers(than name: String, of old: SettingsDocument) -> Bool {
    guard let own = written(except: name), let others = old.written(except: name) else {
      return false
    }
    return own == others
  }

  /// The settings other than one as they are written; nil if the file cannot be read.
  private func written(except name: String) -> [[UInt8]]? {
    let settings = FrontMatter(settings: bytes)
    guard settings.problem == nil else { return nil }
    return settings.fields.filter { !$0.name.utf8.elementsEqual(name.utf8) }.map {
      Array(bytes[$0.key.range]) + [0] + Array(bytes[$0.value.range])
    }
  }
}

// MARK: - As the front matter of a note

extension SettingsDocument {
  static let fence = Array("---\n".utf8)

  /// The file as the front matter of a note, by whose rules it is edited and merged; nil if it has a line that would end
  /// it, or a byte order mark.
  var note: NoteDocument? {
    let isTerminated = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    let lines = isTerminated ? bytes : bytes + [UInt8(ascii: "\n")]
    let note = NoteDocument(Self.fence + lines + Self.fence)
    guard note.frontMatter?.range == Self.fence.count..<(Self.fence.count + lines.count),
      !bytes.starts(with: [0xEF, 0xBB, 0xBF])
    else { return nil }
    return note
  }

  /// The lines between the fences of `note` after an edit.
  init(framed note: NoteDocument) throws(SettingsEditError) {
    let fence = Self.fence
    guard note.bytes.count >= 2 * fence.count, note.bytes.starts(with: fence),
      note.bytes.suffix(fence.count).elementsEqual(fence)
    else { throw SettingsEditError() }
    bytes = Array(note.bytes.dropFirst(fence.count).dropLast(fence.count))
  }
}

extension NoteDocument {
  func setting(
    _ key: String, orRemoving value: FieldValue?
  ) throws(EditError) -> NoteDocument {
    guard let value else { return try removing(key) }
    return try setting(key, to: value)
  }
}

extension SettingsDocument {
  /// The settings with a list of names, or one name, as a map of these names without values.
  ///
  /// A list with a line for each name becomes a map with these lines, comments and all.
  ///
  /// - Throws: a `SettingsEditError`, also if an item is no text.
  package func makingMap(ofList name: String) throws(SettingsEditError) -> SettingsDocument {
    guard let node = value(of: name), !node.isAlias else { throw SettingsEditError() }
    let items: [YAMLNode]
    var edited: SettingsDocument?
    switch node.content {
    case .sequence(let list, let style):
      items = list
      if style == .block { edited = SettingsDocument(splicingDashes(of: list)) }
    case .scalar: items = [node]
    case .mapping: return self
    }
    guard items.allSatisfy({ $0.text != nil && !$0.isAlias }) else { throw SettingsEditError() }
    let new: SettingsDocument
    if let edited {
      new = edited
    } else {
      new = try adding(name, items.flatMap { Array(bytes[$0.range]) + ":\n".utf8 })
    }
    let wanted = items.map { YAMLValue.Entry(key: $0.value, value: .null) }
    guard new.keepsOthers(than: name, of: self), new.entries(of: name) == wanted else {
      throw SettingsEditError()
    }
    return new
  }

  /// `- name` becomes `name:`; at the margin it is indented, since it would be a setting there.
  private func splicingDashes(of items: [YAMLNode]) -> [UInt8] {
    let file = NoteDocument(bytes)
    let splices = items.map { item in
      let start = file.lineStart(before: item.range.lowerBound)
      let indent = bytes[start..<item.range.lowerBound].prefix { $0.isBlank }
      let key = (indent.isEmpty ? Array("  ".utf8) : Array(indent)) + bytes[item.range]
      return NoteDocument.Splice(range: start..<item.range.upperBound, new: key + ":".utf8)
    }
    return file.applying(splices).bytes
  }
}

// MARK: - Items

extension SettingsDocument {
  /// The settings with another text of one item of a list, in its own quotes.
  package func replacing(
    itemAt index: Int, of name: String, by text: String
  ) throws(SettingsEditError) -> SettingsDocument {
    let (items, style) = try list(name)
    guard items.indices.contains(index), case .scalar(_, let quotes) = items[index].content else {
      throw SettingsEditError()
    }
    let new = ScalarWriter.write(text, keeping: quotes, inFlow: style == .flow)
    let edited = NoteDocument(bytes).replacing(items[index].range, with: new.utf8)
    var wanted = items.compactMap(\.text)
    wanted[index] = text
    return try SettingsDocument(edited.bytes).checked(against: self, list: name, is: wanted)
  }

  /// The settings with an item of a list before another one, or behind all.
  ///
  /// - Parameter target: its index before the move, up to the number of items.
  package func moving(
    itemAt index: Int, of name: String, before target: Int
  ) throws(SettingsEditError) -> SettingsDocument {
    let (items, style) = try list(name)
    guard items.indices.contains(index), 0...items.count ~= target else {
      throw SettingsEditError()
    }
    guard target != index, target != index + 1 else { return self }
    var wanted = items.compactMap(\.text)
    let moved = wanted.remove(at: index)
    wanted.insert(moved, at: target > index ? target - 1 : target)
    guard style == .block else { return try setting(name, to: .list(wanted)) }
    let file = NoteDocument(terminated(bytes[...]))
    func lines(_ item: YAMLNode) -> Range<Int> {
      file.lineStart(before: item.range.lowerBound)..<file.nextLine(after: item.range.upperBound)
    }
    let own = lines(items[index])
    let place =
      target < items.count ? lines(items[target]).lowerBound : lines(items[target - 1]).upperBound
    let splices = [
      NoteDocument.Splice(range: own),
      NoteDocument.Splice(range: place..<place, new: Array(file.bytes[own])),
    ].sorted { $0.range.lowerBound < $1.range.lowerBound }
    return try SettingsDocument(file.applying(splices).bytes)
      .checked(against: self, list: name, is: wanted)
  }

  private func list(
    _ name: String
  ) throws(SettingsEditError) -> (items: [YAMLNode], YAMLNode.CollectionStyle) {
    guard let node = value(of: name), !node.isAlias,
      case .sequence(let items, let style) = node.content,
      items.allSatisfy({ $0.text != nil && !$0.isAlias })
    else { throw SettingsEditError() }
    return (items, style)
  }

  private func terminated(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line) + (line.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
  }

  private func checked(
    against old: SettingsDocument, list name: String, is wanted: [String]
  ) throws(SettingsEditError) -> SettingsDocument {
    guard keepsOthers(than: name, of: old),
      case .sequence(let items, _)? = value(of: name)?.content,
      items.map(\.text) == wanted
    else { throw SettingsEditError() }
    return self
  }
}

/// The settings cannot be changed by a program without changing more than was meant.
package struct SettingsEditError: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the settings cannot be changed by tl; change .tl/config.yaml in an editor"
  }
}
