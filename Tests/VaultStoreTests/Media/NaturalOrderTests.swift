import TestSupport
import Testing

@testable import VaultStore

@Suite("Natural order")
struct NaturalOrderTests {
  @Test(
    "names sort as people number them",
    arguments: [
      ["img1", "img2", "img10", "img100"],
      ["a", "B", "c"],
      ["IMG1", "img2", "IMG3"],
      ["A", "a", "B", "b"],
      ["01", "1", "2", "10"],
      ["x", "x1", "x1.jpg", "x1a"],
      ["image.jpg", "image-2.JPG", "image-3.jpg", "image-10.jpg"],
      ["IMG_1.HEIC", "IMG_1.jpg", "IMG_1 2.jpg", "IMG_1-edited.jpg", "IMG_2.heic"],
      ["a.b/c", "a.b/c-1"],
      ["v1.2", "v1.10", "v2"],
      ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ])
  func order(_ names: [String]) {
    let sorted = names.reversed().sorted { NaturalOrder.precedes(bytes($0), bytes($1)) }
    #expect(sorted == names)
  }

  @Test("it is a total order on any bytes")
  func total() throws {
    let alphabet = bytes("0019aAbB.-") + [0xFF]
    try withSeed { random, _ in
      let names = (0..<60).map { _ in
        random.pick(Int.random(in: 0...5, using: &random), of: alphabet)
      }
      for a in names {
        #expect(!NaturalOrder.precedes(a, a))
        for b in names where a != b {
          #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a), "\(a) \(b)")
          for c in names where NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, c) {
            #expect(NaturalOrder.precedes(a, c), "\(a) \(b) \(c)")
          }
        }
      }
    }
  }
}
