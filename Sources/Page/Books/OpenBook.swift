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
internal import WebServer

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
    guard let id = incoming.parameters.first.flatMap(NoteAddress.id) else {
      throw PageProblem.noSuchBook
    }
    let (source, snapshot, site) = (incoming.source, incoming.snapshot, incoming.site)
    self = try await site.bookWork.run {
      guard let known = site.shelf(of: snapshot, source).books.first(where: { $0.id.text == id }),
        let document = try? source.vault.note(at: known.path, zone: source.zone).document,
        let book = Book(
          document, at: known.path, id: known.id, created: known.updated, today: source.now.day,
          zone: source.zone)
      else { throw PageProblem.noSuchBook }
      let notes = BookNotes(of: book).narrowed(snapshot.index)
      return OpenBook(
        book: book, document: document,
        view: try AudienceView(of: source, notes, for: .readers, media: site.knownMedia))
    }
  }

  private init(book: Book, document: NoteDocument, view: AudienceView) {
    (self.book, self.document, self.view) = (book, document, view)
  }

  var plan: BookPlan { BookPlan(book, document, in: view) }

  /// The note of each line that is one, by its place; without those that may not be in a book.
  var notes: [Int: SharedNote] {
    Dictionary(
      uniqueKeysWithValues: book.text.notes.compactMap { place, line in
        BookPlan.note(of: line.link, in: book, view).map { (place, $0) }
      })
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

/// The parts of a book as forms name them: by what they say, so that a form that is old moves what it showed or nothing.
struct BookLines {
  let items: [BookText.Item]
  /// Of the items.
  let keys: [String]

  init(_ document: NoteDocument) {
    items = BookText(of: document).items
    var counts: [String: Int] = [:]
    keys = items.map { item in
      var bytes = document.bytes[item.range]
      // Blank lines stay where they are when a line is moved.
      while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
      let hash = String(sha256Hex(bytes).prefix(16))
      counts[hash, default: 0] += 1
      return counts[hash] == 1 ? hash : "\(hash)-\(counts[hash] ?? 0)"
    }
  }

  /// The place of a note.
  ///
  /// - Throws: if it is not in the book as it was shown.
  func note(_ key: String?) throws(PageProblem) -> Int {
    let place = try self.place(key)
    guard items[place].isNote else { throw .isStale }
    return place
  }

  private func place(_ key: String?) throws(PageProblem) -> Int {
    guard let place = key.flatMap(keys.firstIndex) else { throw .isOtherBook }
    return place
  }

  /// Where a note goes.
  ///
  /// - Parameter text: `before:KEY` or `after:KEY`.
  func target(_ text: String) throws(PageProblem) -> (place: Int, isBehind: Bool) {
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, ["before", "after"].contains(parts[0]) else { throw .isStale }
    let place = try self.place(parts[1])
    guard parts[0] == "after" else { return (place, false) }
    if case .text = items[place].content {
      guard items.indices.contains(place + 1) else { throw .isBehindText }
      return (place + 1, false)
    }
    return (place, true)
  }

  /// As `target` reads it; nil for the first and the last part.
  func neighbours(of place: Int) -> (up: String?, down: String?) {
    let up = place > 0 ? "before:\(keys[place - 1])" : nil
    guard items.indices.contains(place + 1) else { return (up, nil) }
    if case .text = items[place + 1].content, !items.indices.contains(place + 2) {
      return (up, nil)
    }
    return (up, "after:\(keys[place + 1])")
  }
}

extension PageProblem {
  static let noSuchBook = PageProblem(
    .notFound, "Not found", "There is no such book: it may have been removed or renamed.",
    next: Next(path: PagePath.books, label: "Go to the books"))
  fileprivate static let isOtherBook = PageProblem(
    .conflict, "Changed meanwhile",
    "The book was changed meanwhile. Nothing was written: load the page again.")
  fileprivate static let isBehindText = PageProblem(
    .conflict, "Not moved",
    "A note cannot stand behind the text with which the book ends. Put it before that text.")
}
