/// How a key is merged where both sides changed it.
enum FieldRule {
  /// The later of two times in the value, whichever side has it.
  case stamp
  /// What the base says, else the smaller of two.
  case identity
  /// A list of different texts: what either side added and neither took out.
  case set
  /// The greater number.
  case greatest
  /// The later side's, as a decision.
  case later
  /// A map, key by key.
  case map
  /// As the lines of the body; lines that both changed are a conflict.
  case lines

  /// Which keys follow which rule.
  enum Table {
    /// The front matter of a note.
    case note
    /// `.tl/config.yaml`.
    case settings
    /// The map that is the value of a setting.
    case setting
  }
}

extension FieldRule {
  /// The rule for two values of a key, neither of them null.
  init(
    for identity: FieldIdentity, _ left: YAMLNode, _ right: YAMLNode, in table: Table,
    zone: TimeZoneRules
  ) {
    let nodes = [left, right]
    switch table {
    case .note: self = Self.note(identity, nodes, zone)
    case .settings where identity.isNamed("format"): self = .greatest
    case .settings where nodes.allSatisfy(\.isBlockMap): self = .map
    case .settings, .setting: self = nodes.allSatisfy(\.isListOfTexts) ? .set : .later
    }
  }

  private static func note(
    _ identity: FieldIdentity, _ nodes: [YAMLNode], _ zone: TimeZoneRules
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
    case .updated: return .stamp
    case .id: return .identity
    case .tags, .people, .circles: return .set
    case .category, .weather: return read { _ in true }
    default: break
    }
    switch key.valueType {
    case .time: return read { NoteTime($0, zone: zone) != nil }
    case .boolean: return read { LenientBool($0) != nil }
    case .number: return read { CoreSchema.number($0) != nil }
    default: return .lines
    }
  }
}

/// What makes two fields of different files one: the key that tl knows them as, else the name.
enum FieldIdentity: Hashable {
  case known(KnownKey)
  case named([UInt8])

  func isNamed(_ text: String) -> Bool { self == .named(Array(text.utf8)) }
}

extension YAMLNode {
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

  /// Digits alone are no time here: in a key that tl does not know they may be anything.
  fileprivate func isTime(_ zone: TimeZoneRules) -> Bool {
    guard case .string(let text) = self, !text.utf8.allSatisfy(\.isASCIIDigit) else { return false }
    return NoteTime(text, zone: zone) != nil
  }
}
