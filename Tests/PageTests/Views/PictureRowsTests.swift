import TestSupport
import Testing

@testable import Page

@Suite("Rows of pictures")
struct PictureRowsTests {
  @Test(
    "one is alone, two share a row, more are broken into rows of about the same height",
    arguments: [
      ([], []), ([1.5], [1]), ([1.5, 0.7], [2]), ([1.3, 1.3, 1.3], [3]),
      ([1.5, 1.5, 1.5, 1.5], [2, 2]), ([3, 3, 3], [1, 1, 1]),
    ] as [([Double], [Int])])
  func rows(ratios: [Double], lengths: [Int]) {
    #expect(PictureRows.lengths(of: ratios) == lengths)
  }

  @Test("every picture is in exactly one row")
  func whole() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        let count = Int.random(in: 0...40, using: &generator)
        let ratios = (0..<count).map { _ in Double.random(in: 0.5...3, using: &generator) }
        let lengths = PictureRows.lengths(of: ratios)
        #expect(lengths.reduce(0, +) == count)
        #expect(!lengths.contains(0))
      }
    }
  }

  @Test("a ratio is rounded and limited, and a usual one if the size is unknown")
  func ratio() {
    #expect(PictureRows.ratioClass(PictureRows.ratio(width: 4032, height: 3024)) == "r-13")
    #expect(PictureRows.ratioClass(PictureRows.ratio(width: 1, height: 9000)) == "r-5")
    #expect(PictureRows.ratioClass(PictureRows.ratio(width: 9000, height: 1)) == "r-30")
    #expect(PictureRows.ratioClass(PictureRows.ratio(width: 0, height: 0)) == "r-13")
  }
}
