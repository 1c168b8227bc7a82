package import VaultFormat

/// What a person's page says of the person, as it is to be: one that is there, or a new one.
package struct PersonEdit: Hashable, Sendable {
  package var name: String
  package var role: String?
  package var birthday: PartialDate?
  /// The day on which the birth is or was expected.
  package var dueDate: CalendarDay?
  package var died: PartialDate?
  package var aliases: [String] = []

  /// Where pages of persons are made.
  package static let folder = "people"

  /// A person who has no page yet.
  package init(name: String) { self.name = name }

  /// As it is.
  package init(of person: Person) {
    name = person.title
    role = person.role?.text
    (birthday, dueDate, died) = (person.birthday, person.dueDate, person.died)
    aliases = person.aliases
  }

  /// The page with what differs from the person; all else keeps its bytes.
  ///
  /// A former name becomes another name of the person, since notes have it.
  ///
  /// - Parameters:
  ///   - person: as the document says it.
  ///   - persons: all of the vault.
  /// - Throws: a `PageTitle.Problem` for a name that cannot be had, an `EditError`.
  package func applied(
    to document: NoteDocument, of person: Person, among persons: [Person]
  ) throws -> NoteDocument {
    // Two persons may share a name that nobody changes.
    let title =
      name.trimmingBlanks.utf8.elementsEqual(person.title.utf8)
      ? person.title : try PageTitle(name, among: persons, own: person.path).text
    var aliases = aliases
    if NameKey(title.utf8) != NameKey(person.title.utf8) {
      aliases.removeAll { NameKey($0.utf8) == NameKey(title.utf8) }
      if !aliases.contains(where: { NameKey($0.utf8) == NameKey(person.title.utf8) }) {
        aliases.append(person.title)
      }
    }
    for alias in aliases where !person.aliases.contains(alias) && alias != person.title {
      if let owner = persons.first(where: { $0.path != person.path && $0.isCalled(alias) }) {
        throw PageTitle.Problem.isTaken(by: owner.path, title: owner.title)
      }
    }
    var document = document
    if !title.utf8.elementsEqual(person.title.utf8) {
      document = try document.setting(KnownKey.title.name, to: .text(title))
    }
    if aliases != person.aliases {
      let value: FieldValue? = aliases.isEmpty ? nil : .list(aliases)
      document = try FieldAssignment(.aliases, value).applied(to: document)
    }
    let old = PersonEdit(of: person)
    for ((key, new), (_, former)) in zip(keys, old.keys) where former != new {
      document =
        if let new {
          try document.setting(document.name(of: key), to: new)
        } else {
          try document.removingAll(key)
        }
    }
    // A note may be a person by its birthday alone.
    if birthday == nil, old.birthday != nil, PageKind(of: document) == nil {
      document = try document.setting(KnownKey.kind.name, to: .plain(PageKind.person.rawValue))
    }
    return document
  }

  private var keys: [(PageKey, FieldValue?)] {
    func value(_ date: (some CustomStringConvertible)?) -> FieldValue? {
      date.map { .plain($0.description) }
    }
    return [
      (.role, role.map(FieldValue.text)), (.birthday, value(birthday)),
      (.dueDate, value(dueDate)), (.died, value(died)),
    ]
  }

  /// The page of a new person that is to be written.
  ///
  /// - Parameter persons: all of the vault, none of whom may have the name or one of the aliases.
  package func page(among persons: [Person]) throws(PageTitle.Problem) -> NewPage {
    var page = NewPage(
      kind: .person, folder: Self.folder, title: try PageTitle(name, among: persons).text)
    for alias in aliases {
      if let owner = persons.first(where: { $0.isCalled(alias) }) {
        throw .isTaken(by: owner.path, title: owner.title)
      }
    }
    page.aliases = aliases
    page.keys = keys
    return page
  }
}
