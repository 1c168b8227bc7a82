import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Ids in addresses")
struct NoteAddressTests {
  @Test(
    "an id of plain characters stands as it is, any other in base64url",
    arguments: [
      ("0198c5e2-7d3c-7f2a-b6a1-3f0e2b1c4d5e", "0198c5e2-7d3c-7f2a-b6a1-3f0e2b1c4d5e"),
      ("a.b_c-D9", "a.b_c-D9"), (".", "~Lg"), ("..", "~Li4"), ("a/b", "~YS9i"), ("é", "~w6k"),
      ("~x", "~fng"),
    ])
  func segments(id: String, segment: String) throws {
    #expect(NoteAddress.segment(of: try #require(NoteID(id))) == segment)
  }

  @Test("every id comes back from its segment")
  func roundTrip() throws {
    try withSeed { generator, _ in
      for _ in 0..<200 {
        let bytes = generator.bytes(count: Int.random(in: 1...20, using: &generator))
        let id = NoteID(nonEmpty: String(decoding: bytes, as: UTF8.self))
        #expect(NoteAddress.id(in: NoteAddress.segment(of: id)) == id.text)
      }
    }
  }

  @Test("a segment that is none is no id", arguments: ["", "~*", "~YS9i=", "~é"])
  func noID(segment: String) {
    #expect(NoteAddress.id(in: segment) == nil)
  }
}
