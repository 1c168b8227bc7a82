package import Journal
internal import Operations
internal import VaultFormat
package import VaultIndex
internal import VaultStore
internal import Words

extension Book: ChangedNote {}

/// The books of a vault, and which one a word on the command line means.
package struct BookFinder {
  let vault: OpenVault
  /// Of all notes, with titles and tags.
  let index: VaultIndex
  let books: [Book]

  package init(_ vault: OpenVault) throws { try self.init(vault, vault.scan()) }

  /// - Parameter index: of all notes, with titles.
  package init(_ vault: OpenVault, _ index: VaultIndex) {
    (self.vault, self.index) = (vault, index)
    books = vault.source.books(of: index).books
  }

  /// - Throws: for a word that names no book, or several.
  package func book(named word: String) throws -> Book {
    try vault.page(
      named: word, among: books, kind: .book, making: "tl book new \(word.shellWord) makes it")
  }

  /// The places of a note in a book.
  ///
  /// - Throws: if it is not in it.
  func places(of note: VaultPath, in book: Book) throws -> [Int] {
    let places = book.text.places(of: note, in: book.path)
    guard places.isEmpty else { return places }
    throw Problem(
      "\(note.shown) is not in \(book.title)",
      hint: "tl show \(book.path.shown.shellWord) prints the book", kind: .refused)
  }

  /// The title of a note, for the text of a link; its day if it has none.
  func title(at path: VaultPath) throws -> String {
    try vault.note(at: path).title
  }
}
