internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// A photo of a person in one of the years.
struct PersonMoment {
  let moment: ThenAndNow.Moment
  let picture: MediaItem

  /// Nil if none of the note's photos can be shown.
  init?(_ moment: ThenAndNow.Moment, _ incoming: PageRequest) {
    let folder = incoming.vault.folder
    let files = MediaFolder(of: moment.note.path).flatMap { try? folder.media(in: $0).files } ?? []
    let picture = files.lazy.filter { $0.kind == .photo }.prefix(8)
      .compactMap { MediaItem(at: $0.path, in: folder) }
      .first { $0.isPicture(on: incoming.addresses) }
    guard let picture else { return nil }
    (self.moment, self.picture) = (moment, picture)
  }

  func view(of person: Person, _ register: PersonRegister, on site: SiteAddress) -> TemplateView {
    let note = moment.note
    let day = LifeWords.day(note.date.day)
    let media = MediaView(site: site, day: day)
    var view = media.picture(picture, sizes: "(min-width: 40rem) 14rem, 45vw")
    view["href"] = .text(site.note(note.id))
    view["alt"] = .text("\(person.title), \(day)")
    view["when"] = .text(day)
    view["age"] = .optional(register.age(of: person, at: note.date)?.text)
    return view
  }
}
