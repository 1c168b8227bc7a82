internal import Cryptography
internal import HTTPTypes
internal import Journal
internal import Operations
internal import Publishing
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// A book as its file is now, and the notes that may be in it.
struct OpenBook: Sendable {
  let book: Book
  let document: NoteDocument
  /// Of those who get the book.
  let view: AudienceView

  /// The book of the address.
  ///
  /// - Throws: a problem if there is none.
  init(_ incoming: PageRequest) async throws {
    let id = try incoming.parameter(or: .noSuchBook, NoteAddress.id)
    let (source, snapshot, site) = (incoming.source, incoming.snapshot, incoming.site)
    self = try await site.bookWork.run {
      guard let known = site.shelf(of: snapshot, source).books.first(where: { $0.id.text == id }),
        let document = try? source.vault.note(at: known.path, zone: source.zone).document,
        let book = known.now(document, source)
      else { throw PageProblem.noSuchBook }
      return try OpenBook(book, document, incoming)
    }
  }

  /// - Throws: as a scan of its notes does.
  init(_ book: Book, _ document: NoteDocument, _ incoming: PageRequest) throws {
    (self.book, self.document) = (book, document)
    view = try AudienceView(
      of: incoming.source, BookNotes(of: book).narrowed(incoming.snapshot.index), for: .readers,
      media: incoming.site.knownMedia)
  }

  var plan: BookPlan { BookPlan(book, document, in: view) }

  /// The note of each line that is one, by its place; without those that may not be in a book.
  var notes: [Int: SharedNote] {
    Dictionary(
      uniqueKeysWithValues: book.text.notes.compactMap { place, line in
        BookPlan.note(of: line.link, in: book, view).map { (place, $0) }
      })
  }

  /// How many notes it has, and from which years.
  var facts: String {
    let (count, years) = (book.text.notes.count.counted("note"), notes.values.map(\.day.year))
    guard let first = years.min(), let last = years.max() else { return count }
    return "\(count) · \(first)" + (first == last ? "" : "–\(last)")
  }

  /// The lines whose notes may not be in a book, of which nothing is shown: they may be sealed.
  var heldBack: Set<Int> {
    let held = view.noteDecisions.filter { !$0.isShown }
    return Set(held.flatMap { book.text.places(of: $0.path, in: book.path) })
      .subtracting(notes.keys)
  }

  /// Without the site's prefix.
  var path: String { Self.path(of: book) }

  static func path(of book: Book) -> String {
    "\(PagePath.books)/\(NoteAddress.segment(of: book.id))"
  }
}

extension Book {
  /// The book as a document of its file says it; nil if that is no book any more.
  fileprivate func now(_ document: NoteDocument, _ source: NoteSource) -> Book? {
    Book(
      document, at: path, id: id, created: updated, today: source.now.day, zone: source.zone)
  }

  /// The book as a document says it, for a form that changes its details.
  ///
  /// - Parameter key: of what the form showed.
  /// - Throws: if that is not what the document says: another program has changed it.
  func now(
    _ document: NoteDocument, shown key: String, _ source: NoteSource
  ) throws(PageProblem) -> Book {
    guard let book = now(document, source), BookDetails(of: book).key == key else {
      throw .isOtherBook
    }
    return book
  }
}

extension BookDetails {
  /// What a form says of the details that it showed.
  var key: String {
    let words = [title, subtitle, author, layout.rawValue, paper.rawValue, cover, language]
    return String(sha256Hex(Array(words.joined(separator: "\u{0}").utf8)).prefix(16))
  }
}

/// The parts of a book as forms name them: by what they say, so that a form that is old changes what it showed or nothing.
struct BookLines {
  let text: BookText
  /// Of the items.
  let keys: [String]

  var items: [BookText.Item] { text.items }

  init(_ document: NoteDocument) {
    text = BookText(of: document)
    var counts: [String: Int] = [:]
    keys = text.items.map { item in
      var bytes = document.bytes[item.range]
      // Blank lines stay where they are when a line is moved.
      while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      let hash = String(sha256Hex(bytes).prefix(16))
      counts[hash, default: 0] += 1
      return counts[hash] == 1 ? hash : "\(hash)-\(counts[hash] ?? 0)"
    }
  }

  /// The place of a part.
  ///
  /// - Throws: if it is not in the book as it was shown.
  func place(_ key: String?) throws(PageProblem) -> Int {
    guard let place = key.flatMap(keys.firstIndex) else { throw .isOtherBook }
    return place
  }

  /// The place of a note.
  func note(_ key: String?) throws(PageProblem) -> Int {
    let place = try self.place(key)
    guard items[place].isNote else { throw .isStale }
    return place
  }

  /// Where a part goes.
  ///
  /// - Parameter text: `before:KEY` or `after:KEY`.
  func target(_ text: String) throws(PageProblem) -> (place: Int, isBehind: Bool) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["before", "after"].contains(parts[0]) else { throw .isStale }
    return (try place(parts[1]), parts[0] == "after")
  }

  /// As `target` reads it; nil for the first and the last part, and where code without an end would swallow something.
  func neighbours(of place: Int) -> (up: String?, down: String?) {
    let last = text.isOpen ? keys.count - 2 : keys.count - 1
    return (
      place > 0 && place <= last ? "before:\(keys[place - 1])" : nil,
      place < last ? "after:\(keys[place + 1])" : nil
    )
  }
}

extension PageProblem {
  static let noSuchBook = PageProblem(
    .notFound, "Not found", "There is no such book: it may have been removed or renamed.",
    next: Next(path: PagePath.books, label: "Go to the books"))
  fileprivate static let isOtherBook = PageProblem(
    .conflict, "Changed meanwhile",
    "The book was changed meanwhile. Nothing was written: load the page again.")

  init(_ problem: BookEditProblem) {
    switch problem {
    case .isEmpty:
      self.init(
        .unprocessableContent, "Not saved",
        "Nothing is written in it. Nothing was changed: go back, and write something.", next: nil)
    case .isCode:
      self.init(
        .unprocessableContent, "Not saved",
        "The code in that text does not end, so that what stands behind it would be code too. "
          + "Nothing was changed: go back, and close it by a line of three backticks.", next: nil)
    }
  }
}
