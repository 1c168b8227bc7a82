import Testing
import VaultFormat

@testable import Journal

@Suite("Categories in the settings")
struct CategorySettingsTests {
  private static func read(_ text: String) -> CategorySettings {
    CategorySettings(setting("categories: " + text))
  }

  private static func looks(_ text: String) -> [String] {
    read(text).categories.map { category in
      [category.name, category.symbol?.emoji, category.color?.hex].map { $0 ?? "-" }
        .joined(separator: " ")
    }
  }

  @Test(
    "each form is read, in its order",
    arguments: [
      ("[b, a]", ["b - -", "a - -"]), ("Day", ["Day - -"]), ("~", []),
      ("\n  Book: 📖 green\n  Day:\n", ["Book 📖 34C759", "Day - -"]),
      ("\n  A: blue fork.knife\n  B: '#a1B2c3'\n", ["A 🍴 007AFF", "B - A1B2C3"]),
      ("{A: {symbol: SUN.MIN, color: LIGHTBLUE}, B: {icon: 🌊}}", ["A ☀️ ADD9E6", "B 🌊 -"]),
    ])
  func forms(text: String, expected: [String]) {
    #expect(Self.looks(text) == expected)
    #expect(Self.read(text).problems.isEmpty)
  }

  @Test(
    "what cannot be read is a problem, and has no effect",
    arguments: [
      ("{A: turquoise}", ["A - -"]), ("{A: green red}", ["A - 34C759"]), ("{A: [x]}", ["A - -"]),
      ("{A: {size: 1}}", ["A - -"]), ("[a, A]", ["a - -"]), ("{A: '#12345'}", ["A - -"]),
      ("{A: '#１２３４５６'}", ["A - -"]), ("['']", []),
    ])
  func problems(text: String, expected: [String]) {
    #expect(Self.looks(text) == expected)
    #expect(Self.read(text).problems.count == 1)
  }

  @Test("names are compared without regard to case and normal form")
  func names() {
    let settings = Self.read("[Café]")
    #expect(settings["CAFE\u{301}"]?.name == "Café")
    #expect(settings["Cafe"] == nil)
  }

  @Test("many categories are read in one pass")
  func many() {
    let names = (0..<20_000).map { "c\($0)" }.joined(separator: ", ")
    #expect(Self.read("[\(names)]").categories.count == 20_000)
  }

  @Test(
    "the nearest colour that a terminal has",
    arguments: [("#000000", 16), ("#ffffff", 231), ("#5f87af", 67), ("gray", 246), ("red", 203)])
  func terminal(name: String, number: Int) throws {
    #expect(try #require(ColorName(name)).nearestOf256 == number)
  }

  // MARK: - Edits

  private static func edited(
    _ text: String, _ change: (SettingsDocument) throws -> SettingsDocument
  ) throws -> String {
    String(decoding: try change(SettingsDocument(Array(text.utf8))).bytes, as: UTF8.self)
  }

  private static let book = Category(
    name: "Book", symbol: CategorySymbol("📖"), color: ColorName("green"))
  private static let plain = Category(name: "Day")

  @Test("a category is added to each form")
  func added() throws {
    let cases: [(old: String, Category, new: String)] = [
      ("", Self.book, "categories:\n  Book: 📖 green\n"), ("", Self.plain, "categories:\n  Day:\n"),
      ("categories: [a]\n", Self.plain, "categories: [a, Day]\n"),
      ("categories:\n  - a # x\n", Self.plain, "categories:\n  - a # x\n  - Day\n"),
      (
        "categories:\n  - a # x\nz: 1\n", Self.book,
        "categories:\n  a: # x\n  Book: 📖 green\nz: 1\n"
      ),
      ("categories: {a: red}\n", Self.book, "categories: {a: red, Book: 📖 green}\n"),
      ("categories:\n  a: red # x\n", Self.plain, "categories:\n  a: red # x\n  Day:\n"),
    ]
    for (old, category, new) in cases {
      #expect(try Self.edited(old) { try $0.adding(category) } == new)
    }
  }

  @Test("its look, its name and its place are changed, and it is removed, in each form")
  func changed() throws {
    let map = "categories:\n  Day: ☀️ # x\n  Book: 📖 green\nz: 1\n"
    let list = "categories:\n  - Day # x\n  - Book\n"
    let cases: [(old: String, (SettingsDocument) throws -> SettingsDocument, new: String)] = [
      (map, { try $0.changing(Self.plain) }, "categories:\n  Day: # x\n  Book: 📖 green\nz: 1\n"),
      (list, { try $0.changing(Self.book) }, "categories:\n  Day: # x\n  Book: 📖 green\n"),
      (map, { try $0.renamingCategory("Day", to: "Tag") }, map.replacing("Day", with: "Tag")),
      (list, { try $0.renamingCategory("Day", to: "Tag") }, list.replacing("Day", with: "Tag")),
      (
        "categories: Day\n", { try $0.renamingCategory("Day", to: "Tag") }, "categories: Tag\n"
      ),
      (
        map, { try $0.movingCategory("Book", before: "Day") },
        "categories:\n  Book: 📖 green\n  Day: ☀️ # x\nz: 1\n"
      ),
      (
        list, { try $0.movingCategory("Day", before: nil) },
        "categories:\n  - Book\n  - Day # x\n"
      ),
      (map, { try $0.removingCategory("Day") }, "categories:\n  Book: 📖 green\nz: 1\n"),
      (list, { try $0.removingCategory("Day") }, "categories:\n  - Book\n"),
      ("categories: [Day]\n", { try $0.removingCategory("Day") }, ""),
    ]
    for (old, change, new) in cases { #expect(try Self.edited(old, change) == new) }
  }

  @Test("the category of new notes follows")
  func defaults() throws {
    let text = "default_category: day # x\n"
    #expect(
      try Self.edited(text) { try $0.replacingDefaultCategory("Day", by: "Tag") }
        == "default_category: Tag # x\n")
    #expect(try Self.edited(text) { try $0.replacingDefaultCategory("Day", by: nil) } == "")
    #expect(try Self.edited(text) { try $0.replacingDefaultCategory("Book", by: "x") } == text)
  }

  @Test("the six with which one may start")
  func six() {
    #expect(
      Category.defaults.map(\.name) == ["Book", "Cooking", "Day", "Movie", "Message", "List"])
    #expect(Category.defaults.map(\.setting).first == "📖 green")
    #expect(Category.defaults.allSatisfy { $0.symbol != nil && $0.color != nil })
  }
}
