/// What the front matter of a note says in the keys that tl knows.
///
/// docs/vault-format.md, part K. A value that cannot be read counts as absent and is a finding.
package struct NoteMetadata: Sendable {
  /// The stored id; nil where the note has none and goes by its provisional one.
  package var id: NoteID?
  /// `created`, else `date`; nil where the file's name or its history has to say.
  package var created: NoteTime?
  package var updated: NoteTime?
  /// When it happened, where that is not when it was written.
  package var date: NoteTime?
  package var isPinned = false
  package var tags: [Tag] = []
  /// Other names of the note, under a key that is Obsidian's and otherwise like any unknown one.
  package var aliases: [String] = []
  package var title: String?
  package var order: Double?
  package var findings: [Finding] = []

  package static let aliasesKey = "aliases"

  /// A note without front matter.
  package init() {}

  package init(of document: NoteDocument, zone: TimeZoneRules) {
    guard let frontMatter = document.frontMatter else { return }
    let known = frontMatter.knownFields.filter { !$0.value.value.isNull }
    func report(_ code: Finding.Code, _ field: FrontMatter.Field, _ message: String) {
      let place = document.place(of: field.key.range.lowerBound)
      let text = field.value.text.map { ": \($0.clipped)" } ?? ""
      findings.append(
        Finding(.warning, code, field.name + message + text, line: place.line, column: place.column)
      )
    }
    /// The value as `read` understands it; a finding where it does not.
    func value<Value>(
      _ key: KnownKey, _ code: Finding.Code, _ message: String, _ read: (YAMLNode) -> Value?
    ) -> Value? {
      guard let field = known[key] else { return nil }
      let value = read(field.value)
      if value == nil { report(code, field, message) }
      return value
    }
    func time(_ key: KnownKey) -> NoteTime? {
      value(key, .unreadableTime, " is not a time") { $0.text.flatMap { NoteTime($0, zone: zone) } }
    }
    id = known[.id].flatMap { $0.value.text.flatMap(NoteID.init) }
    let ownCreated = time(.created)
    date = time(.date)
    created = ownCreated ?? date
    updated = time(.updated)
    title = known[.title]?.value.text.flatMap { $0.isOnlyBlanks ? nil : $0 }
    isPinned =
      value(.pinned, .unreadableBoolean, " is neither true nor false") {
        $0.text.flatMap { LenientBool($0)?.value }
      } ?? false
    tags = value(.tags, .unreadableTags, " is not a list of tags", Self.tags) ?? []
    aliases = frontMatter.field(named: Self.aliasesKey).map { Self.texts(of: $0.value) } ?? []
    order = value(.order, .unreadableNumber, " is not a number") {
      $0.text.flatMap(CoreSchema.number)
    }
  }

  /// A text, or the texts of a list; anything else is none.
  private static func texts(of node: YAMLNode) -> [String] {
    let nodes =
      switch node.content {
      case .scalar: [node]
      case .sequence(let items, _): items
      case .mapping: [YAMLNode]()
      }
    return nodes.filter { !$0.isNull }.compactMap(\.text).filter { !$0.isEmpty }
  }

  /// A list of tags, or one string of tags; nil for anything else.
  private static func tags(of node: YAMLNode) -> [Tag]? {
    switch node.content {
    case .scalar(let text, _): return Tag.list(in: text)
    case .sequence(let items, _):
      guard items.allSatisfy({ $0.text != nil }) else { return nil }
      return Tag.unique(items.filter { !$0.isNull }.compactMap { $0.text.flatMap { Tag($0) } })
    case .mapping: return nil
    }
  }
}

extension FrontMatter {
  /// For each known key the field that carries it: of several names the first in `KnownKey.names`.
  package var knownFields: [KnownKey: Field] {
    var found: [KnownKey: (rank: Int, field: Field)] = [:]
    for field in fields {
      guard let (key, rank) = KnownKey.named(field.name) else { continue }
      if let present = found[key], present.rank < rank { continue }
      found[key] = (rank, field)
    }
    return found.mapValues(\.field)
  }
}

extension NoteDocument {
  /// The name under which this file writes a known key: the one it has, else tl's own.
  package func name(of key: KnownKey) -> String {
    frontMatter?.knownFields[key]?.name ?? key.name
  }

  /// Whether the file itself says when the note was made, in a key that is read as that and no
  /// other.
  package func storesCreated(zone: TimeZoneRules) -> Bool {
    guard let text = frontMatter?.knownFields[.created]?.value.text else { return false }
    return NoteTime(text, zone: zone) != nil
  }
}

extension Finding.Code {
  package static let unreadableTime = Finding.Code("unreadable-time")
  package static let unreadableBoolean = Finding.Code("unreadable-boolean")
  package static let unreadableTags = Finding.Code("unreadable-tags")
  package static let unreadableNumber = Finding.Code("unreadable-number")
}

extension String {
  /// Spaces, tabs and line ends.
  fileprivate var isOnlyBlanks: Bool {
    utf8.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }

  /// At most sixty characters, for a message.
  fileprivate var clipped: String { count > 60 ? prefix(60) + "…" : self }
}
