/// Edits of one entry of a setting that is a map, such as `since.display`.
extension SettingsDocument {
  /// The value of an entry of a map; nil if it is not there.
  package func value(of entry: String, in name: String) -> YAMLNode? {
    guard case .mapping(let entries, _)? = value(of: name)?.content else { return nil }
    return entries.last { $0.key.text?.utf8.elementsEqual(entry.utf8) ?? false }?.value
  }

  /// The settings with another value of an entry of a map; nil removes it, and with the last one the map.
  ///
  /// A map that is not there is made, with a line for each entry, which is how maps merge entry by entry.
  ///
  /// - Throws: a `SettingsEditError`, also if the setting is no map.
  package func setting(
    _ entry: String, of name: String, to value: FieldValue?
  ) throws(SettingsEditError) -> SettingsDocument {
    try replacing(mapNamed: name) { (map) throws(EditError) in
      try map.setting(entry, orRemoving: value)
    }
  }

  /// The settings with another name of an entry of a map.
  package func renaming(
    _ entry: String, of name: String, to new: String
  ) throws(SettingsEditError) -> SettingsDocument {
    try replacing(mapNamed: name) { (map) throws(EditError) in
      guard let key = map.frontMatter?.field(named: entry)?.key else { return map }
      var style = YAMLNode.ScalarStyle.plain
      if case .scalar(_, let own) = key.content { style = own }
      return map.replacing(
        key.range, with: ScalarWriter.write(new, keeping: style, inFlow: false).utf8)
    }
  }

  /// The settings with an entry of a map before another one, or behind all if there is none.
  package func moving(
    _ entry: String, of name: String, before other: String?
  ) throws(SettingsEditError) -> SettingsDocument {
    try replacing(mapNamed: name) { (map) throws(EditError) in
      guard let lines = map.lines(of: entry) else { return map }
      let moved = Array(map.bytes[lines])
      let end = map.frontMatter?.range.upperBound ?? lines.upperBound
      let target = other.flatMap(map.lines)?.lowerBound ?? end
      guard !lines.contains(target) else { return map }
      return map.applying(
        [NoteDocument.Splice(range: lines), .init(range: target..<target, new: moved)].sorted {
          $0.range.lowerBound < $1.range.lowerBound
        })
    }
  }
}

// MARK: - The map as a document

extension SettingsDocument {
  /// Replaces a map by another one; `change` gets it with a line for each entry, as front matter.
  private func replacing(
    mapNamed name: String, _ change: (NoteDocument) throws(EditError) -> NoteDocument
  ) throws(SettingsEditError) -> SettingsDocument {
    let map = try map(named: name)
    let new: NoteDocument
    do {
      new = try change(map.document)
    } catch {
      throw SettingsEditError()
    }
    guard let fields = new.frontMatter?.fields, new.frontMatter?.problem == nil else {
      throw SettingsEditError()
    }
    if fields.isEmpty { return try setting(name, to: nil) }
    let edited: SettingsDocument
    switch map.place {
    case .lines(let range):
      let lines = try SettingsDocument(framed: new).bytes
      edited = SettingsDocument(bytes[..<range.lowerBound] + lines + bytes[range.upperBound...])
    case .braces: edited = try setting(name, to: .yaml(new.inBraces))
    case .nowhere: edited = try adding(name, try SettingsDocument(framed: new).bytes)
    }
    guard edited.keepsOthers(than: name, of: self), edited.entries(of: name) == fields.map(\.entry)
    else { throw SettingsEditError() }
    return edited
  }

  private struct Map {
    enum Place {
      /// Whole lines below that of its key.
      case lines(Range<Int>)
      case braces
      case nowhere
    }

    let document: NoteDocument
    let place: Place
  }

  private func map(named name: String) throws(SettingsEditError) -> Map {
    let empty = NoteDocument(Self.fence + Self.fence)
    guard let node = value(of: name), !node.isNull else {
      return Map(document: empty, place: .nowhere)
    }
    guard !node.isAlias, case .mapping(let entries, let style) = node.content else {
      throw SettingsEditError()
    }
    guard let first = entries.first, let last = entries.last else {
      return Map(document: empty, place: .nowhere)
    }
    if style == .flow {
      let lines = entries.map { Array(bytes[$0.key.range]) + ": ".utf8 + bytes[$0.value.range] }
      guard !lines.contains(where: { $0.contains(UInt8(ascii: "\n")) }) else {
        throw SettingsEditError()
      }
      let text = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
      return Map(document: NoteDocument(Self.fence + text + Self.fence), place: .braces)
    }
    let file = NoteDocument(bytes)
    let start = file.lineStart(before: first.key.range.lowerBound)
    let end = file.nextLine(after: max(last.key.range.upperBound, last.value.range.upperBound))
    guard file.isBlank(start..<first.key.range.lowerBound) else { throw SettingsEditError() }
    let lines = Array(bytes[start..<end])
    let isTerminated = lines.last == UInt8(ascii: "\n")
    let framed = Self.fence + lines + (isTerminated ? [] : [UInt8(ascii: "\n")]) + Self.fence
    return Map(document: NoteDocument(framed), place: .lines(start..<end))
  }

  /// With a map in place of a value.
  func adding(
    _ name: String, _ lines: [UInt8]
  ) throws(SettingsEditError) -> SettingsDocument {
    let stub = try setting(name, to: .yaml("{}"))
    guard let range = stub.value(of: name)?.range else { throw SettingsEditError() }
    var start = range.lowerBound
    while start > 0, stub.bytes[start - 1].isBlank { start -= 1 }
    let indented = lines.split(separator: UInt8(ascii: "\n")).flatMap { "\n  ".utf8 + $0 }
    return SettingsDocument(stub.bytes[..<start] + indented + stub.bytes[range.upperBound...])
  }

  func entries(of name: String) -> [YAMLValue.Entry] {
    guard case .mapping(let entries)? = value(of: name)?.value else { return [] }
    return entries
  }
}

extension SettingsDocument {
  private init(_ bytes: some Sequence<UInt8>) {
    self.init(Array(bytes))
  }
}

extension FrontMatter.Field {
  fileprivate var entry: YAMLValue.Entry { YAMLValue.Entry(key: key.value, value: value.value) }
}

extension NoteDocument {
  /// The lines of a field.
  fileprivate func lines(of key: String) -> Range<Int>? {
    frontMatter?.field(named: key).map { field in
      let end = max(field.key.range.upperBound, field.value.range.upperBound)
      return lineStart(before: field.key.range.lowerBound)..<nextLine(after: end)
    }
  }

  /// The fields as a map in braces.
  fileprivate var inBraces: String {
    let entries = (frontMatter?.fields ?? []).map { field in
      [field.key, field.value].map(spelledInBraces).joined(separator: ": ")
    }
    return "{" + entries.joined(separator: ", ") + "}"
  }

  private func spelledInBraces(_ node: YAMLNode) -> String {
    if case .scalar(let text, .plain) = node.content, text.contains(where: { ",[]{}".contains($0) })
    {
      return ScalarWriter.write(text, inFlow: true)
    }
    return String(decoding: bytes[node.range], as: UTF8.self)
  }
}
