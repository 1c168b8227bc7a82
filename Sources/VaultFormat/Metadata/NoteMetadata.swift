/// The values of the known keys in the front matter of a note.
///
/// docs/vault-format.md, part K. A value that cannot be read counts as absent and gives a finding.
package struct NoteMetadata: Sendable {
  /// The stored id; nil if the note has none, and so has a provisional one.
  package var id: NoteID?
  /// `created`, else `date`; nil if the time has to come from the file name or the history.
  package var created: NoteTime?
  package var updated: NoteTime?
  /// The time of the event, if that is not the time of writing.
  package var date: NoteTime?
  package var isPinned = false
  package var isAnonymous = false
  package var tags: [Tag] = []
  /// Other names of the note.
  package var aliases: [String] = []
  package var title: String?
  package var order: Double?
  /// What the file is, if it is no ordinary note.
  package var kind: PageKind?
  /// Whether the key `tracker` names something, for which the note counts as an event.
  package var isEvent = false
  /// Whether the key `people` names somebody.
  package var namesPeople = false
  /// Whether a name of `birthday` has a value, which may make an ordinary note a person.
  package var hasBirthday = false
  /// The day on which the note opens by its key `open_after`; before it, the note is sealed.
  package var opens: CalendarDay?
  /// The id of the note of which the file is a conflict copy.
  package var conflictOf: String?
  package var findings: [Finding] = []

  /// A note without front matter.
  package init() {}

  package init(of document: NoteDocument, zone: TimeZoneRules) {
    guard let frontMatter = document.frontMatter else { return }
    let known = frontMatter.knownFields.filter { !$0.value.value.isNull }
    func report(_ code: Finding.Code, _ field: FrontMatter.Field, problem: String) {
      let position = document.position(of: field.key.range.lowerBound)
      let text = field.value.text.map { ": \($0.clipped)" } ?? ""
      findings.append(
        Finding(
          .warning, code, message: field.name + problem + text,
          line: position.line, column: position.column))
    }
    /// Reads the value of a key, and adds a finding if `read` returns nil.
    func value<Value>(
      _ key: KnownKey, _ code: Finding.Code, problem: String, read: (YAMLNode) -> Value?
    ) -> Value? {
      guard let field = known[key] else { return nil }
      let value = read(field.value)
      if value == nil { report(code, field, problem: problem) }
      return value
    }
    func time(_ key: KnownKey) -> NoteTime? {
      value(key, .unreadableTime, problem: " is not a time") {
        $0.text.flatMap { NoteTime($0, zone: zone) }
      }
    }
    id = known[.id].flatMap { $0.value.text.flatMap(NoteID.init) }
    let ownCreated = time(.created)
    date = time(.date)
    created = ownCreated ?? date
    updated = time(.updated)
    title = known[.title]?.value.text.flatMap { $0.isOnlyBlanks ? nil : $0 }
    func flag(_ key: KnownKey) -> Bool {
      value(key, .unreadableBoolean, problem: " is neither true nor false") {
        $0.text.flatMap { Bool(lenient: $0) }
      } ?? false
    }
    isPinned = flag(.pinned)
    isAnonymous = flag(.anonymous)
    for key in [KnownKey.favorite, .publish] { _ = flag(key) }
    tags = value(.tags, .unreadableTags, problem: " is not a list of tags", read: Self.tags) ?? []
    aliases = known[.aliases].map { Self.texts(of: $0.value) } ?? []
    order = value(.order, .unreadableNumber, problem: " is not a number") {
      $0.text.flatMap(CoreSchema.number)
    }
    kind = known[.kind]?.value.text.flatMap(PageKind.init(rawValue:))
    opens = time(.openAfter)?.day
    _ = time(.celebrated)
    conflictOf = known[.conflictOf]?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    isEvent = known[.tracker].map { !Self.texts(of: $0.value).isEmpty } ?? false
    namesPeople = known[.people].map { !Self.texts(of: $0.value).isEmpty } ?? false
    hasBirthday = frontMatter.fields.contains { field in
      PageKey.birthday.names.contains { $0.utf8.elementsEqual(field.name.utf8) }
        && field.value.text != nil && !field.value.isNull
    }
  }

  /// The text of a scalar, or the texts of a list; empty for anything else.
  private static func texts(of node: YAMLNode) -> [String] {
    let nodes =
      switch node.content {
      case .scalar: [node]
      case .sequence(let items, _): items
      case .mapping: [YAMLNode]()
      }
    return nodes.filter { !$0.isNull }.compactMap(\.text).filter { !$0.isEmpty }
  }

  /// The tags of a list or of one string; nil for anything else.
  fileprivate static func tags(of node: YAMLNode) -> [Tag]? {
    switch node.content {
    case .scalar(let text, _): return Tag.list(in: text)
    case .sequence(let items, _):
      guard items.allSatisfy({ $0.text != nil }) else { return nil }
      return Tag.unique(items.filter { !$0.isNull }.compactMap { $0.text.flatMap { Tag($0) } })
    case .mapping: return nil
    }
  }
}

extension NoteDocument {
  /// The tags alone, as `NoteMetadata` has them.
  package var tags: [Tag] {
    guard let value = frontMatter?.field(of: .tags)?.value, !value.isNull else { return [] }
    return NoteMetadata.tags(of: value) ?? []
  }
}

extension FrontMatter {
  /// The field of a known key; of several names of the key, the first in `KnownKey.names`.
  ///
  /// Allocates nothing, unlike `knownFields`.
  package func field(of key: KnownKey) -> Field? {
    var found: (rank: Int, index: Int)?
    for index in fields.indices {
      guard let named = fields[index].known, named.key == key else { continue }
      if let found, found.rank < named.rank { continue }
      found = (named.rank, index)
    }
    return found.map { fields[$0.index] }
  }

  /// The field of each known key, as `field(of:)` gives it.
  package var knownFields: [KnownKey: Field] {
    var found: [KnownKey: (rank: Int, field: Field)] = [:]
    for field in fields {
      guard let (key, rank) = field.known else { continue }
      if let present = found[key], present.rank < rank { continue }
      found[key] = (rank, field)
    }
    return found.mapValues(\.field)
  }
}

extension FrontMatter.Field {
  /// The key that the field is: by its name, except that `location: [48.86, 2.34]`, which other programs write, is
  /// `coordinates`.
  package var known: KnownKey.Named? {
    guard let named = KnownKey.named(name) else { return nil }
    if named.key == .place, named.rank > 0, value.isPairOfNumbers { return (.coordinates, 1) }
    return named
  }
}

extension YAMLNode {
  /// `[48.86, 2.34]`, `["48.86", "2.34"]` or `48.86, 2.34`.
  fileprivate var isPairOfNumbers: Bool {
    let texts: [String?] =
      switch content {
      case .scalar(let text, _): text.split(separator: ",").map(\.trimmingBlanks)
      case .sequence(let items, _): items.map(\.text)
      case .mapping: []
      }
    return texts.count == 2 && texts.allSatisfy { $0.flatMap(CoreSchema.number) != nil }
  }
}

extension NoteDocument {
  /// The name of a known key in this file, else tl's own.
  package func name(of key: KnownKey) -> String {
    frontMatter?.field(of: key)?.name ?? key.name
  }

  /// Whether the front matter has a readable time under a name of `created`; `date` does not count.
  package func storesCreated(zone: TimeZoneRules) -> Bool {
    guard let text = frontMatter?.field(of: .created)?.value.text else { return false }
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
  /// Whether the text has only spaces, tabs and line endings.
  var isOnlyBlanks: Bool {
    utf8.allSatisfy { $0.isBlank || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  }
}
