import Testing

@testable import Journal

@Suite("Names in a text")
struct NameInTextTests {
  @Test(
    "a name is found as a word of its own, in any case and normal form",
    arguments: [
      ("With Ana by the sea", "Ana", true), ("ANA", "ana", true), ("Banana", "Ana", false),
      ("Anakin", "Ana", false), ("ana-beach.jpg", "Ana", true), ("Ana2.jpg", "Ana", true),
      ("Cafe\u{301} Zoe\u{308}", "Zoë", true), ("今日はカイアが笑った", "カイア", true),
      ("Onkel Tom", "Onkel Tom", true), ("", "Ana", false), ("Ana", "", false),
      ("aab ab", "ab", true),
    ])
  func words(text: String, name: String, isThere: Bool) {
    #expect(NameInText.contains(text, name) == isThere)
  }
}
