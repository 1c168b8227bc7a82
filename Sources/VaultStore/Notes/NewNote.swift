internal import SystemCalls
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

  /// Where it goes if that is free: as its stem says, else by `paths`.
  ///
  /// - Parameter document: what it becomes.
  /// - Throws: a `StoreError` for a folder that cannot be one.
  package func path(
    of document: NoteDocument, by paths: NotePaths, now: NoteTime, zone: TimeZoneRules
  ) throws(StoreError) -> VaultPath {
    let stem =
      stem ?? document.stem(by: paths, template: template, now: now, zone: zone)
      + (nameSuffix ?? "")
    var folder: VaultPath?
    var name = stem[...]
    if let slash = stem.lastIndex(of: "/") {
      folder = VaultPath(String(stem[..<slash]))
      if folder == nil { throw StoreError(stem, .invalidName) }
      name = stem[slash...].dropFirst()
    }
    return VaultPath(in: folder, named: PortableName.made(from: name + ".md").text.utf8)
  }

  /// The bytes of the note: front matter, a blank line, the text.
  ///
  /// - Throws: if a value cannot be set in the front matter.
  package func document(id: NoteID, now: NoteTime) throws(EditError) -> NoteDocument {
    var body = content
    if let last = body.last, last != UInt8(ascii: "\n") { body.append(UInt8(ascii: "\n")) }
    // A text that has none may look like front matter.
    let opening = hasOwnFrontMatter ? "" : "---\n---\n\(body.isEmpty ? "" : "\n")"
    var document = NoteDocument(Array(opening.utf8) + body)
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
}

extension NoteDocument {
  /// The path of a new note without its extension: by the title or the first line, the category, and the time when it
  /// happened, else was made.
  ///
  /// A day without a clock has that of the time when it was made.
  fileprivate func stem(
    by paths: NotePaths, template: String?, now: NoteTime, zone: TimeZoneRules
  ) -> String {
    let metadata = NoteMetadata(of: self, zone: zone)
    let made = storesCreated(zone: zone) ? metadata.created ?? now : now
    var time = metadata.date ?? made
    if metadata.date?.precision == .day {
      time = NoteTime(day: time.day, secondOfDay: made.secondOfDay, zone: zone)
    }
    // A path shows its words, which a sealed note is to hide.
    guard !isSealed(on: now.day, zone: zone) else { return paths.stem(title: "", time: time) }
    let line = bodyText.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    return paths.stem(
      title: metadata.title ?? line.map(String.init) ?? "", time: time,
      category: firstText(of: .category), template: template)
  }
}

/// The names in the folders where one writer made notes, as of its first note there, and those notes.
///
/// Listing a folder of thousands again for each of thousands of notes would take minutes. New files of other programs
/// are still not overwritten: notes are only created, and the next number is tried if that fails.
final class TakenNames {
  /// The folders by their paths; nil is the root.
  private var folders: [VaultPath?: Folder] = [:]

  private struct Folder {
    var keys: Set<NameKey>
    /// The first number that may be free, by the key of the name without a number.
    var numbers: [NameKey: Int] = [:]
  }

  /// - Throws: a `StoreError` if the folder cannot be listed.
  func firstNumber(for name: NameKey, in path: VaultPath?, of root: VaultFolder) throws -> Int {
    try folder(path, of: root).numbers[name] ?? 1
  }

  /// - Throws: a `StoreError` if the folder cannot be listed.
  func hasOne(of names: [NameKey], in path: VaultPath?, of root: VaultFolder) throws -> Bool {
    let keys = try folder(path, of: root).keys
    return names.contains { keys.contains($0) }
  }

  /// Records that a note got its name with this number.
  func take(_ name: NameKey, number: Int, for wanted: NameKey, in path: VaultPath?) {
    folders[path]?.keys.insert(name)
    folders[path]?.numbers[wanted] = number + 1
  }

  private func folder(_ path: VaultPath?, of root: VaultFolder) throws -> Folder {
    if let known = folders[path] { return known }
    let folder = Folder(keys: Set(try root.list(path).map { NameKey($0.name) }))
    folders[path] = folder
    return folder
  }
}
