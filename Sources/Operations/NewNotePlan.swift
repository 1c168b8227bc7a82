internal import Journal
internal import Media
package import VaultFormat
package import VaultStore

/// What holds in a vault at a time.
package struct NewNoteRules: Sendable {
  /// Of notes that have none.
  package var defaultCategory: String?
  package var paths: NotePaths
  package var now: NoteTime
  package var zone: TimeZoneRules

  package init(_ configuration: VaultConfiguration, now: NoteTime, zone: TimeZoneRules) {
    defaultCategory = JournalSettings(configuration).defaultCategory
    paths = configuration.notePaths
    (self.now, self.zone) = (now, zone)
  }
}

/// The file that a wish comes to.
package struct NewNotePlan: Sendable {
  package let id: NoteID
  /// What is wanted, with what the vault and the photos add.
  package let note: NewNote
  package let document: NoteDocument
  /// The path, if it is free.
  package let path: VaultPath
  /// The keys that come from the photos.
  package let taken: [FieldAssignment]
  /// `unusable` if the text begins with front matter that stays part of it.
  package let frontMatter: TypedText.FrontMatter

  /// Front matter to which nothing can be added stays in the text.
  ///
  /// - Throws: an `EditError` for a key that cannot be written, a `StoreError` for a folder that cannot be one.
  package static func of(
    _ wish: NewNoteWish, id: NoteID, by rules: NewNoteRules
  ) throws -> NewNotePlan {
    do {
      return try NewNotePlan(wish, id: id, by: rules)
    } catch let error as EditError where wish.note.hasOwnFrontMatter {
      var plain = wish
      plain.note.hasOwnFrontMatter = false
      plain.frontMatter = .unusable(line: error.line, reason: "\(error)")
      return try NewNotePlan(plain, id: id, by: rules)
    }
  }

  private init(_ wish: NewNoteWish, id: NoteID, by rules: NewNoteRules) throws {
    var note = wish.note
    var document = try note.document(id: id, now: rules.now)
    func isGiven(_ key: KnownKey) -> Bool {
      note.assignments.contains { $0.known == key } || document.hasValue(of: key)
    }
    func add(_ assignments: [FieldAssignment]) throws(EditError) {
      for assignment in assignments { document = try assignment.applied(to: document) }
      note.assignments += assignments
    }
    func add(_ key: KnownKey, _ text: String?) throws(EditError) {
      guard let text, !text.isEmpty, !isGiven(key) else { return }
      try add([FieldAssignment(key, .text(text))])
    }
    if wish.takesDefaultCategory { try add(.category, rules.defaultCategory) }
    if !NoteMetadata(of: document, zone: rules.zone).isAnonymous { try add(.author, wish.author) }
    taken = wish.origin?.assignments(besides: isGiven) ?? []
    try add(taken)
    (self.id, self.note, self.document, frontMatter) = (id, note, document, wish.frontMatter)
    path = try note.path(of: document, by: rules.paths, now: rules.now, zone: rules.zone)
  }

  /// The file that a wish would have come to when `other` was written.
  ///
  /// - Throws: as `of`.
  package static func document(
    of wish: NewNoteWish, like other: NoteDocument, id: NoteID, by rules: NewNoteRules
  ) throws -> NoteDocument {
    let metadata = NoteMetadata(of: other, zone: rules.zone)
    var (wish, rules) = (wish, rules)
    (wish.note.created, wish.note.updated) = (metadata.created, metadata.updated)
    rules.now = metadata.created ?? rules.now
    return try of(wish, id: id, by: rules).document
  }
}
