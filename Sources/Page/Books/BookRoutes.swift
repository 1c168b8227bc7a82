internal import HTTPTypes
internal import Journal
internal import Media
internal import Operations
internal import Publishing
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The books of the vault, and new ones.
enum BookRoutes {
  static let books: Route.Handler = { try await page($0, BookForm($0.request.query), nil) }

  static func make(_ incoming: PageRequest) async throws -> Reply {
    let form = BookForm(incoming.form?.fields ?? FormFields(""))
    let persons = incoming.register.book.persons
    let facts = form.beginning == .empty ? [] : try await incoming.journal().index.notes
    do {
      let written = try await incoming.write { writer in
        // The titles that there are now, and not when the form was opened.
        let books = incoming.source.books(of: incoming.site.live.snapshot.index).books
        let draft = try form.draft(among: books, persons)
        let page = try draft.page(of: draft.selection(from: facts)) {
          try incoming.note(at: $0.path).title
        }
        do {
          return try writer.create(page.note()).id
        } catch let problem as PageTitle.Problem {
          throw BookForm.problem(problem)
        }
      }
      await incoming.site.waitForNote(written.text)
      return incoming.redirect(
        "\(PagePath.books)/\(NoteAddress.segment(of: written))", done: "newbook")
    } catch let problem as BookForm.Problem {
      return try await page(incoming, form, problem)
    }
  }

  private static func page(
    _ incoming: PageRequest, _ form: BookForm, _ problem: BookForm.Problem?
  ) async throws -> Reply {
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    let books = try await site.bookWork.run {
      let books = site.shelf(of: snapshot, source).books
      let covers = site.bookCovers.value(of: snapshot, on: incoming.now.day) {
        books.map { book in
          let document = try? source.vault.note(at: book.path, zone: source.zone).document
          return document.flatMap { try? OpenBook(book, $0, incoming) }
            .map { ($0.plan.cover, $0.facts) }
        }
      }
      return zip(books, covers).map { ($0, $1?.cover.flatMap(incoming.picture(of:)), $1?.facts) }
    }
    let ideas = incoming.isWritable ? try await ideas(books.map(\.0), incoming) : []
    var frame = PageFrame(incoming, title: PageWords.books, styles: ["finding.css", "books.css"])
    frame.values = [
      "heading": .text(PageWords.books),
      "books": .list(books.map { view($0, $1, $2, incoming) }),
      "hasIdeas": .flag(!ideas.isEmpty), "ideas": .list(ideas),
      "empty": .empty(
        PageWords.noBooks, incoming.isWritable ? "#book-title" : nil, PageWords.newBook,
        if: books.isEmpty),
      "form": .optional(
        incoming.isWritable
          ? form.view(
            on: incoming.addresses, incoming.register.sorted, problem,
            isOpen: books.isEmpty || !form.title.isEmpty)
          : nil),
    ]
    return try frame.reply("books", problem == nil ? .ok : .unprocessableContent)
  }

  /// Books that could be made next, each with a photo of what it would begin with.
  private static func ideas(_ books: [Book], _ incoming: PageRequest) async throws -> [TemplateView]
  {
    let (facts, persons) = (
      try await incoming.journal().index.notes, incoming.register.book.persons
    )
    return try await incoming.site.bookWork.run {
      incoming.site.bookIdeas.value(of: incoming.snapshot, on: incoming.now.day) {
        BookForm.ideas(on: incoming.now.day, persons).compactMap { fields in
          let form = BookForm(FormFields(fields))
          let draft = try? form.draft(among: books, persons)
          let notes = draft?.selection(from: facts).notes ?? []
          let withPhotos = notes.filter { $0.photoCount > 0 }
          guard notes.count >= leastNotes, !withPhotos.isEmpty else { return nil }
          // From the middle, since two that overlap often begin with the same one.
          let photo = incoming.photo(of: withPhotos[withPhotos.count / 2].path)
          return [
            "href": .text(incoming.addresses.address("\(PagePath.books)?\(fields)#book-title")),
            "title": .text(form.title), "facts": .text(notes.count.counted("note")),
            "src": .optional(photo.map { incoming.addresses.picture($0, .small) }),
          ]
        }
      }
    }
  }

  /// Of fewer notes there is no book to make.
  private static let leastNotes = 5

  /// The cover of a book.
  static func view(
    _ book: Book, _ cover: String?, _ facts: String?, _ incoming: PageRequest
  ) -> TemplateView {
    [
      "src": .optional(cover), "shape": .text(book.paper.rawValue),
      "href": .text(incoming.addresses.address(OpenBook.path(of: book))),
      "title": .text(book.title), "subtitle": .optional(book.subtitle),
      "facts": .text(facts ?? book.text.notes.count.counted("note")),
    ]
  }
}
