internal import Journal
internal import Media
internal import Publishing
internal import Rendering
internal import Sharing
internal import VaultFormat

/// Notes in a list or on a page of a member: the values of `member-entry.mustache`, and of `media.mustache`.
struct MemberEntries: Sendable {
  let words: MemberWords
  let addresses: MemberAddress
  let hasVariants: Bool
  /// Whether the years stand in the list, where no heading has them.
  let showsYears: Bool

  init(_ incoming: MemberRequest, showsYears: Bool = true) {
    self.showsYears = showsYears
    (words, addresses) = (incoming.words, incoming.addresses)
    hasVariants = incoming.media.hasVariants
  }

  /// Of a note in a list.
  func entry(_ note: MemberNote) -> TemplateView {
    let (shared, href) = (note.shared, addresses.note(note.shared.id))
    let excerpt = note.excerpt
    var values = media(shared.media, of: note, isShort: true)
    let thread = note.thread
    values.merge([
      "href": .text(href), "datetime": .text(shared.day.description),
      "when": .text(when(shared, day(of: shared))),
      "title": .text(title(shared)),
      "excerpt": .text(excerpt.text), "readOnHref": excerpt.hasMore ? .text(href) : .none,
      "talkHref": thread.isEmpty ? .none : .text(addresses.comments(on: shared.id)),
      "reactions": .texts(thread.reactions.map { "\($0.emoji) \($0.count)" }),
      "comments": thread.comments.isEmpty ? .none : .text(words.comments(thread.comments.count)),
    ]) { $1 }
    return TemplateView(values)
  }

  /// The title; of a note without one the day in words, which stands above it then no more.
  func title(_ note: SharedNote) -> String { note.hasTitle ? note.title : day(of: note) }

  private func day(of note: SharedNote) -> String {
    showsYears ? words.site.longDay(note.day) : words.site.dayOfMonth(note.day)
  }

  /// The day, unless that is the title, the time and the place.
  ///
  /// - Parameter day: in words.
  func when(_ note: SharedNote, _ day: String) -> String {
    [note.hasTitle ? day : nil, note.hasTitle ? nil : DateWords.clock(note.time), note.place]
      .compactMap(\.self).joined(separator: " · ")
  }

  /// The text of a note, with links only to what the member sees.
  func text(of note: MemberNote) -> SharedText.Rendered {
    SharedText(
      note.view,
      addresses: SharedText.Addresses(
        note: { [addresses] in addresses.note($0.id) },
        medium: { [self] medium in
          note.owner(of: medium).map { source(of: medium, in: $0, .large).address }
        },
        tag: { [addresses] in addresses.search(for: "#\($0.text)") })
    ).render(note.shared, raisesTitle: SharedText.beginsWithTitle(note.shared))
  }

  // MARK: - Media

  /// - Parameter isShort: a few pictures stand for all.
  func media(
    _ media: [SharedMedium], of note: MemberNote, isShort: Bool = false
  ) -> [String: TemplateValue] {
    let (id, day) = (note.shared.id, words.site.longDay(note.shared.day))
    let pictures = media.filter { $0.kind == .photo }
    let ratios = pictures.map {
      PictureRow.ratio(width: $0.size?.width ?? 0, height: $0.size?.height ?? 0)
    }
    return [
      "rows": PictureRow.rows(ratios, isShort: isShort).views(of: pictures.count) {
        picture(pictures[$0], of: note.shared, day, $1, more: $2)
      },
      "audio": .list(
        media.filter { $0.kind == .audio }.map {
          MediaView.sound(
            addresses.medium($0.name, of: id), bytes: $0.bytes, label: words.sound(day))
        }),
      "films": .list(
        media.filter { $0.kind == .video }.map {
          MediaView.film(addresses.medium($0.name, of: id), $0.size, label: words.film(day))
        }),
      "files": .list([]),
    ]
  }

  private func picture(
    _ picture: SharedMedium, of note: SharedNote, _ day: String, _ cell: PictureRow.Cell, more: Int
  ) -> TemplateView {
    var values = values(of: picture, in: note, .medium)
    values.merge([
      "ratio": .text(PictureRow.ratioClass(cell.ratio)), "anchor": .text("p-\(picture.name)"),
      "href": .text(addresses.photo(picture.name, of: note.id)),
      "sizes": .text(cell.sizes),
      "alt": .text(words.photo(day)), "more": more > 0 ? "+\(more)" : .none,
    ]) { $1 }
    return TemplateView(values)
  }

  /// What a picture is loaded from.
  ///
  /// - Parameter edge: of the copy for a browser that does not choose one.
  func values(
    of picture: SharedMedium, in note: SharedNote, _ edge: VariantEdge
  ) -> [String: TemplateValue] {
    let source = source(of: picture, in: note, edge)
    return [
      "src": .text(source.address), "srcset": .optional(source.set),
      "width": "\(picture.size?.width ?? 1300)", "height": "\(picture.size?.height ?? 1000)",
    ]
  }

  private func source(
    of picture: SharedMedium, in note: SharedNote, _ edge: VariantEdge
  ) -> PictureSource {
    let size = hasVariants && picture.isShrunk ? picture.size : nil
    return PictureSource(addresses.medium(picture.name, of: note.id), size, preferred: edge) {
      addresses.picture(picture.name, $0, of: note.id)
    }
  }
}

extension SharedMedium {
  /// Whether smaller copies can be made.
  var isShrunk: Bool { kind == .photo && type.hasVariants }
}
