import Testing

@testable import Git
@testable import VaultSync

@Suite("Object ids")
struct ObjectIDTests {
  private let hex = "0123456789abcdef0123456789abcdef01234567"

  @Test("hexadecimal text and bytes give each other back")
  func roundTrip() throws {
    let id = try #require(ObjectID(hex: hex))
    #expect(id.hex == hex)
    #expect(ObjectID(id.bytes) == id)
    #expect(ObjectID(id.gitID) == id)
    #expect(ObjectID(hex: hex.uppercased()) == id)
  }

  @Test("anything else is no id", arguments: ["", "0123", String(repeating: "g", count: 40)])
  func refused(text: String) {
    #expect(ObjectID(hex: text) == nil)
  }

  @Test("the order is that of the text")
  func order() throws {
    let low = try #require(ObjectID(hex: String(repeating: "0", count: 39) + "1"))
    let high = try #require(ObjectID(hex: "f" + String(repeating: "0", count: 39)))
    #expect(low < high)
  }
}
