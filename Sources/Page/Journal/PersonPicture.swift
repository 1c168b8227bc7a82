internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// What stands for a person on the owner's pages: the file that the page of the person names, else the first photo there,
/// else the newest photo of a note that names nobody else, else initials on a colour.
struct PersonPicture: Sendable {
  let person: Person
  /// Nil without a picture that can be shown.
  let item: MediaItem?

  /// The colours that `people.css` has.
  static let colors = 8
  /// How many notes are looked at, until one has a photo that can be shown.
  private static let tries = 8

  /// - Parameter journal: nil for a picture of the person's own page.
  init(_ person: Person, _ journal: JournalIndex?, _ incoming: PageRequest) {
    self.person = person
    let named = person.avatar.flatMap { name in
      incoming.pictures(of: person.path, limit: 1) { $0.path.name.elementsEqual(name.utf8) }.first
    }
    let alone = journal?.byPerson.notes(naming: person).lazy
      .filter { $0.photoCount > 0 && $0.people.count == 1 }
    item =
      named ?? incoming.photo(of: person.path)
      ?? alone?.prefix(Self.tries).compactMap { incoming.photo(of: $0.path) }.first
  }

  /// - Parameter sizes: the width on the page, as the attribute `sizes` says it.
  func view(on site: SiteAddress, sizes: String) -> TemplateView {
    var view: TemplateView = [
      "sizes": .text(sizes),
      "initials": .text(person.initials), "hue": "hue-\(person.colorIndex(among: Self.colors))",
    ]
    view.setPicture(item, on: site)
    return view
  }
}
