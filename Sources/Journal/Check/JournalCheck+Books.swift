package import VaultFormat

/// Findings about books; links of theirs that lead nowhere are found as those of any file.
extension JournalCheck {
  mutating func checkBooks(_ reader: PageReader, _ shelf: BookShelf) {
    check(names: SharedName.all(among: shelf.books))
    for book in shelf.books where !book.unreadable.isEmpty {
      guard let document = reader.document(at: book.path) else { continue }
      let fields = PageFields(of: document)
      for key in book.unreadable {
        guard let field = fields[key] else { continue }
        report(
          .warning, .unreadableBook,
          "'\((field.value.text ?? "").clipped)' is not \(Self.words(of: key))", at: book.path,
          document, field.value.range.lowerBound)
      }
    }
  }

  private static func words(of key: PageKey) -> String {
    switch key {
    case .layout: "one of \(BookLayout.allCases.map(\.rawValue).joined(separator: ", "))"
    case .paper: "one of \(BookPaper.allCases.map(\.rawValue).joined(separator: ", "))"
    default: "a language such as en or de-CH"
    }
  }
}

extension Finding.Code {
  package static let unreadableBook = Finding.Code("unreadable-book")
}
