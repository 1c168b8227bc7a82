internal import Journal
internal import Media
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
  /// How many photos and notes are looked at, until one can be shown.
  private static let tries = 8

  /// - Parameter journal: nil for a picture of the person's own page.
  init(_ person: Person, _ journal: JournalIndex?, _ incoming: PageRequest) {
    self.person = person
    let folder = incoming.vault.folder
    func files(of note: VaultPath) -> [MediaFile] {
      MediaFolder(of: note).flatMap { try? folder.media(in: $0).files } ?? []
    }
    func first(_ files: some Sequence<MediaFile>) -> MediaItem? {
      files.lazy.compactMap { MediaItem(at: $0.path, in: folder) }
        .first { $0.isPicture(on: incoming.addresses) }
    }
    func photos(of note: VaultPath) -> some Sequence<MediaFile> {
      files(of: note).filter { $0.kind == .photo }.prefix(Self.tries)
    }
    let named = files(of: person.path).filter { file in
      person.avatar.map { file.path.name.elementsEqual($0.utf8) } ?? false
    }
    let alone = journal?.byPerson.notes(naming: person).lazy
      .filter { $0.photoCount > 0 && $0.people.count == 1 }
    item =
      first(named) ?? first(photos(of: person.path))
      ?? alone?.prefix(Self.tries).compactMap { first(photos(of: $0.path)) }.first
  }

  /// - Parameter sizes: the width on the page, as the attribute `sizes` says it.
  func view(on site: SiteAddress, sizes: String) -> TemplateView {
    let source = item.map {
      PictureSource($0, preferred: .small, hasVariants: site.hasVariants)
    }
    return [
      "src": .optional((source?.address).map(site.address)),
      "srcset": .optional(source?.set(on: site)), "sizes": .text(sizes),
      "colour": .optional(item.flatMap { site.colours?.colour(of: $0)?.classes }),
      "initials": .text(person.initials), "hue": "hue-\(person.colorIndex(among: Self.colors))",
    ]
  }
}
