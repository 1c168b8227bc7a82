import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct BookCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Make books of notes, for the shelf or a reader",
    discussion: """
      A book is a page with tl: book whose text lists notes, in the order in which they are printed; headings begin chapters, \
      and other text is printed as it stands. Its keys are subtitle, author, layout (classic, modern, playful, grid), paper \
      (a5, a4, square, letter), cover (a photo of one of its notes) and language. tl rm removes a book like any note.
      """,
    subcommands: [
      BookListCommand.self, BookNewCommand.self, BookAddCommand.self, BookRemoveCommand.self,
      BookMoveCommand.self, BookCheckCommand.self, BookExportCommand.self,
    ],
    defaultSubcommand: BookListCommand.self)
}

/// The book that a command is about.
struct BookArgument: ParsableArguments {
  @Argument(help: "The book", completion: .books)
  var book: String
}

struct BookListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the books",
    discussion: "Each with the number of its notes, its layout and its paper.")

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    try vault.console.list(
      BookFinder(vault).books, asJSON: output.json,
      none: "there is no book yet; tl book new TITLE makes one",
      json: { book in
        .object([
          ("id", .string(book.id.text)), ("title", .string(book.title)),
          ("path", .string(book.path.text)), ("subtitle", .text(book.subtitle)),
          ("layout", .string(book.layout.rawValue)), ("paper", .string(book.paper.rawValue)),
          ("notes", .int(book.text.notes.count)),
        ])
      }
    ) { books in
      TextColumns.lines(
        books.map { book in
          [
            TerminalText.line(book.title), book.text.notes.count.counted("note"),
            book.layout.rawValue, book.paper.rawValue,
          ]
        })
    }
  }
}

// MARK: - Notes of a book

/// The book and the notes that a command is about.
struct NotesOfBookArguments: ParsableArguments {
  @OptionGroup var named: BookArgument

  @Argument(help: "The notes", completion: .notes)
  var notes: [String]

  func read(
    in session: Session, _ change: ChangeOptions
  ) throws -> (finder: BookFinder, book: Book, notes: [ResolvedNote]) {
    let finder = try BookFinder(session.openVault(isDryRun: change.dryRun))
    let book = try finder.book(named: named.book)
    return (finder, book, try NotePicker.pick(notes, in: finder.vault))
  }
}

/// What a book says about a note.
struct BookNoteArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Its photos, in the order in which they are printed, with commas between; none for no photo",
      valueName: "names"))
  var photos: String?

  @Option(help: "What stands below its first photo")
  var caption: String?

  @Flag(help: "Print its photos without its text")
  var noText = false

  @Flag(help: "Let its first photo fill a page")
  var fullPage = false

  var options: BookNoteOptions {
    var options = BookNoteOptions()
    options.photos = photos.map { names in
      names == "none"
        ? [] : names.split(separator: ",").map { String($0).trimmingBlanks }.filter { !$0.isEmpty }
    }
    options.caption = caption.map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
    options.hasText = !noText
    options.fillsPage = fullPage
    return options
  }
}

struct BookAddCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put notes into a book, behind its last one",
    discussion: """
      A note is a line of the book, a list item with a link to it, and perhaps {photos: a.jpg, b.jpg; caption: Four steps.} \
      behind it; tl edit changes all of it.
      """)

  @OptionGroup var given: NotesOfBookArguments
  @OptionGroup var item: BookNoteArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (finder, book, notes) = try given.read(in: session, change)
    let vault = finder.vault
    var added: [(path: VaultPath, title: String)] = []
    for note in notes {
      if PageKind(of: try vault.vault.note(at: note.path, zone: vault.zone).document) != nil {
        throw Problem("\(note.path.shown) is a page, and no note", kind: .refused)
      }
      if !book.text.places(of: note.path, in: book.path).isEmpty {
        session.console.say("\(note.path.shown) is in \(book.title) already")
      } else {
        added.append((note.path, try finder.title(at: note.path)))
      }
    }
    guard !change.dryRun else {
      for (path, title) in added {
        let line = NoteDocument.bookLine(
          path, titled: title, options: item.options, book: book.path)
        try session.console.line(TerminalText.line(line))
      }
      return
    }
    guard !added.isEmpty else { return }
    try vault.changePage(book, by: vault.writer(), unchanged: "is as it was") { document in
      added.reduce(document) { document, note in
        document.addingToBook(
          note.path, titled: note.title, options: item.options, book: book.path)
      }
    }
  }
}

struct BookRemoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Take notes out of a book",
    discussion: "The notes themselves stay. tl rm books/NAME.md removes a whole book.",
    aliases: ["remove"])

  @OptionGroup var given: NotesOfBookArguments
  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let (finder, book, notes) = try given.read(in: session, change)
    let vault = finder.vault
    for note in notes { _ = try finder.places(of: note.path, in: book) }
    guard !change.dryRun else {
      for note in notes { try session.console.line(note.id, note.path) }
      return
    }
    try vault.changePage(book, by: vault.writer(), unchanged: "is as it was") { document in
      var document = document
      for note in notes {
        while let place = BookText(of: document).places(of: note.path, in: book.path).first {
          document = document.removingFromBook(at: place)
        }
      }
      return document
    }
  }
}

struct BookMoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a note of a book to another place",
    discussion: "Its line moves as it is. Headings and text stay where they are.",
    aliases: ["mv"])

  @OptionGroup var named: BookArgument

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Option(help: ArgumentHelp("Before this note", valueName: "note"), completion: .notes)
  var before: String?

  @Option(help: ArgumentHelp("Behind this note", valueName: "note"), completion: .notes)
  var after: String?

  @Flag(help: "Before all other notes")
  var first = false

  @Flag(help: "Behind all other notes")
  var last = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    try exclude([
      (before != nil, "--before"), (after != nil, "--after"), (first, "--first"), (last, "--last"),
    ])
    guard before != nil || after != nil || first || last else {
      throw ValidationError("where to? --before NOTE, --after NOTE, --first or --last")
    }
  }

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: change.dryRun)
    let finder = try BookFinder(vault)
    let book = try finder.book(named: named.book)
    let note = try NotePicker.pickOne(note, in: vault)
    _ = try finder.places(of: note.path, in: book)
    let target = try (before ?? after).map { try NotePicker.pickOne($0, in: vault) }
    if let target { _ = try finder.places(of: target.path, in: book) }
    let isBehind = after != nil || last
    func moved(_ document: NoteDocument) throws -> NoteDocument {
      let text = BookText(of: document)
      let all = text.notes.map(\.place)
      let ends = isBehind ? all.last : all.first
      guard let place = text.places(of: note.path, in: book.path).first,
        let other = target.map({ text.places(of: $0.path, in: book.path).first }) ?? ends
      else { return document }
      return try document.movingInBook(place, to: other, isBehind: isBehind)
    }
    guard !change.dryRun else {
      let document = try vault.vault.note(at: book.path, zone: vault.zone).document
      for (_, item) in BookText(of: try moved(document)).notes {
        try session.console.line(TerminalText.line(item.link.text))
      }
      return
    }
    try vault.changePage(book, by: vault.writer(), unchanged: "has it there already") {
      try moved($0)
    }
  }
}

// MARK: - Exports, which tl-net makes

extension BookFormat: EnumerableFlag {
  static func help(for value: BookFormat) -> ArgumentHelp? {
    switch value {
    case .epub: "For a reader: EPUB 3.3"
    case .html: "A folder that a browser shows and prints"
    case .pdf: "By WeasyPrint 69 or newer; by Chromium if there is none, to read"
    }
  }
}

protocol BookNetworkCommand: NetworkCommand {
  var request: BookRequest { get }
}

extension BookNetworkCommand {
  static var programUser: String { "tl book" }
  var networkRequest: NetworkRequest { .book(request) }
}

struct BookExportCommand: BookNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Make an EPUB file, a folder of HTML or a PDF file of a book",
    discussion: """
      Nothing is written into the vault. Photos are without metadata and as large as they are printed at 300 dpi; sealed \
      notes and conflict copies are not in a book. --print makes a PDF file for a printer: PDF/X-4 with bleed and crop marks.
      """)

  @OptionGroup var named: BookArgument

  @Flag(exclusivity: .exclusive)
  var format: BookFormat

  @Flag(help: "For a printer: PDF/X-4 with bleed and crop marks")
  var print = false

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Where to; NAME.epub, NAME or NAME.pdf in this folder if not said", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: ReplacingOption
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if print, format != .pdf { throw ValidationError("--print belongs to --pdf") }
    // A folder that tl has made is made anew, and what else is in it stays.
    try replacing.check(needs: "--epub or --pdf", format != .html)
  }

  var request: BookRequest {
    .export(book: named.book, format, isForPress: print, out: output, replaces: replacing.force)
  }
}

struct BookCheckCommand: BookNetworkCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what would go wrong in a book",
    discussion: """
      Photos that are too small for print at 300 dpi, with the size at which they are printed; a title, headings and \
      captions that do not fit their place, by an estimate of their height; notes that are sealed or may not be in a book; \
      links and photos that are not there. Ends with 1 if there is any of it.
      """)

  @OptionGroup var named: BookArgument
  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  var request: BookRequest { .check(book: named.book, json: output.json) }
}
