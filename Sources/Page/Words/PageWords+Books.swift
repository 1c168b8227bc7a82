internal import Journal
internal import VaultFormat

/// The words about books.
extension PageWords {
  static let books = "Books"
  static let noBooks =
    "A year, a journey, a first year: notes with their photos become a book to give away."
  static let newBook = "New book"
  static let emptyBook = "The book is empty. Put notes into it below."
  static let heldBack = "A note that may not be in a book now; it is sealed, or a copy of another"
  static let noBookNote = "There is no such note any more"
  static let noneToAdd = "No other note with photos was found."

  static let bookTable: [String: String] = [
    "bookAdd": "Add", "bookAddNotes": "Add notes with photos", "bookAddShort": "Add notes",
    "bookAddText": "Add a heading or text", "bookAtEnd": "At the end", "bookAuthor": "Author",
    "bookBefore": "Before", "bookCaption": "Caption", "bookCover": "Photo of the cover",
    "bookDetails": "Title and look", "bookEPUB": "EPUB, for e-readers",
    "bookExport": "Export",
    "bookFind": "Words in the note", "bookFirstPhoto": "The first photo",
    "bookFull": "First photo fills a page", "bookHTML": "Web page",
    "bookHeading": "Heading", "bookIdeas": "Books you could make", "bookKind": "As",
    "bookLanguage": "Language, such as en or de",
    "bookLayout": "Layout", "bookPages": "See its pages", "bookPaper": "Paper",
    "bookPDF": "PDF, by printing",
    "bookSubtitle": "Subtitle", "bookText": "Print its text", "bookTitle": "Title",
    "bookWords": "Text", "bookWritten": "Heading or text", "newBook": newBook,
  ]

  static func name(_ layout: BookLayout) -> String { layout.rawValue.capitalizedFirst }

  static func name(_ paper: BookPaper) -> String {
    switch paper {
    case .a5, .a4: paper.rawValue.uppercased()
    case .square: "Square"
    case .letter: "Letter"
    }
  }

  static func soFar(_ year: Int) -> String { "\(year) so far" }

  static func firstYear(of name: String) -> String { "\(name)'s first year" }

  static func best(of month: CalendarMonth) -> String { "The best of \(month.name)" }

  static func bookPhoto(_ number: Int) -> String { "Photo \(number)" }

  static func putInto(_ book: String) -> String { "Put into \(book)" }

  static func bookPages(_ title: String) -> String { "The pages of \(title)" }
}
