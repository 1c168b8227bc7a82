package import VaultFormat
package import VaultStore

/// What of the notes of a vault may be shown, to whom it is shown: which notes are sealed (docs/vault-format.md, rule K-17).
///
/// A face makes one for each request or command. It is the only answer to this question outside of the format.
package struct Visibility: Sendable {
  /// In `zone`.
  package let today: CalendarDay
  /// That of the vault.
  package let zone: TimeZoneRules
  /// Whether sealed notes are shown before their day.
  package var opensEarly: Bool

  package init(on today: CalendarDay, zone: TimeZoneRules, opensEarly: Bool = false) {
    (self.today, self.zone, self.opensEarly) = (today, zone, opensEarly)
  }

  package enum Answer: Hashable, Sendable {
    case visible
    case sealed(until: CalendarDay)

    fileprivate init(_ day: CalendarDay?) { self = day.map(Answer.sealed) ?? .visible }

    /// When it opens; nil if it may be shown.
    package var opening: CalendarDay? {
      if case .sealed(let day) = self { day } else { nil }
    }

    /// The other answer if this one is no seal.
    package func or(_ other: @autoclosure () throws -> Answer) rethrows -> Answer {
      try self == .visible ? other() : self
    }
  }

  /// What may be shown of a note.
  package func shown(_ note: NoteFile, _ answer: Answer) -> NoteFile {
    answer.opening.map { note.sealed(until: $0, zone: zone) } ?? note
  }

  // MARK: - Documents

  /// Of a document by its own keys: a conflict copy may be that of a sealed note.
  package func answer(for document: NoteDocument) -> Answer {
    opensEarly ? .visible : Answer(document.sealing(on: today, zone: zone))
  }

  /// Whether a note or page counts where notes are counted, remembered or compared: no conflict copy, and not sealed.
  package func counts(_ document: NoteDocument) -> Bool {
    document.frontMatter?.field(of: .conflictOf) == nil && answer(for: document) == .visible
  }

  /// Of a note as it is in the vault.
  ///
  /// - Parameter index: of all notes; asked for only if the document is a conflict copy without a seal of its own.
  package func answer(
    for document: NoteDocument, in index: @autoclosure () throws -> VaultIndex
  ) rethrows -> Answer {
    let originals = Set([Self.original(of: document)].compactMap(\.self))
    return try answer(for: document).or(answer(for: originals, in: index()))
  }

  /// Whether a file belongs to the vault alone, and is not sent to the apps of notesync: a page, or a sealed note.
  ///
  /// - Parameter index: as above.
  package func staysInVault(
    _ document: NoteDocument, in index: @autoclosure () throws -> VaultIndex
  ) rethrows -> Bool {
    try PageKind(of: document) != nil || answer(for: document, in: index()) != .visible
  }

  private static func original(of document: NoteDocument) -> NoteID? {
    document.text(of: .conflictOf).flatMap { NoteID($0) }
  }

  // MARK: - Notes of an index

  /// Of a note of an index, which knows of which conflict copies the notes are sealed.
  package func answer(for note: VaultIndex.Position, in index: VaultIndex) -> Answer {
    opensEarly ? .visible : Answer(index.opening(note))
  }

  /// Of a note of an index as its file is now.
  package func answer(
    for document: NoteDocument, at note: VaultIndex.Position, in index: VaultIndex
  ) -> Answer {
    answer(for: document).or(answer(for: note, in: index))
  }

  /// Of the note or the medium at a path; a medium may lie in a folder of the media folder.
  package func answer(for path: VaultPath, in names: NoteNames) -> Answer {
    let notes = Self.notePaths(of: path).compactMap(names.note(at:))
    return Answer(notes.lazy.compactMap { answer(for: $0, in: names.index).opening }.first)
  }

  private static func notePaths(of path: VaultPath) -> [VaultPath] {
    [path] + path.foldersAbove.flatMap(MediaFolder.notes(ofFolder:))
  }

  /// Of a version of a note, in the history, the trash, the log of operations or a draft: none is shown of a note that is
  /// sealed now, or was sealed when it was last seen.
  ///
  /// - Parameters:
  ///   - path: where the version was, or is.
  ///   - names: of all notes; asked for only if the version has no seal of its own.
  ///   - last: asked for only if the note is not in the vault any more. One of them that has it sealed is enough.
  package func answer(
    forVersion document: NoteDocument, at path: VaultPath,
    in names: @autoclosure () throws -> NoteNames,
    after last: @autoclosure () throws -> [LastStates]
  ) rethrows -> Answer {
    let own = answer(for: document)
    guard own == .visible, !opensEarly else { return own }
    let names = try names()
    let stored = document.storedID
    let id = stored ?? ProvisionalID.of(path)
    let ids = Set([id, Self.original(of: document)].compactMap(\.self))
    let present = answer(for: path, in: names).or(answer(for: ids, in: names.index))
    guard present == .visible, names.index.notes(withIDs: [id]).isEmpty else { return present }
    let last = try last()
    var known = last.flatMap { states in ids.compactMap(states.answer(of:)) }
    // Another note may have its path by now, or have had it later.
    if stored == nil || known.isEmpty, names.note(at: path) == nil {
      known += last.compactMap { $0.answer(at: path) }
    }
    return Answer(known.lazy.compactMap(\.opening).first)
  }

  private func answer(
    for ids: Set<NoteID>, in index: @autoclosure () throws -> VaultIndex
  ) rethrows -> Answer {
    guard !ids.isEmpty, !opensEarly else { return .visible }
    let index = try index()
    return Answer(index.notes(withIDs: ids).lazy.compactMap(index.opening).first)
  }

  // MARK: - Operations

  /// Whether all that an operation changed belongs to sealed notes, also if they were sealed later, or removed since.
  package func hides(
    _ operation: LoggedOperation, in names: @autoclosure () throws -> NoteNames,
    after last: @autoclosure () throws -> [LastStates]
  ) rethrows -> Bool {
    let texts = operation.texts
    guard texts.isEmpty else {
      return try texts.allSatisfy { path, text in
        try answer(forVersion: NoteDocument(text), at: path, in: names(), after: last()) != .visible
      }
    }
    let (paths, names) = (operation.paths, try names())
    return try !paths.isEmpty
      && paths.allSatisfy { path in
        if answer(for: path, in: names) != .visible { return true }
        let gone = Self.notePaths(of: path).filter { names.note(at: $0) == nil }
        return try !opensEarly
          && last().contains { states in gone.contains { states.answer(at: $0)?.opening != nil } }
      }
  }
}
