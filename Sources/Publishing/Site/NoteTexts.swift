internal import Journal
internal import Media
internal import Rendering
internal import Sharing
internal import VaultFormat

/// Values for `text.mustache`: a note as others see it.
struct NoteTexts {
  private let edition: SiteEdition
  private let text: SharedText
  private var words: SiteWords { edition.words }

  init(_ edition: SiteEdition, _ text: SharedText) { (self.edition, self.text) = (edition, text) }

  /// - Parameters:
  ///   - idPrefix: of the ids in the text.
  ///   - notGiven: what is said of media that have no address.
  ///   - tagAddress: of the list of a tag.
  func view(
    of note: SharedNote, idPrefix: String = "", notGiven: (Int) -> String? = { _ in nil },
    tagAddress: (Tag) -> String?
  ) -> TemplateView {
    let raisesTitle = SharedText.beginsWithTitle(note)
    let rendered = text.render(note, raisesTitle: raisesTitle, idPrefix: idPrefix)
    let facts = [note.place, weather(of: note)].compactMap(\.self).joined(separator: " · ")
    let hasDay = note.hasTitle
    let others = rendered.others.compactMap { medium in
      text.addresses.medium(medium).map { (medium, $0) }
    }
    let photos = others.filter { $0.0.kind == .photo }.map { medium, address -> TemplateView in
      [
        "src": .text(address), "width": .optional(medium.size.map { String($0.width) }),
        "height": .optional(medium.size.map { String($0.height) }),
      ]
    }
    let missing = note.media.count { text.addresses.medium($0) == nil }
    let tags = note.tags.compactMap { tag in
      tagAddress(tag).map { ["name": .text(tag.text), "href": .text($0)] as TemplateView }
    }
    let peopleText = words.with(note.people)
    let authorText =
      note.authors.isEmpty ? nil : "\(words.by) \(note.authors.joined(separator: ", "))"
    let hasAbout = peopleText != nil || authorText != nil || !tags.isEmpty
    return [
      "anchor": .text("n-\(note.id)"), "datetime": .text(note.day.description),
      "hasLine": .flag(hasDay || !facts.isEmpty),
      "when": .optional(hasDay ? words.longDay(note.day) : nil),
      "facts": .optional(facts.isEmpty ? nil : (hasDay ? " · " : "") + facts),
      "title": .optional(
        rendered.note.hasTitle ? nil : note.hasTitle ? note.title : words.longDay(note.day)),
      "html": .html(rendered.note.html), "cut": .optional(rendered.note.isCut ? words.cut : nil),
      "photos": photos.isEmpty
        ? .none : .view(["areSeveral": .flag(photos.count > 1), "list": .list(photos)]),
      "sounds": .texts(others.filter { $0.0.kind == .audio }.map(\.1)),
      "films": .texts(others.filter { $0.0.kind == .video }.map(\.1)),
      "notGiven": .optional(missing > 0 ? notGiven(missing) : nil),
      "about": hasAbout
        ? .view([
          "people": .optional(peopleText), "authors": .optional(authorText),
          "hasTags": .flag(!tags.isEmpty), "tags": .list(tags),
        ]) : .none,
      "talk": talk(on: note),
    ]
  }

  /// Comments as they were written: they are no Markdown to those who write them.
  private func talk(on note: SharedNote) -> TemplateValue {
    let thread = CommentThread(edition.talk.comments(on: note))
    guard !thread.isEmpty else { return .none }
    return .view([
      "heading": .text(words.talk), "hasSigns": .flag(!thread.reactions.isEmpty),
      "signs": .texts(thread.reactions.map { $0.count > 1 ? "\($0.emoji) \($0.count)" : $0.emoji }),
      "comments": .list(
        thread.comments.map { comment in
          [
            "author": .optional(comment.author), "text": .text(comment.text),
            "datetime": .text(comment.created.day.description),
            "when": .text(words.day(comment.created.day)),
          ]
        }),
    ])
  }

  /// `clear, 14 °C`.
  private func weather(of note: SharedNote) -> String? {
    let temperature = note.temperature.flatMap { value in
      (-100...100).contains(value) ? "\(Int(value.rounded())) °C" : nil
    }
    let parts = [note.weather, temperature].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// Values for `head.mustache` and `foot.mustache`: what is around every page.
struct PageSurroundings {
  private let edition: SiteEdition

  init(_ edition: SiteEdition) { self.edition = edition }

  /// Nothing is loaded but from the site itself, no script but its own runs, and no form leads anywhere.
  private static let policy =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; script-src 'self'; "
    + "connect-src 'self'; form-action 'self'; base-uri 'none'"

  /// - Parameters:
  ///   - title: nil for the front page.
  ///   - base: what precedes the addresses of other pages.
  ///   - single: the style sheet of a page that stands alone, and its policy; nil for a page of a site.
  func view(
    _ title: String?, canonical: String? = nil, summary: String? = nil, section: String? = nil,
    script: String? = nil, base: String = "", isInside: Bool = true, hasTags: Bool = false,
    single: (css: SafeHTML, policy: String)? = nil
  ) -> TemplateView {
    let words = edition.words
    let hasFeeds = edition.address != nil && single == nil
    return [
      "lang": .text(edition.language), "policy": .text(single?.policy ?? Self.policy),
      "title": .text(title.map { "\($0) – \(edition.title)" } ?? edition.title),
      "site": .text(edition.title), "isHidden": .flag(edition.isHidden),
      "canonical": .optional(canonical), "summary": .optional(summary), "base": .text(base),
      "css": single.map { .html($0.css) } ?? .none, "script": .optional(script),
      "isInside": .flag(isInside), "hasPages": .flag(single == nil), "hasFeeds": .flag(hasFeeds),
      "hasTags": .flag(hasTags), "isArchive": .flag(section == "archive"),
      "isTags": .flag(section == "tags"), "isSearch": .flag(section == "search"),
      "author": .optional(edition.author), "hasFoot": .flag(hasFeeds || edition.author != nil),
      "words": .view([
        "skip": .text(words.skip), "pages": .text(words.pages), "archive": .text(words.archive),
        "tags": .text(words.tags), "search": .text(words.search),
        "searchFor": .text(words.searchFor),
        "searchNeedsScript": .text(words.searchNeedsScript),
        "nothingFound": .text(words.nothingFound), "older": .text(words.older),
        "newer": .text(words.newer), "otherNotes": .text(words.otherNotes),
        "allByYear": .text(words.allByYear), "feed": .text(words.feed),
        "missing": .text(words.missing), "missingText": .text(words.missingText),
        "toFront": .text(words.toFront),
      ]),
    ]
  }
}
