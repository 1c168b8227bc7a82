internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// What stands for a person: the file that the page names, else the first photo of the page, else initials on a colour.
struct PersonPicture: Sendable {
  let person: Person
  /// Nil without a picture that can be shown.
  let item: MediaItem?

  /// The colours that `people.css` has.
  static let colors = 8

  init(_ person: Person, _ shelf: NoteShelf, on site: SiteAddress) {
    self.person = person
    let folder = shelf.vault.folder
    let files =
      MediaFolder(of: person.path).flatMap { try? folder.media(in: $0).files } ?? []
    let named = files.filter { file in
      person.avatar.map { file.path.name.elementsEqual($0.utf8) } ?? false
    }
    let photos = files.lazy.filter { $0.kind == .photo }
    item = (named + photos.prefix(Self.tries)).lazy
      .compactMap { MediaItem(at: $0.path, in: folder) }.first { $0.isPicture(on: site) }
  }

  /// How many photos are looked at, until one can be shown.
  private static let tries = 8

  func view(on site: SiteAddress) -> TemplateView {
    let source = item.map {
      PictureSource($0, preferred: .small, hasVariants: site.hasVariants).address
    }
    return [
      "src": .optional(source.map(site.address)),
      "initials": .text(person.initials), "hue": "hue-\(person.colorIndex(among: Self.colors))",
    ]
  }
}
