internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The form for a new note or a changed one: the values of `compose.mustache`.
struct ComposeView {
  let site: SiteAddress
  let zone: TimeZoneRules
  let now: NoteTime
  /// Whether it offers to ask the device where it is.
  let asksForLocation: Bool

  /// - Parameters:
  ///   - id: of the note that is changed; nil for a new one.
  ///   - problem: why it could not be saved.
  func view(_ form: NoteForm, id: NoteID?, problem: String?) -> TemplateView {
    let address = id.map { site.note($0) }
    return [
      // Browsers forget what they have of an address to which a form was sent (RFC 9111, 4.4). Of its own, Back shows
      // this form again, with the id and the file that go with the words a browser puts back.
      "action": .text((address.map { $0 + "/edit" } ?? site.address("/new")) + "?sent"),
      "id": .text(form.id), "draft": .optional(form.draft),
      "base": form.base.isEmpty ? .none : .text(form.base),
      "heading": id == nil ? "New note" : "Edit",
      "cancelHref": .text(address ?? site.address("/")), "error": .optional(problem),
      "warning": .none, "placeholder": "What happened?", "text": .text(form.text),
      "hasMedia": false, "media": .list([]), "isArranged": false, "accept": .none,
      "limit": "\(PageForm.fileLimit)", "tags": .text(form.tags),
      "when": .text(form.when), "zone": "Local time, UTC\(DateWords.offset(now))",
      "about": .text(form.about ?? ""), "milestone": .text(form.milestone ?? ""),
      "category": .text(form.category ?? ""), "weather": .text(form.weather ?? ""),
      "asksForLocation": .flag(asksForLocation), "place": .text(form.place?.text ?? ""),
      "hasChoices": false, "choices": .list([]),
      "isPinned": .flag(form.isPinned), "opens": .text(form.opens ?? ""),
      "tomorrow": .optional(firstOpening(form)),
    ]
  }

  /// The first day on which a note can open; nil where the note has opened, since a browser would refuse the form.
  private func firstOpening(_ form: NoteForm) -> String? {
    let present = form.opens.flatMap { CalendarDay($0) }
    guard present.map({ $0 > now.day }) ?? true else { return nil }
    return "\(CalendarDay(clamping: now.dayNumber + 1))"
  }

  /// A file of the note.
  struct Media {
    var file: MediaFile
    /// Nil if the file cannot be read.
    var item: MediaItem?
    var isRemoved: Bool
  }

  /// - Parameter isArranged: whether the order is not that of the names.
  func add(_ media: [Media], isArranged: Bool, to values: inout TemplateView) {
    values["hasMedia"] = .flag(!media.isEmpty)
    values["isArranged"] = .flag(isArranged)
    values["media"] = .list(
      media.map { media in
        let picture = media.item.flatMap { $0.isPicture(on: site) ? $0 : nil }
        let source = picture.map {
          PictureSource($0, preferred: .small, hasVariants: site.hasVariants).address
        }
        return [
          "path": .text(MediaForm.Item.present(Array(media.file.path.name)).text),
          "name": .text(String(decoding: media.file.path.name, as: UTF8.self)),
          "size": .text("\(ByteCount(media.file.size))"), "isRemoved": .flag(media.isRemoved),
          "thumb": .optional(source.map(site.address)),
          "width": "\(picture?.size?.width ?? 144)", "height": "\(picture?.size?.height ?? 144)",
        ]
      })
  }
}
