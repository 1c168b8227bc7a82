internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The categories of a vault: those of its settings, and those that notes have.
struct CategoryFinder {
  /// A category, and the notes that have it.
  struct Entry {
    /// One that only notes have is spelled as in the first of them.
    let category: Category
    /// In the order of the settings, from 1; nil if it is not there.
    let order: Int?
    /// Sorted by path.
    var notes: [ResolvedNote]
  }

  let vault: OpenVault
  /// Those of the settings, then those that only notes have, by name.
  private(set) var entries: [Entry]
  private var places: [NameKey: Int] = [:]

  init(_ vault: OpenVault) throws {
    self.vault = vault
    let settings = JournalSettings(vault.vault.configuration).categories
    entries = settings.categories.enumerated().map {
      Entry(category: $1, order: $0 + 1, notes: [])
    }
    let known = entries.count
    for (index, entry) in entries.enumerated() {
      places[NameKey(entry.category.name.utf8)] = index
    }
    for note in try vault.notes(having: .category).sorted(by: { $0.path < $1.path }) {
      guard let name = note.document.names(of: .category).first else { continue }
      let key = NameKey(name.utf8)
      let index = places[key] ?? entries.count
      if index == entries.count {
        entries.append(Entry(category: Category(name: name), order: nil, notes: []))
        places[key] = index
      }
      entries[index].notes.append(ResolvedNote(path: note.path, id: note.id))
    }
    entries[known...].sort { $0.category.name < $1.category.name }
    for index in entries.indices { places[NameKey(entries[index].category.name.utf8)] = index }
  }

  /// Nil for a name that neither the settings nor a note has.
  subscript(name: String) -> Entry? { places[NameKey(name.utf8)].map { entries[$0] } }

  func entry(named name: String) throws -> Entry {
    if let entry = self[name] { return entry }
    throw CommandError(
      "there is no category '\(name)'",
      hint: "tl category add \(name.shellWord) makes it; tl category list lists those there are")
  }

  /// - Throws: if only notes have it.
  func known(named name: String) throws -> Entry {
    let entry = try entry(named: name)
    guard entry.order != nil else {
      throw CommandError(
        "\(entry.category.name) is not in the settings",
        hint: "tl category add \(entry.category.name.shellWord) adds it")
    }
    return entry
  }

  /// Changes the settings, and says nothing.
  func edit(
    _ change: (SettingsDocument) throws -> SettingsDocument
  ) throws {
    _ = try vault.writer().editSettings(change)
  }

  /// Gives notes another category, and prints each; a failure is reported and does not affect the others.
  ///
  /// - Returns: whether all of them have it.
  func rename(_ entry: Entry, to new: String) throws -> Bool {
    let session = vault.session
    let progress = Progress("changing notes", total: entry.notes.count, on: session.console)
    defer { progress.finish() }
    let old = NameKey(entry.category.name.utf8)
    var isWhole = true
    for note in entry.notes {
      do {
        let change = try vault.writer().edit(note.path, provisionalID: note.id) {
          try $0.renaming(old, in: .category, to: new)
        }
        if change.isChange { try session.console.line(note.id, note.path) }
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        isWhole = false
        progress.finish()
        session.fail(CommandError(error, at: note.path))
      }
      progress.advance()
    }
    return isWhole
  }
}
