import Journal
import Sharing
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

/// The geometry of pages: where photos stand, and what is cut off them.
@Suite("Pages of books")
struct BookLayoutTests {
  private static func ratios(
    _ counts: ClosedRange<Int>, _ generator: inout some RandomNumberGenerator
  ) -> [Double] {
    (0..<Int.random(in: counts, using: &generator)).map { _ in
      Double.random(in: 0.3...3, using: &generator)
    }
  }

  @Test("rows of photos are as wide as they may be, in their order, and cut no more than allowed")
  func rows() throws {
    try withSeed(cases: caseCount(300)) { generator in
      let ratios = Self.ratios(1...8, &generator)
      let (width, room) = (112.0, Double.random(in: 40...200, using: &generator))
      let least = Double.random(in: 0.5...1, using: &generator)
      let rows = PhotoRows(ratios, width: width, room: room, gap: 5, least: least)
      #expect(rows.rows.flatMap { Array($0.photos) } == Array(0..<ratios.count))
      #expect(rows.height <= room + 0.01)
      #expect(rows.shown >= least - 0.001)
      for row in rows.rows {
        let used = row.photos.reduce(0) { $0 + ratios[$1] * row.unit }
        #expect(used + 5 * Double(row.photos.count - 1) <= width + 0.01)
        #expect(row.height > 0 && row.height <= row.unit / least + 0.01)
        #expect(row.height >= row.unit * least - 0.01)
      }
    }
  }

  @Test("rows that fill a page leave nothing of it free")
  func filling() throws {
    try withSeed(cases: caseCount(300)) { generator in
      let ratios = Self.ratios(1...4, &generator)
      let rows = PhotoRows(
        ratios, width: 156, room: 218, gap: 2.5, mostInRow: 2, isFilling: true)
      #expect(abs(rows.height - 218) < 0.01)
      for row in rows.rows {
        let used = row.photos.reduce(0) { $0 + ratios[$1] * row.unit }
        #expect(abs(used + 2.5 * Double(row.photos.count - 1) - 156) < 0.01)
        let seen = min(row.unit, row.height) / max(row.unit, row.height)
        #expect(abs(seen - rows.shown) < 0.001)
      }
    }
  }

  @Test("a partition has all things in their order, and no other one costs less")
  func partition() throws {
    try withSeed(cases: caseCount(200)) { generator in
      let count = Int.random(in: 0...9, using: &generator)
      let most = Int.random(in: 1...4, using: &generator)
      let costs = (0..<100).map { _ in Double.random(in: 0...1, using: &generator) }
      func cost(_ range: Range<Int>) -> Double { costs[range.lowerBound * 10 + range.upperBound] }
      func least(_ start: Int) -> Double {
        if start == count { return 0 }
        let ends = start + 1...min(count, start + most)
        return ends.map { cost(start..<$0) + least($0) }.min() ?? 0
      }
      let groups = Partition.best(count, most: most, cost: cost)
      #expect(groups.flatMap { Array($0) } == Array(0..<count))
      #expect(groups.allSatisfy { (1...most).contains($0.count) })
      #expect(abs(groups.reduce(0) { $0 + cost($1) } - least(0)) < 1e-9)
    }
  }

  @Test("modules are in their columns, and photos of common shapes are hardly cut")
  func modules() throws {
    let geometry = BookGeometry(.grid, .a5)
    for ratios in [
      [1.5], [0.667], [1.333, 1.333], [0.667, 0.75], [1.5, 0.667], [0.667, 0.667, 0.667],
    ] {
      let row = ModuleRow.best(ratios, geometry, isAlone: ratios.count == 1)
      #expect(row.columns.count == ratios.count && row.columns.reduce(0, +) <= 6)
      for (ratio, columns) in zip(ratios, row.columns) {
        let cell = geometry.columns(columns) / geometry.modules(row.rows)
        #expect(min(cell, ratio) / max(cell, ratio) > 0.8, "\(ratios)")
      }
    }
  }

  @Test("no other choice of ways leaves less of the pages of a grid free")
  func flow() throws {
    try withSeed(cases: caseCount(100)) { generator in
      let notes = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<3).map { _ in
          // Whole millimetres: choices that end at one are compared exactly.
          let blocks = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            Double(Int.random(in: 20...120, using: &generator))
          }
          return GridFlow.Way(blocks: blocks)
        }
      }
      func cost(_ choices: [Int]) -> Double {
        var (used, cost) = (20.0, 0.0)
        for (ways, choice) in zip(notes, choices) {
          let placed = GridFlow.place(ways[choice], page: 180, from: used)
          (used, cost) = (placed.used, cost + placed.cost)
        }
        let free = (180 - used) / 180
        return cost + free * free / 2
      }
      let all = notes.reduce([[]]) { all, ways in
        all.flatMap { choices in ways.indices.map { choices + [$0] } }
      }
      let chosen = GridFlow(notes, page: 180, start: 20).choices
      #expect(chosen.count == notes.count)
      #expect(cost(chosen) <= (all.map(cost).min() ?? 0) + 1e-9)
    }
  }

  @Test("lines of one paragraph count as one, wide characters twice")
  func paragraphs() {
    #expect(BookBody.paragraphs(of: "One line\nand another.\n\nNext.") == [21, 5])
    #expect(BookBody.paragraphs(of: "Text\n- one\n- two\n\n| a |\n") == [4, 5, 5, 5])
    #expect(BookBody.paragraphs(of: "日比谷\n") == [6])
    #expect(BookBody.paragraphs(of: "\n\n") == [])
  }

  @Test("a text whose last page has a few lines is set smaller, another is not")
  func snug() {
    let geometry = BookGeometry(.classic, .a5)
    let height = geometry.textHeight
    #expect(!geometry.isSnug(height * 0.9) && geometry.isSnug(height * 1.1))
    #expect(!geometry.isSnug(height * 1.4) && geometry.isSnug(height * 2.05))
    #expect(abs(geometry.roomBelow(height * 1.4) - height * 0.6) < 0.001)
  }

  @Test("titles")
  func titles() {
    #expect(
      BookTexts.withoutWidow("The red bicycle that was too big")
        == "The red bicycle that was too\u{A0}big")
    #expect(BookTexts.withoutWidow("Rain in Kyoto") == "Rain in Kyoto")
    #expect(BookGeometry.isLong("Donaudampfschifffahrtsgesellschaft"))
    #expect(!BookGeometry.isLong("The lake, upside down"))
  }

  @Test("a note without a title is not called by a text that is printed below")
  func untitled() throws {
    let vault = try BookVault([
      "books/book.md": "---\ntl: book\ntitle: B\n---\n\n- [[2026-06-14-a]]\n- [[2026-06-14-b]]\n",
      "2026/2026-06-14-a.md": BookVault.note("n1", "", "The first line is long.\n\nThe second."),
      "2026/2026-06-14-b.md": BookVault.note("n2", "title: Rain\n", "It rained."),
    ])
    #expect(try vault.plan().notes.map(\.title) == [nil, "Rain"])
  }

  @Test(
    "photos that fill pages reach beyond all edges, and no two overlap",
    arguments: [BookPaper.a5, .a4, .square])
  func collages(paper: BookPaper) throws {
    let sizes = [
      (3000, 2000), (2000, 3000), (2000, 2000), (4000, 3000), (3000, 2000), (3000, 4000),
    ]
    let vault = try BookVault([
      "books/book.md":
        "---\ntl: book\ntitle: B\nlayout: modern\npaper: \(paper.rawValue)\n---\n\n- [[a]]\n",
      "2026/a.md": BookVault.note("n1", "title: Six photos\n"),
    ])
    for (place, size) in sizes.enumerated() {
      try vault.addPhoto("2026/a.media/\(place).jpg", width: size.0, height: size.1)
    }
    let pages = BookPages(try vault.plan())
    let (geometry, bleed) = (pages.geometry, BookGeometry.bleed)
    for case .page(let photos, _) in pages.parts.flatMap(\.blocks) {
      #expect(abs((photos.map(\.left).min() ?? 0) + bleed) < 0.01)
      #expect(abs((photos.map(\.top).min() ?? 0) + bleed) < 0.01)
      let right = photos.map { $0.left + $0.figure.width }.max() ?? 0
      let bottom = photos.map { $0.top + $0.figure.height }.max() ?? 0
      #expect(abs(right - geometry.width - bleed) < 0.01)
      #expect(abs(bottom - geometry.height - bleed) < 0.01)
      for (place, a) in photos.enumerated() {
        for b in photos[(place + 1)...] {
          #expect(
            a.left + a.figure.width < b.left + 0.01 || b.left + b.figure.width < a.left + 0.01
              || a.top + a.figure.height < b.top + 0.01
              || b.top + b.figure.height < a.top + 0.01)
        }
      }
    }
    #expect(Set(pages.figures.map(\.photo.source)).count == sizes.count)
  }
}
