import Testing
import VaultFormat

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
