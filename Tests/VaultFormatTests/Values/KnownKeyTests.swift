import Testing
import VaultFormat

@Suite("The keys that tl knows")
struct KnownKeyTests {
  @Test("each name stands for one key, looked up as text and as bytes")
  func names() {
    var seen: Set<String> = []
    for key in KnownKey.allCases {
      #expect(key.names.first == key.name && !key.name.isEmpty)
      for (rank, name) in key.names.enumerated() {
        #expect(seen.insert(name).inserted, "\(name)")
        #expect(KnownKey.named(name)?.key == key && KnownKey.named(name)?.rank == rank)
        let found = Array(name.utf8).withUnsafeBufferPointer(KnownKey.named)
        #expect(found?.key == key && found?.rank == rank, "\(name)")
      }
    }
    #expect(seen.count == 40)
  }

  @Test(
    "anything else is unknown",
    arguments: [
      "", "Id", "ID", "tagss", "tag ", "createdat", "created-at", "a", "conflict_of_",
      "abcdefghijklmnop", "abcdefghijklmnopq",
      "conflictOf", "kind", "é", "createdA\u{301}t",
    ])
  func unknown(_ name: String) {
    #expect(KnownKey.named(name) == nil)
    #expect(Array(name.utf8).withUnsafeBufferPointer(KnownKey.named) == nil)
  }
}
