import TestSupport
import Testing

@testable import VaultFormat

@Suite("Headings and text of books")
struct BookPieceTests {
  private func document(_ text: String) -> NoteDocument { NoteDocument(Array(text.utf8)) }
  private func text(_ document: NoteDocument) -> String {
    String(decoding: document.bytes, as: UTF8.self)
  }

  @Test("a heading and text are put in with blank lines around them")
  func adding() throws {
    let book = document("- [a](a.md)\n- [b](b.md)")
    func added(_ piece: BookPiece, _ place: Int) throws -> String {
      try text(book.addingToBook(piece, before: place))
    }
    #expect(try added(.heading("C\nD "), 0) == "## C D\n\n- [a](a.md)\n- [b](b.md)")
    #expect(try added(.heading("C #"), 1) == "- [a](a.md)\n\n## C # #\n\n- [b](b.md)")
    #expect(try added(.text("\r\n  x\r\n\r\ny\n"), 2) == "- [a](a.md)\n- [b](b.md)\n\n  x\n\ny")
    #expect(try text(document("").addingToBook(.text("x"), before: 0)) == "x\n")
    let front = document("---\r\ntl: book\r\n---\r\n")
    #expect(try text(front.addingToBook(.heading("x"), before: 0)).hasSuffix("---\r\n## x\r\n"))
  }

  @Test("nothing is no piece, and code has an end", arguments: [" ", "\n\n", "\t\r\n"])
  func refused(blank: String) throws {
    let book = document("## A\n\nText.\n")
    for place in [0, 1] {
      #expect(throws: BookEditProblem.isEmpty) { try book.settingBookText(blank, at: place) }
    }
    #expect(throws: BookEditProblem.isEmpty) { try book.addingToBook(.text(blank), before: 0) }
    #expect(throws: BookEditProblem.isEmpty) { try book.addingToBook(.heading(blank), before: 0) }
    #expect(throws: BookEditProblem.isCode) { try book.settingBookText("a\n```\nb", at: 1) }
    #expect(throws: BookEditProblem.isCode) {
      try book.addingToBook(.text("---\n~~~\n---"), before: 2)
    }
  }

  @Test("nothing comes behind code without an end, which stays at the end")
  func open() throws {
    let book = document("- [a](a.md)\n\n```\nx\n")
    #expect(throws: BookEditProblem.isCode) { try book.addingToBook(.heading("B"), before: 2) }
    #expect(throws: BookEditProblem.isCode) { try book.movingInBook(0, to: 1, isBehind: true) }
    #expect(throws: BookEditProblem.isCode) { try book.movingInBook(1, to: 0, isBehind: false) }
    #expect(text(book.removingFromBook(at: 1)) == "- [a](a.md)\n")
    #expect(try text(book.settingBookText("y", at: 1)) == "- [a](a.md)\n\ny\n")
    let path = try #require(VaultPath("b.md"))
    let added = document("```\nx").addingToBook(path, titled: "b", book: path)
    #expect(text(added) == "- [b](b.md)\n\n```\nx")
  }

  @Test(
    "a heading keeps its marks",
    arguments: [
      ("### Autumn ##", "Fall", "### Fall ##"), ("# a", "b #", "# b # #"), ("##", "c", "## c"),
      ("## ##", "d#", "## d# ##"), ("  ##  e  ", "f", "  ##  f  "), ("## g #", "g", "## g #"),
    ])
  func headings(line: String, new: String, expected: String) throws {
    let changed = try document("- [a](a.md)\n\(line)\r\nText.").settingBookText(new, at: 1)
    #expect(text(changed) == "- [a](a.md)\n\(expected)\r\nText.")
    guard case .heading(_, new) = BookText(of: changed).items[1].content else {
      Issue.record("\(BookText(of: changed).items[1])")
      return
    }
  }

  @Test("headings and text move and go with the blank lines after them")
  func examples() throws {
    let book = document("## A\n\nText\n  more.\n- [a](a.md)\n- [b](b.md)\n\n## C\nEnd.")
    func moved(_ from: Int, _ to: Int, behind: Bool = false) throws -> String {
      try text(book.movingInBook(from, to: to, isBehind: behind))
    }
    #expect(
      try moved(1, 3) == "## A\n\n- [a](a.md)\n\nText\n  more.\n\n- [b](b.md)\n\n## C\nEnd.")
    #expect(
      try moved(4, 2) == "## A\n\nText\n  more.\n\n## C\n\n- [a](a.md)\n- [b](b.md)\n\nEnd.")
    #expect(
      try moved(0, 5, behind: true)
        == "Text\n  more.\n- [a](a.md)\n- [b](b.md)\n\n## C\nEnd.\n\n## A")
    #expect(try moved(2, 1) == "## A\n\n- [a](a.md)\nText\n  more.\n- [b](b.md)\n\n## C\nEnd.")
    #expect(try moved(2, 5, behind: true).hasSuffix("- [b](b.md)\n\n## C\nEnd.\n- [a](a.md)"))
    #expect(
      text(book.removingFromBook(at: 1))
        == "## A\n\n- [a](a.md)\n- [b](b.md)\n\n## C\nEnd.")
    #expect(
      text(book.removingFromBook(at: 5))
        == "## A\n\nText\n  more.\n- [a](a.md)\n- [b](b.md)\n\n## C")
    #expect(text(document("a\n## B\nc\n").removingFromBook(at: 1)) == "a\n\nc\n")
  }

  // MARK: - Laws

  private static let pieces: [BookPiece] = [
    .heading("Spring"), .heading("C #"), .heading("##"), .text("One.\n\n Two."), .text("---"),
    .text("    code"), .text("- [x](x.md)\r\n# x"), .text("```\n# in code\n```"),
  ]

  private func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.trimmingBlanks.isEmpty }
  }

  /// The first lines of headings and notes, in order.
  private func marks(_ document: NoteDocument, _ range: Range<Int>? = nil) -> [String] {
    let items = BookText(of: document).items
    return items[range ?? items.indices].compactMap { item in
      if case .text = item.content { return nil }
      return lines(String(decoding: document.bytes[item.range], as: UTF8.self)).first
    }
  }

  @Test("a piece that is put in stands between the same headings and notes; no line is lost")
  func addingLaw() throws {
    try withSeed(cases: caseCount(600)) { generator in
      let book = BookTextTests.book(&generator)
      let (piece, text) = (try #require(Self.pieces.randomElement(using: &generator)), text(book))
      let count = BookText(of: book).items.count
      let place = Int.random(in: 0...count, using: &generator)
      let new: NoteDocument
      do throws(BookEditProblem) {
        new = try book.addingToBook(piece, before: place)
      } catch {
        #expect(error == .isCode && place == count, "\(text)")
        return
      }
      let (before, after) = (marks(book, 0..<place), marks(book, place..<count))
      #expect(marks(new).starts(with: before), "\(text)")
      #expect(marks(new).reversed().starts(with: after.reversed()), "\(text)")
      let added = marks(new).count - before.count - after.count
      #expect(added == (piece == Self.pieces[6] ? 2 : isHeading(piece) ? 1 : 0))
      #expect(lines(self.text(new)).count == lines(text).count + (try lineCount(piece)))
      #expect(new.bytes.last == book.bytes.last || book.bytes.isEmpty || !text.hasSuffix("\n"))
      guard isHeading(piece), let found = heading(in: new, near: place) else { return }
      #expect(lines(self.text(new.removingFromBook(at: found))) == lines(text), "\(text)")
    }
  }

  private func isHeading(_ piece: BookPiece) -> Bool {
    if case .heading = piece { true } else { false }
  }

  private func lineCount(_ piece: BookPiece) throws -> Int {
    try lines(text(document("").addingToBook(piece, before: 0))).count
  }

  private func heading(in book: NoteDocument, near place: Int) -> Int? {
    let items = BookText(of: book).items
    guard items.indices.contains(place), case .heading = items[place].content else { return nil }
    return place
  }

  @Test("what moves keeps its lines, and so does all else; headings and notes are in the new order")
  func movingLaw() throws {
    try withSeed(cases: caseCount(600)) { generator in
      let book = BookTextTests.book(&generator)
      let text = BookText(of: book)
      guard let from = text.items.indices.randomElement(using: &generator),
        let to = text.items.indices.randomElement(using: &generator)
      else { return }
      let isBehind = Bool.random(using: &generator)
      let new: NoteDocument
      do throws(BookEditProblem) {
        new = try book.movingInBook(from, to: to, isBehind: isBehind)
      } catch {
        #expect(text.isOpen && error == .isCode)
        return
      }
      let described: Comment = "\(from) \(to) \(isBehind): \(self.text(book))"
      #expect(lines(self.text(new)).sorted() == lines(self.text(book)).sorted(), described)
      var order = Array(text.items.indices)
      order.remove(at: from)
      let gap = isBehind ? to + 1 : to
      order.insert(from, at: gap > from ? gap - 1 : gap)
      #expect(marks(new) == order.flatMap { marks(book, $0..<$0 + 1) }, described)
    }
  }

  @Test("other text keeps all other lines, and the same text keeps every byte")
  func settingLaw() throws {
    try withSeed(cases: caseCount(600)) { generator in
      let book = BookTextTests.book(&generator)
      let text = BookText(of: book)
      guard let place = text.items.indices.randomElement(using: &generator) else { return }
      let item = text.items[place]
      let old = String(decoding: book.bytes[item.range], as: UTF8.self)
      switch item.content {
      case .note: #expect(try book.settingBookText("x", at: place).bytes == book.bytes)
      case .heading(_, let heading):
        // One of marks alone has nothing to set.
        let same = try? book.settingBookText(heading, at: place)
        #expect((same ?? book).bytes == book.bytes)
      case .text:
        let same = try? book.settingBookText(old, at: place)
        #expect((same ?? book).bytes == book.bytes)
        let new = try book.settingBookText("One.\n\nTwo.", at: place)
        let end = book.bytes[item.range.upperBound...]
        #expect(new.bytes.starts(with: book.bytes[..<item.range.lowerBound]))
        #expect(new.bytes.reversed().starts(with: end.reversed()))
        #expect(marks(new) == marks(book))
        #expect(lines(self.text(new)).count == lines(self.text(book)).count - lines(old).count + 2)
      }
    }
  }
}
