internal import Journal
internal import Publishing
internal import Rendering
internal import Sharing
internal import SystemCalls

/// The photos of which the cover of a book can be one.
struct BookCovers: Sendable {
  /// Each content once.
  let photos: [SharedMedium]
  /// What the book says of each, by its opaque name.
  private let names: [String: String]
  /// The opaque name of the one that the book names; nil if it names none that is there.
  let chosen: String?

  init(_ plan: BookPlan) {
    var names: [String: String] = [:]
    photos = plan.notePhotos.filter { photo in
      guard names[photo.name] == nil else { return false }
      names[photo.name] = plan.coverName(of: photo)
      return true
    }
    self.names = names
    chosen = plan.namedCover?.name
  }

  func name(of photo: String) -> String? { names[photo] }
}

/// The form for what the front matter of a book says.
struct BookDetailsForm {
  let details: BookDetails

  /// - Throws: for a layout, a paper or a cover that the form does not have.
  init(_ fields: FormFields, of book: Book, _ covers: BookCovers) throws(PageProblem) {
    var details = BookDetails(of: book)
    func set(_ field: WritableKeyPath<BookDetails, String>, _ name: String) {
      if let text = fields[name] { details[keyPath: field] = text.trimmingBlanks }
    }
    set(\.title, "title")
    set(\.subtitle, "subtitle")
    set(\.author, "author")
    set(\.language, "language")
    if let word = fields["layout"] {
      guard let layout = BookLayout(rawValue: word) else { throw .isStale }
      details.layout = layout
    }
    if let word = fields["paper"] {
      guard let paper = BookPaper(rawValue: word) else { throw .isStale }
      details.paper = paper
    }
    // The same photo may be written in several ways.
    if let photo = fields["cover"], photo != covers.chosen {
      guard let name = photo.isEmpty ? "" : covers.name(of: photo) else { throw .isStale }
      details.cover = name
    }
    self.details = details
  }

  static func problem(_ problem: BookDetails.NoLanguage) -> BookForm.Problem {
    BookForm.Problem(
      field: "language",
      text: "“\(problem.text.prefix(40))” is no language: write en, de, or pt-BR.")
  }

  /// - Parameters:
  ///   - details: as they are filled in.
  ///   - picture: the address of a photo.
  static func view(
    _ details: BookDetails, of book: Book, _ covers: BookCovers, _ problem: BookForm.Problem?,
    action: String, picture: (SharedMedium) -> String?
  ) -> TemplateView {
    func word(_ key: String) -> String { PageWords.bookTable[key] ?? "" }
    let chosen =
      details.cover == book.cover ?? ""
      ? covers.chosen : covers.photos.first { covers.name(of: $0.name) == details.cover }?.name
    return [
      "action": .text(action), "shown": .text(BookDetails(of: book).key),
      "isOpen": .flag(problem != nil),
      "fields": .list([
        .bookField("title", word("bookTitle"), details.title, problem),
        .bookField("subtitle", word("bookSubtitle"), details.subtitle, problem),
        .bookField("author", word("bookAuthor"), details.author, problem),
        .bookField("language", word("bookLanguage"), details.language, problem),
      ]),
      "choices": .list([
        .choice(
          "layout", word("bookLayout"),
          BookLayout.allCases.map { ($0.rawValue, PageWords.name($0)) }, details.layout.rawValue),
        .choice(
          "paper", word("bookPaper"),
          BookPaper.allCases.map { ($0.rawValue, PageWords.name($0)) }, details.paper.rawValue),
      ]),
      "hasCovers": .flag(!covers.photos.isEmpty), "isFirst": .flag(details.cover.isEmpty),
      "covers": .list(
        covers.photos.enumerated().map { number, photo in
          [
            "value": .text(photo.name), "src": .optional(picture(photo)),
            "label": .text(PageWords.bookPhoto(number + 1)),
            "isChosen": .flag(photo.name == chosen),
          ]
        }),
    ]
  }
}
