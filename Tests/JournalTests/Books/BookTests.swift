import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Journal

@Suite("Books as pages")
struct BookTests {
  private static func withVault<Result>(
    _ files: [String: String], _ body: (Vault, VaultScanner) throws -> Result
  ) throws -> Result {
    try withTemporaryFolder { folder in
      for (name, text) in files { try folder.write(text, to: name) }
      let vault = try Vault(opening: folder.path)
      return try body(vault, VaultScanner(vault, zone: .utc, threads: 2, sealedOn: nil))
    }
  }

  private static let now = NoteTime(instant: 1_795_194_191, zone: .utc)

  @Test("what a page says, and what it says wrongly")
  func pages() throws {
    let files = [
      "b.md": "---\ntl: book\ntitle: Second\nlayout: Grid\npaper: A4\nlanguage: de-CH\n---\n"
        + "- [a](a.md)\n",
      "a.md": "---\ntl: book\ntitle: First\nlayout: gird\npaper: a3\nlanguage: \"<b>\"\n---\n",
      "sealed.md": "---\ntl: book\ntitle: Third\nopen_after: 2043-01-01\n---\n",
      "note.md": "---\ntitle: No book\nlayout: grid\n---\n",
    ]
    let books = try Self.withVault(files) { vault, scanner in
      BookShelf(of: vault, try scanner.scan(), today: Self.now.day, zone: .utc).books
    }
    #expect(books.map(\.title) == ["First", "Second"])
    #expect(books.map(\.layout) == [.classic, .grid])
    #expect(books.map(\.paper) == [.a5, .a4])
    #expect(books.map(\.language) == [nil, "de-CH"])
    #expect(books.map(\.text.notes.count) == [0, 1])
    #expect(books.map(\.unreadable) == [[.layout, .paper, .language], []])
  }

  @Test("two books of one title, and keys that cannot be read, are findings")
  func findings() throws {
    let files = [
      "books/a.md": "---\ntl: book\ntitle: One year\n---\n",
      "books/b.md": "---\ntl: book\ntitle: one YEAR\npaper: a3\n---\n",
    ]
    let found = try Self.withVault(files) { vault, scanner in
      JournalCheck(of: vault, try scanner.scan(), scanner, now: Self.now, zone: .utc).findings
        .map { "\($0.path.text):\($0.finding.line): \($0.finding.code.rawValue)" }.sorted()
    }
    #expect(found.count == 2)
    #expect(found.contains("books/b.md:4: unreadable-book"))
    #expect(found.contains { $0.hasSuffix("shared-name") })
  }

  @Test(
    "what can be a language",
    arguments: [
      ("en", true), ("de-CH", true), ("zh-Hant-TW", true), ("e", false), ("", false),
      ("en-", false), ("en us", false), ("\"><x", false), ("12", false),
    ])
  func languages(text: String, isOne: Bool) { #expect(Book.isLanguage(text) == isOne) }

  @Test(
    "a heading says the title by its words; where there are none, by the same signs",
    arguments: [
      ("Our year", "Our *year*!", true), ("Our year", "Our years", false),
      ("\u{2764}", "\u{2764}", true), ("\u{2764}", "\u{2600}", false),
      ("\u{2764}", "Year", false), ("Year", "\u{2600}", false),
    ])
  func titleHeading(title: String, heading: String, isTitle: Bool) throws {
    let files = ["a.md": "---\ntl: book\ntitle: \(title)\n---\n\n# \(heading)\n"]
    let books = try Self.withVault(files) { vault, scanner in
      BookShelf(of: vault, try scanner.scan(), today: Self.now.day, zone: .utc).books
    }
    let book = try #require(books.first)
    #expect(book.isTitle(heading) == isTitle)
    let text = String(decoding: try #require(try Self.renamed(book, files)).bytes, as: UTF8.self)
    #expect(text.contains("\n# \(isTitle ? "New" : heading)\n"))
  }

  /// The document of a book with another title.
  private static func renamed(_ book: Book, _ files: [String: String]) throws -> NoteDocument? {
    var details = BookDetails(of: book)
    details.title = "New"
    return try files[book.path.text].map {
      try details.applied(to: NoteDocument(Array($0.utf8)), of: book, among: [book])
    }
  }
}
