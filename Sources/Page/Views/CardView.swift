internal import Rendering
internal import VaultFormat

/// A note in a list: the values of `card.mustache`.
struct CardView {
  let site: SiteAddress
  /// The note can be changed here.
  let isWritable: Bool

  typealias Form = CardCache.Form

  func view(_ card: NoteCard, _ look: CardCache.Look) -> TemplateView {
    switch look.form {
    case .listed: view(card, ages: look.ages, look.category)
    case .pinned: pinnedView(card)
    }
  }

  /// - Parameter ages: of those whom the note names.
  func view(
    _ card: NoteCard, ages: [CardAge] = [], _ category: CardCategory? = nil
  ) -> TemplateView {
    let href = site.note(card.id)
    let day = DateWords.day(card.time.day)
    let clock = DateWords.clock(card.time)
    var media = MediaView(site: site, day: day)
    media.isShort = true
    media.pictureAddress = { site.address(MediaItem.pageAddress(of: $0.path)) }
    var values = media.values(card.media, more: card.furtherMedia)
    let (whole, rest) = (card.excerpt.text, card.excerpt.text.rest(after: card.title))
    let excerpt = rest.map(String.init) ?? whole
    values.merge(
      [
        "anchor": .text(Self.anchor(of: card.id)), "id": .text(card.id.text),
        "name": .text(Self.name(of: card)),
        "href": .text(href), "datetime": .text(card.time.rfc3339),
        "when": .text(clock ?? "·"),
        "whenLong": .text(clock.map { "\(day), \($0) \(DateWords.offset(card.time))" } ?? day),
        "title": .optional(card.title),
        "again": .optional(rest.map { String(whole.dropLast($0.count)) }),
        "excerpt": excerpt.isEmpty ? .none : .text(excerpt + (card.excerpt.hasMore ? " …" : "")),
        "hasFoot": .flag(
          card.isPinned || card.isFavorite || card.isBroken || !card.tags.isEmpty
            || !ages.isEmpty || category != nil || card.place != nil),
        "isPinned": .flag(card.isPinned), "isFavorite": .flag(card.isFavorite),
        "mark": card.isBroken ? "front matter cannot be read" : .none,
        "place": .optional(card.place),
        "tags": .list(card.tags.map { ["href": .text(site.tag($0)), "name": .text($0.text)] }),
        "category": .optional(category?.view),
        "ages": .list(ages.map(\.view)),
      ]
    ) { $1 }
    values.merge(card.actions(on: site, isWritable: isWritable)) { $1 }
    return TemplateView(values)
  }

  private func pinnedView(_ card: NoteCard) -> TemplateView {
    var short = card
    short.title = Self.name(of: card)
    short.excerpt = NoteExcerpt(text: "", hasMore: false)
    (short.media, short.furtherMedia, short.tags) = ([], 0, [])
    var view = view(short)
    view["hasFoot"] = false
    view["when"] = .text(
      "\(card.time.day.day) \(DateWords.shortMonth(card.time.day)) \(card.time.day.year)")
    return view
  }

  /// The id of a note's element in a page.
  static func anchor(of id: NoteID) -> String { "n-" + NoteAddress.segment(of: id) }

  /// The title of a note, else its first words, else its day.
  static func name(of card: NoteCard) -> String {
    card.title ?? name(of: card.excerpt.text) ?? DateWords.day(card.time.day)
  }

  /// The first words of a text; nil without words, as for a title that is the time in a file name.
  static func name(of text: String, length: Int = 60) -> String? {
    guard !text.isEmpty, !FileNameDate.isAll(ofStem: text.utf8) else { return nil }
    guard text.count > length else { return text }
    let start = text.prefix(length)
    return String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]) + " …"
  }
}

extension NoteCard {
  /// What can be done with the note: addresses of pages and of forms.
  func actions(on site: SiteAddress, isWritable: Bool) -> [String: TemplateValue] {
    let address = site.note(id)
    func action(_ isPossible: Bool, _ name: String) -> TemplateValue {
      isWritable && isPossible ? .text("\(address)/\(name)") : .none
    }
    let isEditable = !isBroken
    return [
      "hasActions": .flag(isWritable),
      "editHref": action(true, "edit"),
      "pinAction": action(isEditable && !isPinned, "pin"),
      "unpinAction": action(isEditable && isPinned, "unpin"),
      "favAction": action(isEditable && !isFavorite, "fav"),
      "unfavAction": action(isEditable && isFavorite, "unfav"),
      "publishAction": action(isEditable && (!isPublic || isAnonymous), "publish"),
      "anonymousAction": action(isEditable && !(isPublic && isAnonymous), "anonymous"),
      "unpublishAction": action(isEditable && isPublic, "unpublish"),
      "trashAction": action(true, "trash"),
    ]
  }
}

extension String {
  /// What follows a title with which a text begins again, as `then rain` in `Snow, then rain`; nil if it does not.
  func rest(after title: String?) -> Substring? {
    guard let title, !title.isEmpty, hasPrefix(title) else { return nil }
    let rest = dropFirst(title.count)
    let words = rest.drop { " ,;:.!?…–—".contains($0) }
    return words.count < rest.count || rest.isEmpty ? words : nil
  }
}

extension TemplateView {
  /// The heading of a day in a list.
  static func day(_ day: CalendarDay, on site: SiteAddress) -> TemplateView {
    [
      "anchor": "d-\(day)", "month": "\(CalendarMonth(day))",
      "href": .text(site.address("/d/\(day)")), "before": .text(DateWords.weekday(day)),
      "number": "\(day.day)", "after": "\(DateWords.shortMonth(day)) \(day.year)",
    ]
  }
}

extension PageRequest {
  /// The HTML of a note's card; nil if the note cannot be read any more.
  func cardHTML(
    _ entry: CardLoader.Entry, _ form: CardView.Form, _ frame: PageFrame
  ) throws -> (day: CalendarDay, html: SafeHTML)? {
    let cardLoader = cardLoader
    guard let card = cardLoader.card(entry) else { return nil }
    let register = register
    let look = CardCache.Look(
      form: form, ages: CardAge.all(of: card, register, on: addresses, isListed: true),
      category: CardCategory(of: card, register.settings, on: addresses),
      looks: card.media.map { addresses.looks?.look(of: $0) })
    let html = try site.cards.html(at: entry.path, entry.stamp, look) {
      let view = CardView(site: addresses, isWritable: isWritable).view(card, look)
      return try frame.html("card", view)
    }
    return (card.time.day, html)
  }
}
