package import VaultFormat

/// A note that does not exist yet.
package struct NewNote: Sendable {
  /// The text as typed; a missing line break at the end is added.
  package var content: [UInt8]
  /// Whether the content begins with the note's own front matter; otherwise all of it is text.
  ///
  /// Its keys are kept; the other properties are added or replace them.
  package var hasOwnFrontMatter = false
  package var isPinned = false
  package var tags: [Tag] = []
  /// The time of creation; if nil, that of the front matter, or now.
  package var created: NoteTime?
  /// Further keys, in order.
  package var assignments: [FieldAssignment] = []
  /// For an imported note: its id, its time of change, and the suffix of its file name.
  ///
  /// If nil, those of the front matter, or a new id, now and no suffix.
  package var id: NoteID?
  package var updated: NoteTime?
  package var nameSuffix: String?
  /// The path without its extension; if nil, one by the vault's setting `path`.
  package var stem: String?
  /// The name of the template from which it was made.
  package var template: String?

  package init(text: String) {
    content = Array(text.utf8)
  }

  /// A text that may begin with front matter.
  package init(_ typed: TypedText) {
    content = typed.bytes
    hasOwnFrontMatter = typed.frontMatter == .own
  }
}

extension NewNote {
  /// Its own front matter.
  private var own: NoteDocument? { hasOwnFrontMatter ? NoteDocument(content) : nil }

  /// The id in its own front matter.
  package func ownID(zone: TimeZoneRules) -> NoteID? {
    own.flatMap { NoteMetadata(of: $0, zone: zone).id }
  }

  /// Whether it is sealed until a later day than `today`.
  func isSealed(on today: CalendarDay, zone: TimeZoneRules) -> Bool {
    guard let assignment = assignments.last(where: { $0.known == .openAfter }) else {
      return own?.isSealed(on: today, zone: zone) ?? false
    }
    switch assignment.value {
    case .plain(let text), .text(let text), .yaml(let text):
      return NoteTime(text, zone: zone).map { today < $0.day } ?? false
    case .bool, .list, nil: return false
    }
  }

  /// The category for the path.
  func category() -> String? {
    if let assignment = assignments.last(where: { $0.known == .category }) {
      guard case .text(let category)? = assignment.value else { return nil }
      return category
    }
    return own?.firstText(of: .category)
  }

  /// The title for the path: the given one, or else the first non-empty line.
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

  /// The time for the path: when it happened, else when it was made.
  ///
  /// A day without a clock has that of the time when it was made.
  func time(now: NoteTime, zone: TimeZoneRules) -> NoteTime {
    let made =
      created ?? own.flatMap { own in
        own.storesCreated(zone: zone) ? NoteMetadata(of: own, zone: zone).created : nil
      } ?? now
    guard let date = date(zone: zone) else { return made }
    guard date.precision == .day else { return date }
    return NoteTime(day: date.day, secondOfDay: made.secondOfDay, zone: zone)
  }

  /// Where it goes if that is free.
  ///
  /// - Throws: a `StoreError` for a folder that cannot be one.
  package func path(
    by paths: NotePaths, now: NoteTime, zone: TimeZoneRules
  ) throws(StoreError) -> VaultPath {
    let time = time(now: now, zone: zone)
    // A path shows its words, which a sealed note is to hide.
    let made =
      isSealed(on: now.day, zone: zone)
      ? paths.stem(title: "", time: time)
      : paths.stem(
        title: title(zone: zone), time: time, category: category(), template: template)
    let stem = stem ?? made + (nameSuffix ?? "")
    var folder: VaultPath?
    var name = stem[...]
    if let slash = stem.lastIndex(of: "/") {
      folder = VaultPath(String(stem[..<slash]))
      if folder == nil { throw StoreError(stem, .invalidName) }
      name = stem[slash...].dropFirst()
    }
    return VaultPath(in: folder, named: PortableName.made(from: name + ".md").text.utf8)
  }

  private func date(zone: TimeZoneRules) -> NoteTime? {
    guard let assignment = assignments.last(where: { $0.known == .date }) else {
      return own.flatMap { NoteMetadata(of: $0, zone: zone).date }
    }
    switch assignment.value {
    case .plain(let text), .text(let text), .yaml(let text): return NoteTime(text, zone: zone)
    case .bool, .list, nil: return nil
    }
  }

  /// The bytes of the note: front matter, a blank line, the text.
  ///
  /// - Throws: if a value cannot be set in the front matter.
  package func document(id: NoteID, now: NoteTime) throws(EditError) -> NoteDocument {
    var body = content
    if let last = body.last, last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
    guard hasOwnFrontMatter else { return try made(around: body, id: id, now: now) }
    var document = NoteDocument(body)
    func set(_ key: KnownKey, to value: FieldValue, replaces: Bool) throws(EditError) {
      guard replaces || !document.hasValue(of: key) else { return }
      document = try document.setting(document.name(of: key), to: value)
    }
    try set(.id, to: .text(id.text), replaces: self.id != nil)
    try set(.created, to: .plain((created ?? now).rfc3339), replaces: created != nil)
    try set(.updated, to: .plain((updated ?? now).rfc3339), replaces: updated != nil)
    if isPinned { document = try document.setting(document.name(of: .pinned), to: .bool(true)) }
    if !tags.isEmpty { document = try document.addingTags(tags) }
    for assignment in assignments { document = try assignment.applied(to: document) }
    return document
  }

  /// New front matter before a text, which may itself look like front matter.
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
