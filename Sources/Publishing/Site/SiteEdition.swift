package import Journal
package import Sharing
package import VaultFormat

/// What a site is made of: notes for one audience, and what is said around them.
package struct SiteEdition: Sendable {
  package let view: AudienceView
  /// Newest first.
  package let notes: [SharedNote]
  /// What its readers may read of what is said of them.
  package let talk: SharedTalk
  package var title: String
  package var author: String?
  package var words: SiteWords
  /// Of the texts (BCP 47).
  package var language: String
  /// Where it will be, with a slash at the end; nil if that is unknown: there are no feeds then.
  package var address: String?
  package var accent: ColorName?
  /// Whether search engines are asked to leave it out.
  package var isHidden = false

  /// - Parameters:
  ///   - talk: what stands below the notes.
  ///   - since: only notes from this day on; nil for all.
  ///   - title: used if the settings have none.
  package init(
    _ view: AudienceView, _ settings: SiteSettings, talk: SharedTalk = SharedTalk(),
    since: CalendarDay? = nil, title: String
  ) {
    (self.view, self.talk) = (view, talk)
    notes = since.map { day in view.notes.filter { $0.day >= day } } ?? view.notes
    self.title = settings.title ?? title
    author = settings.author
    language = settings.language ?? "en"
    words = SiteWords(Language(language))
    address = settings.address
    accent = settings.accent
  }

  /// The names of the media that leave with its notes; of all others none is in a site.
  var mediaNames: Set<String> { Set(notes.flatMap { $0.media.map(\.name) }) }

  /// The path of the address, for pages that are shown at any address.
  var root: String { SiteSettings.root(of: address) }

  /// The title of a note; the day in words for one without a title.
  func title(of note: SharedNote) -> String { note.hasTitle ? note.title : words.day(note.day) }
}

/// The names of the pages of an edition, all of them in one folder, so that it works at every address and from a disk.
package struct SiteNames: Sendable {
  /// Of the notes, in their order, such as `first-steps-1a2b3c4d.html`.
  package let notes: [String]
  /// Of the lists of tags.
  package let tags: [Tag: String]
  private let byID: [String: String]

  /// - Parameter earlier: the names of an earlier build, by the ids of notes: they stay, whatever title a note has got.
  package init(_ edition: SiteEdition, keeping earlier: [String: String] = [:]) {
    var taken = Set(["index", "404", "archive", "tags", "search"])
    let (notes, ids) = (edition.notes, edition.notes.map(\.id))
    let slugs = notes.map { $0.slug.map(Slug.of) ?? "" }
    var pages = [String?](repeating: nil, count: notes.count)
    // Names that are set come first, then those that were; by ids, so that the order of notes does not matter.
    let byID = ids.indices.sorted { ids[$0] < ids[$1] }
    for place in byID where !slugs[place].isEmpty {
      let isReserved = Self.isReserved(slugs[place])
      pages[place] = Self.free(slugs[place], ids[place], &taken, prefersPlain: !isReserved)
    }
    for place in byID where slugs[place].isEmpty {
      guard let page = earlier[ids[place]], let stem = Self.stem(of: page),
        taken.insert(stem).inserted
      else { continue }
      pages[place] = page
    }
    for place in byID where pages[place] == nil {
      let slug = notes[place].hasTitle ? Slug.of(notes[place].title) : ""
      pages[place] = Self.free(
        slug.isEmpty ? notes[place].day.description : slug, ids[place], &taken,
        prefersPlain: false)
    }
    self.notes = pages.map { $0 ?? "" }
    self.byID = Dictionary(zip(ids, self.notes)) { first, _ in first }
    tags = Self.tags(of: notes)
  }

  /// Of a note; nil if it is not in the edition.
  package func page(of note: SharedNote) -> String? { byID[note.id] }

  static func page(ofYear year: Int) -> String { "\(year).html" }

  private static func tags(of notes: [SharedNote]) -> [Tag: String] {
    var pages: [Tag: String] = [:]
    var taken: Set<String> = []
    var used: Set<Tag> = []
    for note in notes { used.formUnion(note.tags) }
    for tag in used.sorted() {
      let slug = Slug.of(tag.text)
      var name = slug
      // Tags that differ in signs alone, such as c and c++.
      if slug.isEmpty || !taken.insert(slug).inserted {
        var hash = InputHash()
        hash.add(tag.key)
        name = (slug.isEmpty ? "" : slug + "-") + hash.text.prefix(8)
        taken.insert(name)
      }
      pages[tag] = "tag-\(name).html"
    }
    return pages
  }

  /// A name that no page of this program has or will have.
  private static func isReserved(_ slug: String) -> Bool {
    slug.hasPrefix("tag-") || slug.utf8.allSatisfy(\.isASCIIDigit)
  }

  /// The end of an id: that of a time-ordered one is alike in notes of one minute.
  private static func free(
    _ slug: String, _ id: String, _ taken: inout Set<String>, prefersPlain: Bool
  ) -> String {
    let names = (prefersPlain ? [slug] : []) + ["\(slug)-\(id.suffix(8))", "\(slug)-\(id)"]
    return "\(names.first { taken.insert($0).inserted } ?? id).html"
  }

  /// Of a page of a note of an earlier build; nil for what no note can have.
  private static func stem(of page: String) -> String? {
    guard page.hasSuffix(".html") else { return nil }
    let stem = String(page.dropLast(5))
    let isName =
      stem.utf8.count <= 200
      && stem.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
        // Nearly all.
        let isPlain = word.utf8.allSatisfy { $0.isASCIIDigit || (0x61...0x7A).contains($0) }
        return !word.isEmpty
          && (isPlain && word.utf8.count <= Slug.maximumLength || Slug.of(String(word)) == word)
      }
    return isName && !isReserved(stem) ? stem : nil
  }
}
