package import VaultFormat
package import VaultStore

/// A note that was wished for, and is there.
package struct CreatedNote: Sendable {
  /// The plan's path, or with a number behind it.
  package let path: VaultPath
  package let plan: NewNotePlan
  /// The id in the text's own front matter that another note has; the new note has another one.
  package let taken: (id: NoteID, owner: VaultPath)?
  /// The copies of the files, in their order.
  package fileprivate(set) var media: [VaultPath] = []

  package var id: NoteID { plan.id }
}

extension NoteWriter {
  /// What holds in the vault now.
  package var rules: NewNoteRules { NewNoteRules(vault.configuration, now: now, zone: zone) }

  /// Makes a new note by the rules of the vault, with its files or not at all.
  ///
  /// - Parameters:
  ///   - files: their names are made portable and unique.
  ///   - owner: the note that has an id; asked only about one in the text's own front matter.
  ///   - finish: what belongs to the note too; if it throws, the note is gone and its files are in the trash.
  /// - Throws: what `owner` and `finish` throw, and as `NewNotePlan.of`; perhaps empty folders are left.
  package func create(
    _ wish: NewNoteWish, with files: [NewMedia] = [],
    owner: (NoteID) throws -> VaultPath?, _ finish: (CreatedNote) throws -> Void = { _ in }
  ) throws -> CreatedNote {
    var wish = wish
    var taken: (id: NoteID, owner: VaultPath)?
    let own = wish.note.id == nil ? wish.note.ownID(zone: zone) : nil
    if let own, let owner = try owner(own) {
      taken = (own, owner)
      wish.note.id = makeID()
    }
    let plan = try NewNotePlan.of(wish, id: wish.note.id ?? own ?? makeID(), by: rules)
    var made = CreatedNote(
      path: try write(plan.document, at: plan.path), plan: plan, taken: taken)
    do {
      made.media = try attach(files, to: made.path)
      try finish(made)
    } catch {
      for file in made.media { _ = try? detach(file) }
      // Whoever wished for it has the text, and wishes again.
      try? vault.folder.removeFile(made.path)
      throw error
    }
    return made
  }
}
