import Journal
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

@Suite("Plans of books")
struct BookPlanTests {
  private static let book = """
    ---
    tl: book
    title: First year
    ---
    # First year

    ## Spring
    Printed as it *stands*.
    - [Steps](../2026/steps.md) {photos: b.jpg, a.jpg, c.jpg; caption: Four steps.}
    - [Sealed](../2026/sealed.md)
    - [[rain]]
    - [Gone](../2026/gone.md)
    - [Me](book.md)
    """

  private func vault() throws -> BookVault {
    let vault = try BookVault([
      "books/book.md": Self.book,
      "2026/steps.md": BookVault.note(
        "n1", "title: First steps\n",
        "# First steps\n\n![Her foot|300](steps.media/a.jpg)\n\nOne.\n\n![](steps.media/b.jpg) ![[c.jpg]]\n"
      ),
      "2026/sealed.md": BookVault.note("n2", "title: Hidden\nopen_after: 2043-01-01\n"),
      "2026/rain.md": BookVault.note("n3", "title: Rain\n"),
      "2026/private.md": BookVault.note("n4", "title: Private\n", "Nothing for a book."),
    ])
    for name in ["a", "b"] {
      try vault.addPhoto("2026/steps.media/\(name).jpg", width: 3000, height: 2000)
    }
    try vault.addPhoto("2026/rain.media/small.jpg", width: 300, height: 200)
    return vault
  }

  @Test("chapters, notes, photos and what is wrong")
  func plan() throws {
    let plan = try vault().plan()
    #expect(plan.parts.map(\.heading) == ["Spring"])
    #expect(plan.notes.map(\.note.title) == ["First steps", "Rain"])
    let steps = try #require(plan.notes.first)
    #expect(
      steps.photos.map { String(decoding: $0.source.name, as: UTF8.self) } == ["b.jpg", "a.jpg"])
    #expect(steps.caption == "Four steps.")
    #expect(String(decoding: steps.body.bytes, as: UTF8.self) == "One.\n")
    #expect(steps.alternative(of: steps.photos[1]) == "Her foot")
    let sealed = try #require(VaultPath("2026/sealed.md"))
    let note = try #require(VaultPath("2026/steps.md"))
    let day = try #require(CalendarDay("2043-01-01"))
    #expect(plan.findings.contains(BookFinding(.held(sealed, .sealed(until: day)), line: 10)))
    #expect(plan.findings.contains(BookFinding(.noSuchPhoto("c.jpg", of: note), line: 9)))
    #expect(plan.findings.contains(BookFinding(.noSuchNote("../2026/gone.md"), line: 12)))
    #expect(plan.findings.count == 4)
  }

  @Test("small photos are found with the size at which they are printed")
  func small() throws {
    let pages = BookPages(try vault().plan())
    let small = pages.findings.compactMap { finding -> (String, Int, Double)? in
      guard case .small(let path, let dpi, let width, _) = finding.problem else { return nil }
      return (path.text, dpi, width)
    }
    #expect(small.map(\.0) == ["2026/rain.media/small.jpg"])
    #expect(small.allSatisfy { $0.1 < 120 && $0.2 > 60 })
  }

  @Test("a book of pages has no photo that is larger than its page", arguments: BookLayout.allCases)
  func sizes(layout: BookLayout) throws {
    let vault = try vault()
    try vault.folder.write(
      Self.book.replacing("tl: book", with: "tl: book\nlayout: \(layout.rawValue)"),
      to: "books/book.md")
    let pages = BookPages(try vault.plan())
    let edge = 2 * BookGeometry.bleed
    for figure in pages.figures {
      #expect(figure.width > 0 && figure.width <= pages.geometry.width + edge)
      #expect(figure.height > 0 && figure.height <= pages.geometry.height + edge)
      #expect(figure.whole.width >= figure.width - 0.01)
      #expect(figure.whole.height >= figure.height - 0.01)
    }
    #expect(Set(pages.figures.map(\.photo.source)).count == 3)
  }

  @Test("versions of WeasyPrint")
  func versions() throws {
    try BookTypesetter.check(version: "WeasyPrint version 70.0\n", path: "w")
    try BookTypesetter.check(version: "WeasyPrint version 69", path: "w")
    #expect(throws: BookTypesetter.Refusal.old(version: "57.2")) {
      try BookTypesetter.check(version: "WeasyPrint version 57.2", path: "w")
    }
    #expect(throws: BookTypesetter.Refusal.unknown(path: "w")) {
      try BookTypesetter.check(version: "usage: w 99", path: "w")
    }
  }

  @Test(
    "lengths", arguments: [(12.5, "12.5mm"), (-3, "-3mm"), (0.049, "0.05mm"), (-0.5, "-0.5mm")])
  func lengths(length: Double, text: String) { #expect(millimetres(length) == text) }
}
