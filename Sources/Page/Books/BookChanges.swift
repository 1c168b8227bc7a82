internal import HTTPTypes
internal import Journal
internal import Operations
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Changes of a book; each is one operation, made by the functions that `tl book` uses.
enum BookChanges {
  /// Moves a part, or takes it out.
  static func place(_ incoming: PageRequest) async throws -> Reply {
    let key = incoming.form?["note"]
    guard let wanted = incoming.form?["place"] else { throw PageProblem.isStale }
    let open = try await OpenBook(incoming)
    _ = try await change(open, incoming) { document in
      let lines = BookLines(document)
      let place = try lines.place(key)
      if wanted == "out" { return document.removingFromBook(at: place) }
      let target = try lines.target(wanted)
      return try document.movingInBook(place, to: target.place, isBehind: target.isBehind)
    }
    return incoming.redirect(
      open.path, done: "saved", fragment: wanted == "out" ? "" : anchor(of: key ?? ""))
  }

  /// Changes a heading or text; without the key of one puts a new one in, before another part or at the end.
  static func text(_ incoming: PageRequest) async throws -> Reply {
    guard let form = incoming.form, let text = form["text"] else { throw PageProblem.isStale }
    let (key, before) = (form["note"], form["before"] ?? "")
    let isHeading = form["kind"] == "heading"
    let open = try await OpenBook(incoming)
    let (new, place) = try await change(open, incoming) { document in
      let lines = BookLines(document)
      if let key {
        let place = try lines.place(key)
        return (try document.settingBookText(text, at: place), place)
      }
      let place = before.isEmpty ? lines.items.count : try lines.place(before)
      let piece = isHeading ? BookPiece.heading(text) : .text(text)
      return (try document.addingToBook(piece, before: place), place)
    }
    return incoming.redirect(open.path, done: "saved", fragment: anchor(at: place, in: new))
  }

  /// Changes which photos of a note are in the book, the caption, and whether its text is.
  static func note(_ incoming: PageRequest) async throws -> Reply {
    guard let form = incoming.form else { throw PageProblem.isStale }
    let key = form["note"]
    let chosen = form.fields.all("photo")
    let open = try await OpenBook(incoming)
    let line = try BookLines(open.document).note(key)
    let photos = try await incoming.site.bookWork.run {
      (open.notes[line]?.media ?? []).filter { $0.kind == .photo }.map(\.fileName)
    }
    let (new, place) = try await change(open, incoming) { document in
      let place = try BookLines(document).note(key)
      guard case .note(let note) = BookText(of: document).items[place].content else {
        throw PageProblem.isStale
      }
      var options = note.options
      options.photos = PhotoChoice(options.photos, of: photos).choosing(chosen)
      let caption = (form["caption"] ?? "").trimmingBlanks
      options.caption = caption.isEmpty ? nil : caption
      options.hasText = form["text"] != nil
      options.fillsPage = form["full"] != nil
      return (document.settingBookOptions(options, at: place), place)
    }
    return incoming.redirect(open.path, done: "saved", fragment: anchor(at: place, in: new))
  }

  /// Puts a note behind the last one.
  static func add(_ incoming: PageRequest) async throws -> Reply {
    let open = try await OpenBook(incoming)
    let index = incoming.snapshot.index
    guard let id = incoming.form?["add"],
      let position = index.notes(withID: id).first(where: { index.id($0).text == id }),
      index[position].flags.kind == nil,
      incoming.visibility.answer(for: position, in: index) == .visible
    else { throw PageProblem.noSuchNote }
    let path = index.path(position)
    let title = try incoming.note(at: path).title
    _ = try await change(open, incoming) { document in
      // Another page may have put it in meanwhile.
      guard BookText(of: document).places(of: path, in: open.book.path).isEmpty else {
        return document
      }
      return document.addingToBook(path, titled: title, book: open.book.path)
    }
    return incoming.back(or: open.path, done: "inbook")
  }

  /// Changes what the front matter says of the book.
  static func details(_ incoming: PageRequest) async throws -> Reply {
    guard let form = incoming.form, let shown = form["shown"] else { throw PageProblem.isStale }
    let open = try await OpenBook(incoming)
    let covers = try await incoming.site.bookWork.run { BookCovers(open.plan) }
    let details = try BookDetailsForm(form.fields, of: open.book, covers).details
    do {
      _ = try await change(open, incoming) { document in
        let book = try open.book.now(document, shown: shown, incoming.source)
        // The titles that there are now, and not when the form was opened.
        let books = incoming.source.books(of: incoming.site.live.snapshot.index).books
        return try details.applied(to: document, of: book, among: books)
      }
    } catch let problem as PageTitle.Problem {
      return try await BookRoom.book(incoming, open, details, BookForm.problem(problem))
    } catch let problem as BookDetails.NoLanguage {
      return try await BookRoom.book(incoming, open, details, BookDetailsForm.problem(problem))
    }
    return incoming.redirect(open.path, done: "saved")
  }

  /// - Returns: what the book says now.
  private static func change(
    _ open: OpenBook, _ incoming: PageRequest,
    _ body: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> NoteDocument {
    try await change(open, incoming) { (try body($0), ()) }.0
  }

  private static func change<Found: Sendable>(
    _ open: OpenBook, _ incoming: PageRequest,
    _ body: @escaping @Sendable (NoteDocument) throws -> (NoteDocument, Found)
  ) async throws -> (NoteDocument, Found) {
    try await incoming.write { writer in
      var found: Found?
      let edit = try writer.edit(open.book.path, provisionalID: open.book.id) { document in
        do {
          let (new, value) = try body(document)
          found = value
          return new
        } catch let problem as BookEditProblem {
          throw PageProblem(problem)
        }
      }
      guard let found else { throw PageProblem.isGone }
      return (edit.new, found)
    }
  }

  private static func anchor(of key: String) -> String { "#\(BookRoom.anchor(of: key))" }

  /// Empty for a part that became one with another.
  private static func anchor(at place: Int, in document: NoteDocument) -> String {
    let keys = BookLines(document).keys
    return keys.indices.contains(place) ? anchor(of: keys[place]) : ""
  }
}

/// Which photos of a note are in a book, and in which order.
struct PhotoChoice {
  /// Those of the note.
  private let all: [String]
  /// As the book says it; nil for all.
  private let written: [String]?

  /// - Parameters:
  ///   - written: as the book says it; nil for all.
  ///   - photos: the names of those of the note, in their order.
  init(_ written: [String]?, of photos: [String]) { (self.written, all) = (written, photos) }

  /// Those of the note, the chosen ones first, in their order in the book.
  var shown: [(name: String, isChosen: Bool)] {
    let chosen = (written ?? all).compactMap { known($0) }
    let others = all.filter { !chosen.contains($0) }
    return chosen.map { ($0, true) } + others.map { ($0, false) }
  }

  /// - Parameter names: of the photos that are chosen now, all of which a form has shown.
  /// - Returns: what the book is to say: as it was where nothing else was chosen; a name that no photo has stays.
  func choosing(_ names: [String]) -> [String]? {
    let before = shown.filter(\.isChosen).map(\.name)
    let wanted = Set(names)
    guard Set(before) != wanted.intersection(all) else { return written }
    let kept = (written ?? all).filter { name in known(name).map { wanted.contains($0) } ?? true }
    let new = kept + all.filter { wanted.contains($0) && !before.contains($0) }
    return new == all ? nil : new
  }

  private func known(_ name: String) -> String? {
    let key = NameKey(name.utf8)
    return all.first { NameKey($0.utf8) == key }
  }
}

extension SharedMedium {
  /// For the owner alone.
  var fileName: String { String(decoding: source.name, as: UTF8.self) }
}
