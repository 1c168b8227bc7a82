package import VaultFormat
package import VaultIndex
package import VaultStore

/// The categories of a vault: those of its settings, and those that notes have.
package struct CategoryBook: Sendable {
  package struct Note: Hashable, Sendable {
    package let path: VaultPath
    package let id: NoteID
  }

  /// A category, and the notes that have it.
  package struct Entry: Sendable {
    /// One that only notes have is spelled as in the first of them.
    package let category: Category
    /// In the order of the settings, from 1; nil if it is not there.
    package let order: Int?
    /// Sorted by path.
    package fileprivate(set) var notes: [Note]
  }

  /// Those of the settings, then those that only notes have, by name.
  package private(set) var entries: [Entry]
  private var places: [NameKey: Int] = [:]

  /// - Parameter notes: with the category of each, in any order.
  package init(_ settings: CategorySettings, notes: [(note: Note, category: String)] = []) {
    entries = settings.categories.enumerated().map {
      Entry(category: $1, order: $0 + 1, notes: [])
    }
    let known = entries.count
    for index in entries.indices { places[NameKey(entries[index].category.name.utf8)] = index }
    for (note, name) in notes.sorted(by: { $0.note.path < $1.note.path }) {
      let key = NameKey(name.utf8)
      let index = places[key] ?? entries.count
      if index == entries.count {
        entries.append(Entry(category: Category(name: name), order: nil, notes: []))
        places[key] = index
      }
      entries[index].notes.append(note)
    }
    entries[known...].sort { $0.category.name < $1.category.name }
    for index in entries.indices { places[NameKey(entries[index].category.name.utf8)] = index }
  }

  /// Reads the category of each note that has one; pages, sealed notes and conflict copies too.
  ///
  /// A file that cannot be read is left out.
  ///
  /// - Parameter scan: finds the notes of the vault that match a query.
  package init(
    _ settings: CategorySettings, in folder: VaultFolder, scan: (NoteQuery) throws -> VaultIndex
  ) rethrows {
    var query = NoteQuery()
    query.properties = [PropertyCondition(KnownKey.category.name, .present)]
    let index = try scan(query)
    self.init(
      settings,
      notes: index.positions.compactMap { position in
        let path = index.path(position)
        guard let bytes = try? folder.read(path).bytes,
          let name = NoteDocument(bytes).names(of: .category).first
        else { return nil }
        return (Note(path: path, id: index.id(position)), name)
      })
  }

  /// Nil for a name that neither the settings nor a note has; names are compared without regard to case and normal form.
  package subscript(name: String) -> Entry? { places[NameKey(name.utf8)].map { entries[$0] } }

  package func entry(named name: String) throws(CategoryProblem) -> Entry {
    guard let entry = self[name] else { throw .isUnknown(name) }
    return entry
  }

  /// - Throws: for a category that is not in the settings.
  package func known(named name: String) throws(CategoryProblem) -> Entry {
    let entry = try entry(named: name)
    guard entry.order != nil else { throw .isNotInSettings(entry.category.name) }
    return entry
  }

  // MARK: - Plans

  /// - Parameter new: no other one of the settings.
  /// - Returns: nil if it is written so already.
  package func renaming(
    _ name: String, to new: String
  ) throws(CategoryProblem) -> CategoryReplacement? {
    let entry = try entry(named: name)
    let new = try Category.name(new)
    guard !entry.category.name.utf8.elementsEqual(new.utf8) else { return nil }
    // One that only notes have may be what an interrupted change has left.
    if let other = self[new], other.order != nil, other.category.name != entry.category.name {
      throw .isTaken(by: other.category.name)
    }
    return CategoryReplacement(entry, by: new, keepsPlace: true)
  }

  /// - Parameter target: the category that its notes get; nil is refused while notes have it.
  package func removing(
    _ name: String, to target: String?
  ) throws(CategoryProblem) -> CategoryReplacement {
    let entry = try entry(named: name)
    var target = target
    if let wanted = target {
      let other = try known(named: wanted)
      guard other.category.name != entry.category.name else {
        throw .standsForItself(other.category.name)
      }
      target = other.category.name
    }
    guard entry.notes.isEmpty || target != nil else {
      throw .isInUse(entry.category.name, count: entry.notes.count)
    }
    return CategoryReplacement(entry, by: target, keepsPlace: false)
  }
}

extension CategoryBook.Entry {
  /// As `tl category list --json` prints it.
  package var json: JSONValue {
    .object([
      ("name", .string(category.name)), ("symbol", .text(category.symbol?.emoji)),
      ("color", .text(category.color.map { "#" + $0.hex })),
      ("order", order.map { .int($0) } ?? .null), ("notes", .int(notes.count)),
    ])
  }
}

/// Another category for the notes that have one, and what becomes of it in the settings: it is renamed, or removed.
///
/// The notes come first. A change that was interrupted goes on when it is made again.
package struct CategoryReplacement: Sendable {
  package let old: Category
  /// Nil for none, if no note has the old one.
  package let new: String?
  /// Sorted by path.
  package let notes: [CategoryBook.Note]
  /// The new one takes the place of the old one in the settings.
  private let keepsPlace: Bool

  fileprivate init(_ entry: CategoryBook.Entry, by new: String?, keepsPlace: Bool) {
    (old, notes) = (entry.category, entry.notes)
    (self.new, self.keepsPlace) = (new, keepsPlace)
  }

  /// A note with the new category; as it is, if it has another one than the old one.
  package func edited(_ document: NoteDocument) throws(EditError) -> NoteDocument {
    guard let new else { return document }
    return try document.renaming(NameKey(old.name.utf8), in: .category, to: new)
  }

  /// The settings, once the notes are changed.
  package func edited(
    _ settings: SettingsDocument
  ) throws(SettingsEditError) -> SettingsDocument {
    var settings = settings
    if let name = settings.categories[old.name]?.name {
      settings =
        keepsPlace
        ? try settings.renamingCategory(name, to: new ?? name)
        : try settings.removingCategory(name)
    }
    return try settings.replacingDefaultCategory(old.name, by: new)
  }
}
