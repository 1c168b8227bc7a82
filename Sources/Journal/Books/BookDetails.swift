package import VaultFormat

/// What the front matter of a book says of it, as a form shows and changes it.
package struct BookDetails: Hashable, Sendable {
  package var title: String
  /// This one and the other texts are empty for a key that is not there.
  package var subtitle: String
  /// Of several the names with commas between.
  package var author: String
  package var layout: BookLayout
  package var paper: BookPaper
  package var cover: String
  package var language: String

  /// The text that is no language.
  package struct NoLanguage: Error, Hashable, Sendable {
    package let text: String
  }

  package init(of book: Book) {
    (title, subtitle, author) = (book.title, book.subtitle ?? "", book.author ?? "")
    (layout, paper) = (book.layout, book.paper)
    (cover, language) = (book.cover ?? "", book.language ?? "")
  }

  /// The document of a book with what is other than in it; all else keeps its bytes.
  ///
  /// A title that is the book's first heading too is changed in both places, and the old one stays an alias.
  ///
  /// - Parameter books: all of the vault.
  /// - Throws: a `PageTitle.Problem`, `NoLanguage`, an `EditError`.
  package func applied(
    to document: NoteDocument, of book: Book, among books: [Book]
  ) throws -> NoteDocument {
    let old = BookDetails(of: book)
    var new = document
    if title != old.title {
      let title = try PageTitle(title, among: books, own: book.path)
      if case .heading(1, let text)? = book.text.items.first?.content, book.isTitle(text) {
        new = try new.settingBookText(title.text, at: 0)
      }
      new = try book.retitled(new, to: title)
    }
    if author != old.author { new = try new.settingAuthor(author) }
    if language != old.language, !language.isEmpty, !Book.isLanguage(language) {
      throw NoLanguage(text: language)
    }
    for (key, text, former) in [
      (PageKey.subtitle, subtitle, old.subtitle), (.cover, cover, old.cover),
      (.language, language, old.language),
    ] where text != former {
      new =
        try text.isEmpty ? new.removingAll(key) : new.setting(new.name(of: key), to: .text(text))
    }
    for (key, word, former) in [
      (PageKey.layout, layout.rawValue, old.layout.rawValue),
      (.paper, paper.rawValue, old.paper.rawValue),
    ] where word != former || book.unreadable.contains(key) {
      new = try new.setting(new.name(of: key), to: .plain(word))
    }
    return new
  }
}

extension NoteDocument {
  fileprivate func settingAuthor(_ author: String) throws(EditError) -> NoteDocument {
    guard author.isEmpty else { return try setting(name(of: .author), to: .text(author)) }
    var document = self
    while let field = document.frontMatter?.field(of: .author) {
      document = try document.removing(field.name)
    }
    return document
  }
}
