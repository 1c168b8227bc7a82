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
