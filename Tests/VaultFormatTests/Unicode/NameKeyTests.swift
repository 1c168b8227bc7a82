import Testing

@testable import VaultFormat

@Suite("Names that clash")
struct NameKeyTests {
  @Test(
    "names that differ in case or normalisation have one key",
    arguments: [
      ("Note.md", "NOTE.MD"), ("Café.md", "cafe\u{301}.md"), ("CAFÉ.md", "café.md"),
      ("Straße", "STRASSE"), ("ǰ", "J\u{30C}"), ("ΐ", "ι\u{308}\u{301}"), ("ἲ", "ι\u{313}\u{300}"),
      ("ᾳ", "\u{1FBC}"), ("각", "\u{1100}\u{1161}\u{11A8}"), ("K", "\u{212A}"),
    ])
  func clash(a: String, b: String) {
    #expect(NameKey(a.utf8) == NameKey(b.utf8))
  }

  @Test(
    "other differences count",
    arguments: [("cafe", "café"), ("ø", "o"), ("ぱ", "は"), ("ﬁ", "ff"), ("и", "й"), ("a", "a ")])
  func apart(a: String, b: String) {
    #expect(NameKey(a.utf8) != NameKey(b.utf8))
  }

  @Test("a path's key covers its folders, and bytes that are not UTF-8 count")
  func paths() throws {
    let a = try #require(VaultPath("Trips/É.md"))
    let b = try #require(VaultPath("trips/e\u{301}.MD"))
    #expect(NameKey(a) == NameKey(b))
    #expect(NameKey([0x61, 0xFF]) != NameKey([0x61, 0xFE]))
    #expect(NameKey([0x41, 0xFF]) == NameKey([0x61, 0xFF]))
  }
}
