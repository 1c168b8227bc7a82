internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// A note as a whole: the values of `note.mustache`.
struct NoteView {
  let site: SiteAddress
  let isWritable: Bool
  let hasHistory: Bool

  /// - Parameter people: whom the note names.
  func view(
    _ card: NoteCard, _ note: NoteFile, _ rendered: RenderedNote, people: [CardAge],
    category: CardCategory?, newer: TemplateView?, older: TemplateView?
  ) -> TemplateView {
    let href = site.note(card.id)
    let day = DateWords.day(card.time.day)
    let clock = DateWords.clock(card.time)
    // What the text shows in its place is not shown again below it.
    let shown = Set(rendered.media.flatMap(\.paths))
    var media = MediaView(site: site, day: day)
    media.pictureAddress = { site.address(MediaItem.pageAddress(of: $0.path)) }
    let rest = card.media.filter { !shown.contains($0.path) }
    // Where the text places the pictures, none is put above it.
    let first = shown.isEmpty ? rest.first { $0.isPicture(on: site) && isLandscape($0) } : nil
    var values = media.values(rest.filter { $0 != first })
    let gist = gist(Place(of: note.document), note.document, people)
    values["first"] = .optional(
      first.map { media.picture($0, sizes: "(min-width: 64rem) 66rem, 100vw") })
    values.merge(card.actions(on: site, isWritable: isWritable)) { $1 }
    values.merge(
      [
        "anchor": .text(CardView.anchor(of: card.id)), "id": .text(card.id.text),
        "name": .text(CardView.name(of: card)),
        "datetime": .text(card.time.rfc3339),
        "whenLong": .text(clock.map { "\(day), \($0)" } ?? day),
        "title": .optional(note.metadata.title),
        // A heading is shown by the text; without one the page is headed by its time.
        "isUntitled": .flag(note.metadata.title == nil && !rendered.hasTitle),
        "warning": .optional(note.findings.first.map { .empty("Line \($0.line): \($0.message)") }),
        "taskAction": isWritable ? .text("\(href)/task") : .none,
        "bodyHTML": .html(rendered.html),
        "isLong": .flag(rendered.html.bytes.count > 100_000), "isCut": .flag(rendered.isCut),
        "rawHref": .text("\(href)/raw"),
        "hasTags": .flag(!card.tags.isEmpty),
        "tags": .list(card.tags.map { ["href": .text(site.tag($0)), "name": .text($0.text)] }),
        "gist": .list(gist), "hasGist": .flag(!gist.isEmpty),
        "facts": .list(facts(card, note, category)),
        "historyHref": hasHistory ? .text("\(href)/history") : .none,
        "older": .optional(older), "newer": .optional(newer),
      ]
    ) { $1 }
    return TemplateView(values)
  }

  private func isLandscape(_ item: MediaItem) -> Bool {
    item.size.map { PictureRow.ratio(width: $0.width, height: $0.height) >= 1.2 } ?? false
  }

  /// Where it was, the weather and who was there, in one line.
  private func gist(
    _ place: Place, _ document: NoteDocument, _ people: [CardAge]
  ) -> [TemplateView] {
    var parts: [(text: String, href: String?)] = []
    if let name = place.name ?? place.locality {
      parts.append((name, site.timeline(ofPlace: name)))
      if place.name != nil, let town = place.locality { parts.append((town, nil)) }
    }
    if let weather = weather(document) { parts.append((weather, nil)) }
    parts += people.map { person in
      ([person.name, person.age].compactMap(\.self).joined(separator: ", "), person.href)
    }
    return parts.map { ["value": .text($0.text), "href": .optional($0.href)] }
  }

  /// `fog, 4 °C`.
  private func weather(_ document: NoteDocument) -> String? {
    let parts = [
      document.text(of: .weather), document.text(of: .temperature).map { "\($0) °C" },
    ].compactMap { $0.flatMap { $0.isEmpty ? nil : $0 } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// All that the gist does not say.
  private func facts(
    _ card: NoteCard, _ note: NoteFile, _ category: CardCategory?
  ) -> [TemplateView] {
    var facts: [TemplateView] = []
    func add(
      _ label: String, _ value: String, href: String? = nil, geo: String? = nil, hex: String? = nil
    ) {
      facts.append([
        "label": .text(label), "value": .text(value), "href": .optional(href),
        "geo": .optional(geo), "hex": .optional(hex),
      ])
    }
    let day = card.time.day
    add("Day", DateWords.shortDay(day), href: site.address("/d/\(day.description)"))
    if let clock = DateWords.clock(card.time) {
      add("Time", "\(clock) \(DateWords.offset(card.time))")
    }
    if let position = Place(of: note.document).coordinates {
      let view = WorldView(
        zoom: WorldView.nearestFit, latitude: position.latitude, longitude: position.longitude)
      add(PageWords.map, position.text, href: site.address(view.address), geo: position.uri)
    }
    if let category {
      let text = [category.emoji, category.name].compactMap(\.self).joined(separator: " ")
      add(PageWords.category, text, href: category.href, hex: category.hex)
    }
    let document = note.document
    let authors = document.names(of: .author)
    if !authors.isEmpty { add(PageWords.author, authors.joined(separator: ", ")) }
    if document.flag(.publish) {
      add(PageWords.shared, document.flag(.anonymous) ? PageWords.isAnonymous : PageWords.isPublic)
    }
    if note.updated != note.created {
      let clock = DateWords.clock(note.updated).map { ", \($0)" } ?? ""
      add("Changed", DateWords.shortDay(note.updated.day) + clock)
    }
    let files = note.media.files
    if !files.isEmpty {
      let bytes = files.reduce(Int64(0)) { $0 + $1.size }
      add("Files", "\(files.count.counted("file")), \(PageWords.size(bytes))")
    }
    if let camera = card.media.lazy.compactMap({ $0.taken?.model }).first { add("Camera", camera) }
    add("File", note.path.text)
    return facts
  }
}
