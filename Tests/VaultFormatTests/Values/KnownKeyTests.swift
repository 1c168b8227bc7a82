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
        for found in Self.found(name) {
          #expect(found?.key == key && found?.rank == rank, "\(name)")
        }
      }
    }
    #expect(seen.count == 58)
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
    for found in Self.found(name) { #expect(found == nil, "\(name)") }
  }

  /// What the name is found to be alone, and with few or many bytes before and behind it.
  private static func found(_ name: String) -> [KnownKey.Named?] {
    ["", "x", "id: tags\n"].flatMap { before in
      ["", ":", ": tags\n---\n"].map { after in
        let start = before.utf8.count
        return Array((before + name + after).utf8).withUnsafeBufferPointer {
          KnownKey.named(in: $0, start..<start + name.utf8.count)
        }
      }
    }
  }
}

@Suite("Suggestions for misspelled keys")
struct KnownKeySuggestionTests {
  @Test(
    "a misspelled key gives a suggestion",
    arguments: [
      ("pined", "pinned"), ("Tags", "tags"), ("titel", "title"), ("created-at", "created_at"),
      ("catgory", "category"), ("wheather", "weather"), ("tagss", "tags"), ("upsated", "updated"),
      ("ID", "id"), ("lastMod", "lastmod"),
    ])
  func slips(written: String, meant: String) {
    #expect(KnownKey.suggestion(for: written) == meant)
  }

  @Test(
    "other words, and known names, give no suggestion",
    arguments: ["mood", "rate", "plate", "pins", "idea", "tags", "modified", "", "x", "tl", "book"])
  func others(name: String) {
    #expect(KnownKey.suggestion(for: name) == nil)
  }

  @Test("a long name takes no time")
  func long() {
    #expect(KnownKey.suggestion(for: String(repeating: "tags", count: 100_000)) == nil)
  }
}

@Suite("What a list shows of a place")
struct PlaceInListTests {
  @Test(
    "a name of fewer than twelve characters, else the town, else the name",
    arguments: [
      ("Home", "Oslo", "Home"), ("Elevenchars", "Oslo", "Elevenchars"),
      ("Twelve chars", "Oslo", "Oslo"), ("Tempelhofer Feld", nil, "Tempelhofer Feld"),
      (nil, "Oslo", "Oslo"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func rule(_ name: String?, _ town: String?, _ shown: String?) {
    #expect(PlaceInList.text(name: name, locality: town) == shown)
  }
}
