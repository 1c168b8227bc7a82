package import VaultFormat

/// A note that does not exist yet.
package struct NewNote: Sendable {
  /// As typed; a missing line end at the end is added.
  package var content: [UInt8]
  /// The front matter that the content begins with is the note's own; otherwise all of it is text.
  ///
  /// What stands there is kept, and what the other properties say is added to it or takes its place.
  package var hasOwnFrontMatter = false
  package var isPinned = false
  package var tags: [Tag] = []
  /// When it is made; what the front matter says, or now, where nil.
  package var created: NoteTime?
  /// Further keys, in order.
  package var assignments: [FieldAssignment] = []
  /// For a note that comes from elsewhere: its id, when it was last changed, and what follows its name's slug.
  ///
  /// What the front matter says, or a new id, now and nothing where nil.
  package var id: NoteID?
  package var updated: NoteTime?
  package var nameSuffix: String?

  package init(text: String) {
    content = Array(text.utf8)
  }

  /// A text with the front matter that it may begin with.
  package init(_ typed: TypedText) {
    content = typed.bytes
    hasOwnFrontMatter = typed.frontMatter == .own
  }
}

extension NewNote {
  /// The front matter of its own.
  private var own: NoteDocument? { hasOwnFrontMatter ? NoteDocument(content) : nil }

  /// The id that its own front matter holds.
  package func ownID(zone: TimeZoneRules) -> NoteID? {
    own.flatMap { NoteMetadata(of: $0, zone: zone).id }
  }

  /// What the path is made of: the title that was given, else the first line with anything in it.
  func title(zone: TimeZoneRules) -> String {
    let title = assignments.last { $0.known == .title }
    if case .text(let title)? = title?.value { return title }
    if title == nil, let title = own.flatMap({ NoteMetadata(of: $0, zone: zone).title }) {
      return title
    }
    let text = own?.bodyText ?? String(decoding: content, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
      .map(String.init) ?? ""
  }

  /// When it was made, as its path tells.
  func time(now: NoteTime, zone: TimeZoneRules) -> NoteTime {
    if let created { return created }
    guard let own, own.storesCreated(zone: zone) else { return now }
    return NoteMetadata(of: own, zone: zone).created ?? now
  }

  /// The bytes of the note: front matter, a blank line, the text.
  ///
  /// - Throws: where a value cannot be set in the front matter.
  func document(id: NoteID, now: NoteTime) throws(EditError) -> NoteDocument {
    var body = content
    if let last = body.last, last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
    guard hasOwnFrontMatter else { return try made(around: body, id: id, now: now) }
    var document = NoteDocument(body)
    if self.id != nil || !document.hasValue(of: .id) {
      document = try document.setting(document.name(of: .id), to: .text(id.text))
    }
    if created != nil || !document.hasValue(of: .created) {
      let name = document.name(of: .created)
      document = try document.setting(name, to: .plain((created ?? now).rfc3339))
    }
    if updated != nil || !document.hasValue(of: .updated) {
      let name = document.name(of: .updated)
      document = try document.setting(name, to: .plain((updated ?? now).rfc3339))
    }
    if isPinned { document = try document.setting(document.name(of: .pinned), to: .bool(true)) }
    if !tags.isEmpty { document = try document.addingTags(tags) }
    for assignment in assignments { document = try assignment.applied(to: document) }
    return document
  }

  /// A block of its own before a text, which may itself look like front matter.
  private func made(
    around body: [UInt8], id: NoteID, now: NoteTime
  ) throws(EditError) -> NoteDocument {
    var fields: [(key: String, value: FieldValue)] = [
      ("id", .text(id.text)), ("created", .plain((created ?? now).rfc3339)),
      ("updated", .plain((updated ?? now).rfc3339)),
    ]
    if isPinned { fields.append(("pinned", .bool(true))) }
    if !tags.isEmpty { fields.append(("tags", .list(tags.map(\.text)))) }
    var document = NoteDocument(Array("---\n---\n\(body.isEmpty ? "" : "\n")".utf8) + body)
    for field in fields { document = try document.setting(field.key, to: field.value) }
    for assignment in assignments { document = try assignment.applied(to: document) }
    return document
  }
}
