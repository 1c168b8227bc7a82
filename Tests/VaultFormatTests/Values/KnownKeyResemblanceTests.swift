import Testing
import VaultFormat

@Suite("Keys that resemble known ones")
struct KnownKeyResemblanceTests {
  @Test(
    "a slip is seen",
    arguments: [
      ("pined", "pinned"), ("Tags", "tags"), ("titel", "title"), ("created-at", "created_at"),
      ("catgory", "category"), ("wheather", "weather"), ("tagss", "tags"), ("upsated", "updated"),
      ("ID", "id"), ("lastMod", "lastmod"),
    ])
  func slips(written: String, meant: String) {
    #expect(KnownKey.resembling(written) == meant)
  }

  @Test(
    "words of people's own, and known names, are let be",
    arguments: ["mood", "rate", "plate", "pins", "idea", "tags", "modified", "", "x", "tl", "book"])
  func others(name: String) {
    #expect(KnownKey.resembling(name) == nil)
  }

  @Test("a long name costs nothing")
  func long() {
    #expect(KnownKey.resembling(String(repeating: "tags", count: 100_000)) == nil)
  }
}
