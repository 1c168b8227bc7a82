internal import Journal
internal import Rendering
internal import Sharing
internal import VaultFormat

/// The words of a book as HTML, in its language.
struct BookTexts: Sendable {
  let language: String
  let words: SiteWords
  /// Addresses of photos, by their paths in the vault.
  let photos: [VaultPath: String]
  private let text: SharedText

  /// - Parameters:
  ///   - headingShift: added to the level of headings in texts.
  ///   - address: of a note of the book; nil for any other.
  init(
    _ plan: BookPlan, photos: [VaultPath: String], headingShift: Int,
    address: @escaping @Sendable (SharedNote) -> String?
  ) {
    language = plan.book.language ?? "en"
    words = SiteWords(Language(language))
    self.photos = photos
    text = SharedText(
      plan.view, language: language, headingShift: headingShift, hasDoubtfulLinks: false,
      addresses: .init(note: address, medium: { _ in nil }))
    var options = RenderingOptions()
    options.language = language
    options.headingShift = headingShift
    options.hasDoubtfulLinks = false
    options.hasActiveTasks = false
    options.showsNamesAlone = true
    options.tagAddresses = { _ in nil }
    self.options = options
  }

  private let options: RenderingOptions

  /// A title whose last line is never one short word.
  static func withoutWidow(_ title: String) -> String {
    guard title.count > 20, let blank = title.lastIndex(of: " "),
      title.distance(from: blank, to: title.endIndex) < 10
    else { return title }
    return title[..<blank] + "\u{A0}" + title[title.index(after: blank)...]
  }

  /// An id of the page of a note.
  static func anchor(of note: SharedNote) -> String { "n-\(note.id)" }

  func html(of note: BookPlan.Note, idPrefix: String) -> SafeHTML {
    text.render(note.note, body: note.body.bytes, idPrefix: idPrefix).note.html
  }

  /// Text of the book itself; its links lead nowhere.
  func html(ofBook text: [UInt8], idPrefix: String) -> SafeHTML {
    var options = options
    options.idPrefix = idPrefix
    return NoteRenderer(options).render(text).html
  }

  func alternative(of photo: SharedMedium, in note: BookPlan.Note) -> String {
    let isFirst = note.photos.first?.source == photo.source
    return note.alternative(of: photo) ?? (isFirst ? note.caption : nil)
      ?? note.title ?? words.day(note.note.day)
  }
}
