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
  package var title: String?
  package var order: Double?
  package var findings: [Finding] = []

  /// A note without front matter.
  package init() {}

  package init(of document: NoteDocument, zone: TimeZoneRules) {
    guard let frontMatter = document.frontMatter else { return }
    let known = frontMatter.knownFields
    func report(_ code: Finding.Code, _ field: FrontMatter.Field, _ message: String) {
      let place = document.place(of: field.key.range.lowerBound)
      findings.append(Finding(.warning, code, message, line: place.line, column: place.column))
    }
    func time(_ key: KnownKey) -> NoteTime? {
      guard let field = known[key], let text = field.value.text, !text.isEmpty else { return nil }
      if let time = NoteTime(text, zone: zone) { return time }
      report(.unreadableTime, field, "\(field.name) is not a time: \(text.clipped)")
      return nil
    }
    id = known[.id].flatMap { $0.value.text.flatMap(NoteID.init) }
    let ownCreated = time(.created)
    date = time(.date)
    created = ownCreated ?? date
    updated = time(.updated)
    title = known[.title]?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    if let field = known[.pinned], let text = field.value.text, !text.isEmpty {
      if let value = LenientBool(text) {
        isPinned = value.value
      } else {
        report(.unreadableBoolean, field, "\(field.name) is neither true nor false: \(text.clipped)")
      }
    }
    if let field = known[.tags] {
      if let read = Self.tags(of: field.value) {
        tags = read
      } else {
        report(.unreadableTags, field, "\(field.name) is not a list of tags")
      }
    }
    if let field = known[.order], let text = field.value.text, !text.isEmpty {
      order = Double(text)
      if order == nil { report(.unreadableNumber, field, "order is not a number: \(text.clipped)") }
    }
  }

  /// A list of tags, or one string of tags; nil for anything else.
  private static func tags(of node: YAMLNode) -> [Tag]? {
    switch node.content {
    case .scalar(let text, _): return Tag.list(in: text)
    case .sequence(let items, _):
      let texts = items.compactMap(\.text)
      return texts.count == items.count ? Tag.unique(texts.compactMap { Tag($0) }) : nil
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

  /// Whether the file itself says when the note was made, in a key that is read as that and no other.
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
  /// At most sixty characters, for a message.
  fileprivate var clipped: String { count > 60 ? prefix(60) + "…" : self }
}
