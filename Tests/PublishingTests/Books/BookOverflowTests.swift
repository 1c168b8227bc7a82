import Journal
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("Words that do not fit a book")
struct BookOverflowTests {
  private static let words = "It rained all day, and then the sun came out over the harbour. "

  private static func text(_ count: Int) -> String {
    String(String(repeating: words, count: 13).prefix(count))
  }

  private func problems(
    _ layout: BookLayout, title: String = "Year", heading: String = "Spring", caption: String = ""
  ) throws -> [BookFinding.Problem] {
    let vault = try BookVault([
      "books/book.md": """
      ---
      tl: book
      title: \(FieldText.quoted(title))
      layout: \(layout.rawValue)
      ---
      ## \(heading)
      - [a](../a.md) {caption: \(caption)}
      """,
      "a.md": BookVault.note("n1", "title: Rain\n", "Short words here."),
    ])
    try vault.addPhoto("a.media/a.jpg", width: 2400, height: 3200)
    return BookPages(try vault.plan()).findings.map(\.problem)
  }

  @Test("the style sheets say how large what is measured is", arguments: BookLayout.allCases)
  func sizes(layout: BookLayout) throws {
    let measure = BookMeasure(BookGeometry(layout, .a5))
    let body = try #require(measure.number("font-size", of: "body"))
    for selector in [".cover h1", ".cover .subtitle", ".chapter h2", "figcaption"] {
      let size = try #require(measure.number("font-size", of: selector))
      #expect(size != body && (0.4...4).contains(size), "\(selector)")
      let line = try #require(measure.number("line-height", of: selector))
      #expect((0.9...2).contains(line), "\(selector)")
    }
    #expect(measure.number("margin-top", of: ".cover .subtitle") != nil)
  }

  // Here and below: as in PDF files by WeasyPrint 70 with the fonts of docs/books.md.
  @Test(
    "a title has the cover down to the photo, or to the edge",
    arguments: [
      (.classic, 130, false), (.classic, 300, true), (.modern, 160, false), (.modern, 400, true),
      (.playful, 60, false), (.playful, 80, true), (.grid, 80, false), (.grid, 130, true),
    ] as [(BookLayout, Int, Bool)])
  func titles(layout: BookLayout, count: Int, isLong: Bool) throws {
    let found = try problems(layout, title: Self.text(count))
    guard isLong else { return #expect(found.isEmpty, "\(found)") }
    guard case .longTitle(let height, let room) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(found.count == 1 && height > room && room > 40)
  }

  @Test("a heading has the page of its chapter", arguments: BookLayout.allCases)
  func headings(layout: BookLayout) throws {
    #expect(try problems(layout, heading: Self.text(60)).isEmpty)
    let long = Self.text(700)
    guard case .longHeading(long, _, _)? = try problems(layout, heading: long).first else {
      Issue.record("nothing is found")
      return
    }
  }

  @Test(
    "a caption has what photo and words leave of the page",
    arguments: [
      (.classic, 500, false), (.classic, 700, true), (.playful, 400, false),
      (.playful, 600, true), (.modern, 300, false), (.grid, 300, false),
    ] as [(BookLayout, Int, Bool)])
  func captions(layout: BookLayout, count: Int, isLong: Bool) throws {
    let found = try problems(layout, caption: Self.text(count))
    guard isLong else { return #expect(found.isEmpty, "\(found)") }
    guard case .longCaption(_, let lines, let room) = try #require(found.first) else {
      Issue.record("\(found)")
      return
    }
    #expect(found.count == 1 && lines > room && room > 0)
  }

  @Test("more words are never lower, and a wider line is never higher")
  func law() throws {
    try withSeed(cases: caseCount(200)) { generator in
      let layout = try #require(BookLayout.allCases.randomElement(using: &generator))
      let paper = try #require(BookPaper.allCases.randomElement(using: &generator))
      let measure = BookMeasure(BookGeometry(layout, paper))
      let (count, width) = (
        Int.random(in: 0...400, using: &generator), Double.random(in: 1...200, using: &generator)
      )
      let text = Self.text(count)
      let height = measure.height(of: text, "figcaption", in: width)
      #expect(height > 0)
      #expect(measure.height(of: text + Self.words, "figcaption", in: width) >= height)
      #expect(measure.height(of: text, "figcaption", in: width + 10) <= height)
    }
  }
}
