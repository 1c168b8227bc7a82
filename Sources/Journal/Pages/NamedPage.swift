package import VaultFormat
package import VaultStore

/// A page that other notes and commands call by a name.
package protocol NamedPage: Sendable {
  var path: VaultPath { get }
  var id: NoteID { get }
  var title: String { get }
  var aliases: [String] { get }
}

extension NamedPage {
  /// The name of its file without the extension.
  package var name: String { String(decoding: path.stem, as: UTF8.self) }

  /// What it can be called by, compared after NFC and case folding.
  package var names: [NameKey] { spelledNames.map { NameKey($0.utf8) } }

  /// The names as they are written.
  package var spelledNames: [String] { [title, name] + aliases }

  /// Its document with another title; the old one stays an alias, by which other notes go on naming it.
  package func retitled(
    _ document: NoteDocument, to new: PageTitle
  ) throws(EditError) -> NoteDocument {
    let changed = try document.setting(document.name(of: .title), to: .text(new.text))
    // Also one that is the name of the file, which may get another one.
    guard NameKey(title.utf8) != NameKey(new.text.utf8) else { return changed }
    return try changed.addingAlias(title)
  }

  /// Whether a word is one of its names, or its id.
  package func isCalled(_ word: String) -> Bool {
    names.contains(NameKey(word.utf8)) || id.text.utf8.elementsEqual(word.utf8)
  }
}

extension Array where Element: NamedPage {
  /// The places of the pages with each name.
  var placesByName: [NameKey: [Int]] {
    var places: [NameKey: [Int]] = [:]
    for (place, page) in enumerated() {
      for name in Set(page.names) { places[name, default: []].append(place) }
    }
    return places
  }
}

/// The title of a page, by which it is named.
package struct PageTitle: Hashable, Sendable {
  package let text: String

  /// Why a text cannot be a title.
  package enum Problem: Error, Hashable, Sendable {
    case isEmpty
    /// A path has `/`, a number of a list begins with `@`, and a name has one line.
    case isNoName(String)
    /// Another page is called so.
    case isTaken(by: VaultPath, title: String)
  }

  /// - Parameters:
  ///   - text: blanks around it do not count.
  ///   - pages: those of its kind; `own` is the path of the page itself, if it has a title already.
  package init(
    _ text: String, among pages: [some NamedPage], own: VaultPath? = nil
  ) throws(Problem) {
    self.text = text.trimmingBlanks
    guard !self.text.isEmpty else { throw .isEmpty }
    if let owner = pages.first(where: { $0.path != own && $0.isCalled(self.text) }) {
      throw .isTaken(by: owner.path, title: owner.title)
    }
    guard Self.isName(self.text) else { throw .isNoName(self.text) }
  }

  /// Whether a page with this title can be named by it.
  package static func isName(_ text: String) -> Bool {
    !text.contains("/") && !text.hasPrefix("@") && !text.contains(where: \.isNewline)
  }
}

/// What a word on the command line means among pages.
package enum NameSearch {
  /// The index of the only one.
  case one(Int)
  /// The indices of several that fit.
  case several([Int])
  case none
  /// Nothing is called so, and it is too short to be the beginning of a name.
  case tooShort

  /// The fewest characters of the beginning of a name.
  package static let shortestBeginning = 3

  /// Looks for a whole name or id first, then for the beginning of a name.
  package init(_ word: String, among pages: [some NamedPage]) {
    let whole = pages.indices.filter { pages[$0].isCalled(word) }
    if !whole.isEmpty {
      self.init(whole)
      return
    }
    let key = NameKey(word.utf8)
    let beginning = pages.indices.filter { index in
      pages[index].names.contains { $0.bytes.starts(with: key.bytes) }
    }
    if word.count < Self.shortestBeginning, !beginning.isEmpty {
      self = .tooShort
    } else {
      self.init(beginning)
    }
  }

  private init(_ found: [Int]) {
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0])
    default: self = .several(found)
    }
  }
}

/// A page that does not exist yet: `FOLDER/SLUG.md` with a title and its keys.
package struct NewPage: Sendable {
  package let kind: PageKind
  /// Where new ones are made.
  package let folder: String
  package var title: String
  package var aliases: [String] = []
  /// Keys without a value are left out.
  package var keys: [(PageKey, FieldValue?)] = []
  package var text = ""

  package init(kind: PageKind, folder: String, title: String) {
    (self.kind, self.folder, self.title) = (kind, folder, title)
  }

  /// The note to be written.
  ///
  /// - Throws: for a title by which it could not be named.
  package func note() throws(PageTitle.Problem) -> NewNote {
    guard PageTitle.isName(title) else { throw .isNoName(title) }
    var note = NewNote(text: text)
    let slug = Slug.of(title)
    note.stem = "\(folder)/\(slug.isEmpty ? kind.rawValue : slug)"
    note.assignments = [
      FieldAssignment(.kind, .plain(kind.rawValue)), FieldAssignment(.title, .text(title)),
    ]
    if !aliases.isEmpty { note.assignments.append(FieldAssignment(.aliases, .list(aliases))) }
    for case (let key, let value?) in keys {
      note.assignments.append(FieldAssignment(key, value))
    }
    return note
  }
}

/// A name that several pages of one kind have: the finding `shared-name`.
package struct SharedName: Hashable, Sendable {
  /// As the first of the pages writes it.
  package let name: String
  /// Two or more, sorted.
  package let paths: [VaultPath]

  /// The names that several of the pages have, sorted by the first page of each.
  package static func all(among pages: [some NamedPage]) -> [SharedName] {
    var found: [NameKey: (place: Int, name: String, paths: [VaultPath])] = [:]
    for page in pages.sorted(by: { $0.path < $1.path }) {
      for name in page.spelledNames {
        let key = NameKey(name.utf8)
        var entry = found[key] ?? (found.count, name, [])
        if entry.paths.last != page.path { entry.paths.append(page.path) }
        found[key] = entry
      }
    }
    return found.values.filter { $0.paths.count > 1 }.sorted { $0.place < $1.place }
      .map { SharedName(name: $0.name, paths: $0.paths) }
  }
}
