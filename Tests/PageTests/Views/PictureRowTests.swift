import Media
import TestSupport
import Testing

@testable import Page

@Suite("Rows of pictures")
struct PictureRowTests {
  @Test(
    "one is alone, two share a row, more are broken into rows of about the same height",
    arguments: [
      ([], []), ([1.5], [1]), ([1.5, 0.7], [2]), ([1.3, 1.3, 1.3], [3]),
      ([1.5, 1.5, 1.5, 1.5], [2, 2]), ([3, 3, 3], [1, 1, 1]),
    ] as [([Double], [Int])])
  func rows(ratios: [Double], lengths: [Int]) {
    #expect(PictureRow.lengths(of: ratios) == lengths)
  }

  @Test("every picture is in exactly one row")
  func whole() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        let count = Int.random(in: 0...40, using: &generator)
        let ratios = (0..<count).map { _ in Double.random(in: 0.5...3, using: &generator) }
        let lengths = PictureRow.lengths(of: ratios)
        #expect(lengths.reduce(0, +) == count)
        #expect(!lengths.contains(0))
      }
    }
  }

  @Test("a ratio is rounded and limited, and a usual one if the size is unknown")
  func ratio() {
    #expect(PictureRow.ratioClass(PictureRow.ratio(width: 4032, height: 3024)) == "r-13")
    #expect(PictureRow.ratioClass(PictureRow.ratio(width: 1, height: 9000)) == "r-5")
    #expect(PictureRow.ratioClass(PictureRow.ratio(width: 9000, height: 1)) == "r-30")
    #expect(PictureRow.ratioClass(PictureRow.ratio(width: 0, height: 0)) == "r-13")
  }

  @Test("a card has five pictures at most, in a group by their number")
  func groups() {
    let looks = (0...6).map { count in
      PictureRow.rows(Array(repeating: 1.3, count: count), isShort: true)
    }
    #expect(
      looks.map { $0.map(\.look) }
        == [[], ["one"], ["two"], ["three"], ["four"], ["five"], ["five"]])
    #expect(looks.map { $0.reduce(0) { $0 + $1.cells.count } } == [0, 1, 2, 3, 4, 5, 5])
  }

  @Test("in a card a high picture is cut to 4:5; a panorama, and pictures of a page, are whole")
  func cut() {
    #expect(PictureRow.group([0.5]).cells[0].ratio == 0.8)
    #expect(PictureRow.group([3]).look == "wide")
    #expect(PictureRow.group([3]).cells[0].ratio == 3)
    #expect(PictureRow.rows([0.5], isShort: false)[0].cells[0].ratio == 0.5)
  }

  @Test("two beside each other are whole, unless one is very high or wide, or both are wide")
  func pairs() {
    #expect(PictureRow.group([0.8, 1.4]).cells.map(\.ratio) == [0.8, 1.4])
    #expect(PictureRow.group([1.5, 1.5]).cells.map(\.ratio) == [1.15, 1.15])
    #expect(PictureRow.group([0.5, 0.5]).cells.map(\.share) == [0.5, 0.5])
  }

  @Test("a picture of which the cell shows a part is loaded larger than the cell")
  func sizes() {
    #expect(PictureRow.group([1.3]).cells[0].sizes == "(min-width: 48rem) 48rem, 100vw")
    #expect(
      PictureRow.Cell(ratio: 1, share: 0.5, picture: 1.5).sizes
        == "(min-width: 48rem) 36rem, 75vw")
    #expect(
      PictureRow.Cell(ratio: 1, share: 0.5, picture: 0.5).sizes
        == "(min-width: 48rem) 24rem, 50vw")
  }

  @Test("a colour has 4 bits for each of its parts")
  func colour() {
    func classes(_ colour: UInt32, _ focus: PictureFocus? = nil) -> String {
      let size = PictureSize(width: 1, height: 1)
      return PictureLook(PictureFacts(size: size, colour: colour, focus: focus)).classes
    }
    #expect(classes(0x78_8F_51) == "cr-7 cg-8 cb-5")
    #expect(classes(0xFF_FF_FF) == "cr-15 cg-15 cb-15")
    #expect(classes(0) == "cr-0 cg-0 cb-0")
    #expect(classes(0, .init(column: 0, row: 15)) == "cr-0 cg-0 cb-0 fx-0 fy-4")
    #expect(classes(0, .init(column: 7, row: 5)) == "cr-0 cg-0 cb-0 fx-2 fy-0")
  }
}
