package import VaultFormat

/// A person who has no page yet.
package struct NewPerson: Sendable {
  package var name: String
  package var role: String?
  package var birthday: PartialDate?
  /// The day on which a birth is expected.
  package var dueDate: CalendarDay?
  package var aliases: [String] = []

  /// Where pages of persons are made.
  package static let folder = "people"

  package init(name: String) {
    self.name = name
  }

  /// The page that is to be written.
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
    page.keys = [
      (.role, role.map(FieldValue.text)), (.birthday, birthday.map { .plain($0.description) }),
      (.dueDate, dueDate.map { .plain($0.description) }),
    ]
    return page
  }
}
