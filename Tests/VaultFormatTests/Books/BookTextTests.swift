import TestSupport
import Testing

@testable import VaultFormat

@Suite("Books")
struct BookTextTests {
  private static let book = """
    ---
    tl: book
    title: First year
    ---
    ## Spring

    A line of text is printed as it stands.

    - [First steps](../2026/06/2026-06-14-first-steps.md)
    - [Rain in \\[Kyoto\\]](<../2026/04/rain in kyoto.md>) {photos: temple.jpg, "a, b.jpg"; caption: The umbrella was Minji's.}
    * [[Winter]] {text: none; page: full}
    - an ordinary item with a [link](../a.md)
    - [away](https://example.org/a.md)

    ```
    - [code](../code.md)
    # no heading
    ```
    ### Autumn ##
    """

  private func text(_ text: String) -> BookText { BookText(of: NoteDocument(Array(text.utf8))) }

  @Test("headings, notes and text are told apart")
  func items() throws {
    let items = text(Self.book).items
    let kinds = items.map { item in
      switch item.content {
      case .heading(let level, let text): "\(level) \(text)"
      case .text: "text"
      case .note(let note): note.link.text
      }
    }
    #expect(
      kinds == [
        "2 Spring", "text", "../2026/06/2026-06-14-first-steps.md", "../2026/04/rain in kyoto.md",
        "Winter", "text", "3 Autumn",
      ])
    let notes = text(Self.book).notes.map(\.note)
    #expect(notes[0].options == BookNoteOptions())
    #expect(notes[1].options.photos == ["temple.jpg", "a, b.jpg"])
    #expect(notes[1].options.caption == "The umbrella was Minji's.")
    #expect(notes[2].options.fillsPage && !notes[2].options.hasText)
    #expect(notes[1].link.line == 10)
  }

  @Test(
    "what stands behind a link is its caption",
    arguments: [
      ("- [a](a.md) Four steps.", "Four steps."), ("- [a](a.md) Four {caption: Five}", "Five"),
      ("- [a](a.md) {caption: \"a; b} \\\"c\\\"\"}", "a; b} \"c\""), ("- [a](a.md) {no}", nil),
      ("1. [a](a.md \"title (x)\") one", "one"), ("- [a](a.md) {", "{"),
    ] as [(String, String?)])
  func captions(line: String, caption: String?) throws {
    let note = try #require(text(line).notes.first?.note)
    #expect(note.options.caption == caption)
  }

  @Test(
    "other lines are text",
    arguments: [
      "[a](a.md)", "- x [a](a.md)", "- ![a](a.md)", "- [ ] [a](a.md)", "    - [a](a.md)",
      "-[a](a.md)", "- [a](a.jpg)", "- [a][b]", "- [a](/a.md)", "- [a](#a)", "- [a]",
    ])
  func others(line: String) { #expect(text(line).notes.isEmpty) }

  // MARK: - Laws

  /// A book of random lines, and the path of it.
  static func book(_ generator: inout SeededGenerator) -> NoteDocument {
    let lines = [
      "## Spring", "Some text.", "", "- an item", "```", "\t", "- [One](../a/one.md)",
      "- [Two](<../a/t w o.md>) {photos: b.jpg; caption: x}", "* [[three]]",
      "3. [Four](four.md) by hand",
      "- [ü](../%C3%BC.md)", "> - [quoted](../q.md)", "~~~ md", "- [a](b.md) {",
    ]
    let end = Bool.random(using: &generator) ? "\n" : "\r\n"
    let head = Bool.random(using: &generator) ? ["---", "tl: book", "---"] : []
    let body = generator.pick(Int.random(in: 0...12, using: &generator), of: lines)
    let last = Bool.random(using: &generator) ? end : ""
    return NoteDocument(Array(((head + body).joined(separator: end) + last).utf8))
  }

  @Test("the ranges of items follow each other to the end of the file")
  func ranges() throws {
    try withSeed(cases: caseCount(400)) { generator in
      let document = Self.book(&generator)
      let items = BookText(of: document).items
      for (item, next) in zip(items, items.dropFirst()) {
        #expect(item.range.upperBound == next.range.lowerBound)
      }
      let start = items.first?.range.lowerBound ?? document.bytes.count
      #expect(document.bytes[document.layout.bodyStart..<start].allSatisfy { $0 <= 0x20 })
      #expect(items.isEmpty || items.last?.range.upperBound == document.bytes.count)
    }
  }

  @Test("a note that was added is read back, and taken out again leaves the same bytes")
  func adding() throws {
    let book = try #require(VaultPath("books/first.md"))
    try withSeed(cases: caseCount(400)) { generator in
      let document = Self.book(&generator)
      // Code that does not end swallows what is added.
      let before = BookText(of: document).notes
      let path = try #require(VaultPath("2026/a (b) [c] # d.md"))
      var options = BookNoteOptions()
      options.caption = "a; b, {c} \"d\""
      options.photos = ["none", "x, y.jpg", "z;.jpg"]
      let added = document.addingToBook(path, titled: "a [b]\\", options: options, book: book)
      let places = BookText(of: added).places(of: path, in: book)
      guard let place = places.first else {
        #expect(before.isEmpty, "\(String(decoding: document.bytes, as: UTF8.self))")
        return
      }
      guard case .note(let note) = BookText(of: added).items[place].content else { return }
      #expect(note.options == options)
      guard !before.isEmpty else { return }
      #expect(added.removingFromBook(at: place).bytes == document.bytes)
    }
  }

  @Test(
    "marks in a title and a caption do not swallow the link",
    arguments: ["a ` b", "<!-- a", "[["])
  func marks(title: String) throws {
    let (book, path) = (try #require(VaultPath("books/a.md")), try #require(VaultPath("b.md")))
    var options = BookNoteOptions()
    options.caption = "c ` d -->]]"
    let added = NoteDocument([]).addingToBook(path, titled: title, options: options, book: book)
    let note = try #require(BookText(of: added).notes.first?.note)
    #expect(note.options == options && note.link.leads(to: path, from: book.parent))
  }

  @Test("other attributes of a note are read back; its link and all other lines keep their bytes")
  func options() throws {
    let line = "- [a](../a.md) says {x: 1; photos: b.jpg; y}\r\n"
    let document = NoteDocument(Array("# Book\n\n\(line)- [b](../b.md)".utf8))
    let notes = BookText(of: document).notes
    try #require(notes.count == 2)
    var options = notes[0].note.options
    #expect(document.settingBookOptions(options, at: notes[0].place).bytes == document.bytes)
    options.photos = nil
    options.caption = "a; b"
    let changed = document.settingBookOptions(options, at: notes[0].place)
    #expect(
      String(decoding: changed.bytes, as: UTF8.self)
        == "# Book\n\n- [a](../a.md) {caption: \"a; b\"; x: 1; y}\r\n- [b](../b.md)")
    #expect(BookText(of: changed).notes[0].note.options == options)
    var full = notes[1].note.options
    full.fillsPage = true
    let second = document.settingBookOptions(full, at: notes[1].place)
    #expect(String(decoding: second.bytes, as: UTF8.self).hasSuffix("(../b.md) {page: full}"))
  }

  @Test("a note that is moved there and back leaves the same bytes; no line is lost")
  func moving() throws {
    try withSeed(cases: caseCount(400)) { generator in
      let document = Self.book(&generator)
      let places = BookText(of: document).notes.map(\.place)
      guard let from = places.randomElement(using: &generator),
        let to = places.randomElement(using: &generator)
      else { return }
      let isBehind = Bool.random(using: &generator)
      let moved = try document.movingInBook(from, to: to, isBehind: isBehind)
      func lines(_ document: NoteDocument) -> [String] {
        document.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
          .map {
            String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self)
          }
          .sorted()
      }
      #expect(moved.bytes.count == document.bytes.count)
      #expect(lines(moved) == lines(document))
    }
  }

  @Test("notes that move by a place")
  func examples() throws {
    let document = NoteDocument(Array("- [a](a.md)\n- [b](b.md)\n\n## C\n- [c](c.md)".utf8))
    func moved(_ from: Int, _ to: Int, behind: Bool = false) throws -> String {
      let bytes = try document.movingInBook(from, to: to, isBehind: behind).bytes
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(try moved(3, 0) == "- [c](c.md)\n- [a](a.md)\n- [b](b.md)\n\n## C")
    #expect(try moved(0, 3, behind: true) == "- [b](b.md)\n\n## C\n- [c](c.md)\n- [a](a.md)")
    #expect(try moved(0, 1, behind: true) == "- [b](b.md)\n- [a](a.md)\n\n## C\n- [c](c.md)")
    #expect(try moved(1, 0) == "- [b](b.md)\n- [a](a.md)\n\n## C\n- [c](c.md)")
    #expect(try moved(0, 0) == "- [a](a.md)\n- [b](b.md)\n\n## C\n- [c](c.md)")
  }
}
