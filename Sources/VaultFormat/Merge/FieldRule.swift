/// The rule for merging a key that both sides changed.
enum FieldRule {
  /// Takes the later of two times, whichever side has it.
  case laterTime
  /// Takes the earlier of two times, whichever side has it.
  case earlierTime
  /// Merges a list of distinct texts: keeps additions and removals of both sides.
  case set
  /// Of true and false takes the one by which less of the note is shown to others.
  case cautious
  /// Takes the greater number.
  case greatest
  /// Takes the value of the side that changed later, and reports a decision.
  case later
  /// Merges a map key by key.
  case map
  /// Merges lines, as in the body; lines that both sides changed are a conflict.
  case lines

  /// The file for which rules are chosen.
  enum Table {
    /// The front matter of a note.
    case note
    /// `.tl/config.yaml`.
    case settings
    /// A map that is the value of a setting.
    case setting
  }
}

extension FieldRule {
  /// - Parameters:
  ///   - identity: not that of the id of a note, which no rule is for.
  ///   - nodes: the two values of the key, neither of them null.
  init(
    for identity: FieldIdentity, values nodes: [YAMLNode], in table: Table, zone: TimeZoneRules
  ) {
    switch table {
    case .note where identity.isSet: self = .set
    case .note where identity.isOfPage: self = .later
    case .note: self = Self.note(identity, nodes, zone: zone)
    case .settings where identity.isNamed("format"): self = .greatest
    case .settings where nodes.allSatisfy(\.isBlockMap): self = .map
    case .settings, .setting: self = nodes.allSatisfy(\.isListOfTexts) ? .set : .later
    }
  }

  private static func note(
    _ identity: FieldIdentity, _ nodes: [YAMLNode], zone: TimeZoneRules
  ) -> FieldRule {
    guard case .known(let key) = identity else {
      let values = nodes.map(\.value)
      let isSimple =
        values.allSatisfy(\.isBool) || values.allSatisfy(\.isNumber)
        || values.allSatisfy { $0.isTime(zone) }
      return isSimple ? .later : .lines
    }
    func read(_ isReadable: (String) -> Bool) -> FieldRule {
      nodes.allSatisfy { $0.text.map(isReadable) ?? false } ? .later : .lines
    }
    switch key {
    case .updated: return .laterTime
    case .openAfter where nodes.allSatisfy { $0.isTime(zone) }:
      // A merge never opens a letter earlier than either side wanted.
      return .laterTime
    case .publish where nodes.allSatisfy(\.isTruth), .anonymous where nodes.allSatisfy(\.isTruth):
      return .cautious
    // Both made the note of a day, the earlier one first.
    case .created where nodes.allSatisfy({ $0.isTime(zone) }): return .earlierTime
    case .author where nodes.allSatisfy(\.isListOfTexts): return .set
    case .category, .weather, .milestone, .prompt, .slug: return read { _ in true }
    default: break
    }
    switch key.valueType {
    case .time: return read { NoteTime($0, zone: zone) != nil }
    case .boolean: return read { Bool(lenient: $0) != nil }
    case .number: return read { CoreSchema.number($0) != nil }
    default: return .lines
    }
  }
}

/// Identifies the same field in different files: by its known key, by that of its kind of page, else by its name.
enum FieldIdentity: Hashable {
  case known(KnownKey)
  case page(PageKey)
  case named([UInt8])

  /// The name of the field; that of a known key is always tl's own.
  var name: [UInt8] {
    switch self {
    case .known(let key): Array(key.name.utf8)
    case .page(let key): Array(key.name.utf8)
    case .named(let name): name
    }
  }

  /// Whether its values are a set, even where one of them is a text.
  var isSet: Bool {
    switch self {
    case .known(let key): FieldRule.isSet(key)
    case .page(let key): key == .viewers || key == .contributors
    case .named: false
    }
  }

  var isOfPage: Bool { if case .page = self { true } else { false } }

  /// Whether the field says where the note happened; these come from one side (rule M-19).
  var isOfPlace: Bool {
    switch self {
    case .known(.place), .known(.locality), .known(.coordinates), .known(.latitude),
      .known(.longitude):
      true
    default: false
    }
  }

  func isNamed(_ text: String) -> Bool { self == .named(Array(text.utf8)) }
}

extension FieldRule {
  /// Whether the values of a key are a set, even where one of them is a text.
  static func isSet(_ key: KnownKey) -> Bool {
    switch key {
    case .tags, .aliases, .people, .circles, .tracker: true
    default: false
    }
  }
}

extension YAMLNode {
  fileprivate func isTime(_ zone: TimeZoneRules) -> Bool {
    text.flatMap { NoteTime($0, zone: zone) } != nil
  }

  fileprivate var isTruth: Bool { text.flatMap { Bool(lenient: $0) } != nil }

  fileprivate var isBlockMap: Bool {
    if case .mapping(_, .block) = content { true } else { false }
  }

  fileprivate var isListOfTexts: Bool {
    guard case .sequence(let items, _) = content else { return false }
    return items.allSatisfy { $0.text != nil }
  }
}

extension YAMLValue {
  fileprivate var isBool: Bool { if case .bool = self { true } else { false } }

  fileprivate var isNumber: Bool {
    switch self {
    case .int, .float: true
    default: false
    }
  }

  /// Whether the value is a time; false for digits alone, which may be anything in an unknown key.
  fileprivate func isTime(_ zone: TimeZoneRules) -> Bool {
    guard case .string(let text) = self, !text.utf8.allSatisfy(\.isASCIIDigit) else { return false }
    return NoteTime(text, zone: zone) != nil
  }
}

extension FieldMerge {
  /// An item of a list, and the key by which it is compared.
  private struct Item {
    var text: String
    var key: [UInt8]
  }

  /// Whether the key is always a set, whatever its values.
  var isSet: Bool { table == .note && identity.isSet }

  /// The list with all items that a side added and without those that a side removed; nil if it cannot be read or
  /// written as a list.
  func mergedSet() -> Outcome? {
    let lists = versions.map { items(of: $0) }
    guard let left = lists.left, let right = lists.right else { return nil }
    let all = ThreeWay(base: lists.base ?? [], left: left, right: right)
    let wanted = merged(all)
    if wanted.isEmpty, versions.left == nil || versions.right == nil { return Outcome(entry: nil) }
    let first = precedence.first
    let side = versions[first] == nil ? first.other : first
    guard let entry = versions[side] else { return nil }
    if wanted.map(\.key) == all[side].map(\.key) { return Outcome(entry: entry) }
    guard
      let edited = try? documents[side].setting(entry.name, to: .list(wanted.map(\.text))),
      let result = FrontMatterLines(of: edited)?.entries.first(where: {
        $0.name.utf8.elementsEqual(entry.name.utf8)
      })
    else { return nil }
    return Outcome(entry: result)
  }

  /// The items without duplicates; nil if the value is neither a list of texts nor one text.
  private func items(of entry: Entry?) -> [Item]? {
    guard let entry, !entry.node.isNull else { return [] }
    var seen: Set<[UInt8]> = []
    let texts: [String]
    switch entry.node.content {
    case .scalar(let text, _):
      texts = identity == .known(.tags) ? Tag.list(in: text).map(\.text) : [text]
    case .sequence(let items, _):
      texts = items.filter { !$0.isNull }.compactMap(\.text)
      guard items.allSatisfy({ $0.text != nil }) else { return nil }
    case .mapping: return nil
    }
    return texts.compactMap { text in
      guard let key = key(of: text), seen.insert(key).inserted else { return nil }
      return Item(text: text, key: key)
    }
  }

  private func key(of text: String) -> [UInt8]? {
    identity == .known(.tags) ? Tag(text).map { Array($0.key.utf8) } : Array(text.utf8)
  }

  private func merged(_ lists: ThreeWay<[Item]>) -> [Item] {
    var numbers: [[UInt8]: Int] = [:]
    var items: [Item] = []
    let first = precedence.first
    for item in lists[first] + lists[first.other] + lists.base where numbers[item.key] == nil {
      numbers[item.key] = items.count
      items.append(item)
    }
    let sequences = lists.map { $0.compactMap { numbers[$0.key] } }
    let sets = sequences.map { Set($0) }
    let stays = items.indices.map { number in
      let isLeft = sets.left.contains(number)
      let isRight = sets.right.contains(number)
      return isLeft && isRight || (isLeft || isRight) && !sets.base.contains(number)
    }
    return ElementOrder.merged(
      sequences, names: items.map { $0.key }, stays: stays, first: first
    ).map { items[$0] }
  }
}
