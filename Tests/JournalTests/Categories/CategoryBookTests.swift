import Testing
import VaultFormat

@testable import Journal

@Suite("Categories of the settings and of notes")
struct CategoryBookTests {
  private static func note(_ name: String) throws -> CategoryBook.Note {
    let path = try #require(VaultPath("\(name).md"))
    return CategoryBook.Note(path: path, id: ProvisionalID.of(path))
  }

  private static func book(
    _ setting: String, _ notes: [(String, String)] = []
  ) throws -> CategoryBook {
    CategoryBook(
      settings(setting).categories, notes: try notes.map { (try note($0), category: $1) })
  }

  private static func settings(_ text: String) -> SettingsDocument {
    SettingsDocument(Array(text.utf8))
  }

  private static let setting = "categories:\n  Day: yellow\n  Book:\ndefault_category: Book\n"
  private static let notes = [
    ("c", "BOOK"), ("a", "Book"), ("b", "travel"), ("d", "Travel"), ("e", "Art"),
  ]

  @Test("those of the settings come first, then those that only notes have, as the first spells it")
  func order() throws {
    let book = try Self.book(Self.setting, Self.notes)
    #expect(book.entries.map(\.category.name) == ["Day", "Book", "Art", "travel"])
    #expect(book.entries.map(\.order) == [1, 2, nil, nil])
    #expect(book.entries.map(\.notes.count) == [0, 2, 1, 2])
    #expect(book["book"]?.notes.map(\.path.text) == ["a.md", "c.md"])
    #expect(book["TRAVEL"]?.category.name == "travel")
    #expect(book["none"] == nil)
  }

  @Test("a renamed category keeps its place and its look, and new notes get it")
  func renaming() throws {
    let book = try Self.book(Self.setting, Self.notes)
    let plan = try #require(try book.renaming("book", to: " Novel "))
    #expect(plan.new == "Novel")
    #expect(plan.notes.map(\.path.text) == ["a.md", "c.md"])
    #expect(
      try plan.edited(Self.settings(Self.setting))
        == Self.settings("categories:\n  Day: yellow\n  Novel:\ndefault_category: Novel\n"))
    func edited(_ text: String) throws -> String {
      String(decoding: try plan.edited(NoteDocument(Array(text.utf8))).bytes, as: UTF8.self)
    }
    #expect(try edited("---\ncategory: 'BOOK' # x\n---\n") == "---\ncategory: 'Novel' # x\n---\n")
    #expect(try edited("---\ncategory: Day\n---\n") == "---\ncategory: Day\n---\n")
    #expect(try book.renaming("Book", to: "Book") == nil)
    // Another spelling is another name.
    #expect(try book.renaming("Book", to: "book")?.new == "book")
  }

  @Test("a rename that was interrupted goes on, and one to another category is refused")
  func interrupted() throws {
    let book = try Self.book(Self.setting, [("a", "Novel"), ("b", "Book")])
    #expect(try book.renaming("Book", to: "Novel")?.notes.map(\.path.text) == ["b.md"])
    #expect(throws: CategoryProblem.isTaken(by: "Day")) { try book.renaming("Book", to: "day") }
    #expect(throws: CategoryProblem.isUnknown("x")) { try book.renaming("x", to: "y") }
    for name in ["", "  ", "a\nb"] {
      #expect(throws: CategoryProblem.isNoName) { try book.renaming("Book", to: name) }
    }
  }

  @Test("one that notes have is removed only with another one for them")
  func removing() throws {
    let book = try Self.book(Self.setting, Self.notes)
    #expect(throws: CategoryProblem.isInUse("Book", count: 2)) {
      try book.removing("book", to: nil)
    }
    #expect(throws: CategoryProblem.standsForItself("Book")) {
      try book.removing("Book", to: "BOOK")
    }
    #expect(throws: CategoryProblem.isNotInSettings("travel")) {
      try book.removing("Book", to: "travel")
    }
    #expect(throws: CategoryProblem.isUnknown("x")) { try book.removing("Book", to: "x") }
    let plan = try book.removing("Book", to: "day")
    #expect(plan.new == "Day" && plan.notes.count == 2)
    #expect(
      try plan.edited(Self.settings(Self.setting))
        == Self.settings("categories:\n  Day: yellow\ndefault_category: Day\n"))
    let unused = try book.removing("Day", to: nil)
    #expect(unused.new == nil && unused.notes.isEmpty)
    #expect(
      try unused.edited(Self.settings(Self.setting))
        == Self.settings("categories:\n  Book:\ndefault_category: Book\n"))
    // The settings do not have it.
    let foreign = try book.removing("travel", to: "Day")
    #expect(try foreign.edited(Self.settings(Self.setting)) == Self.settings(Self.setting))
  }

  @Test("one is added once, and those to begin with as far as they are missing")
  func adding() throws {
    let settings = Self.settings(Self.setting)
    #expect(throws: CategoryProblem.isTaken(by: "Book")) {
      try settings.addingNew(Category(name: "bóok".replacing("ó", with: "o")))
    }
    #expect(try settings.addingNew(Category(name: "List")).categories["list"] != nil)
    #expect(
      settings.missingDefaultCategories.map(\.name) == ["Cooking", "Movie", "Message", "List"])
    #expect(Self.settings("").missingDefaultCategories == Category.defaults)
  }

  @Test(
    "a category goes to each place",
    arguments: [
      ("b", CategoryMove.earlier, "bac"), ("a", .earlier, "abc"), ("c", .earlier, "acb"),
      ("a", .later, "bac"), ("b", .later, "acb"), ("c", .later, "abc"),
      ("C", .before("A"), "cab"), ("a", .before("c"), "bac"), ("a", .last, "bca"),
      ("c", .last, "abc"), ("b", .before("b"), "abc"),
    ])
  func moving(_ name: String, _ move: CategoryMove, _ expected: String) throws {
    for text in ["categories: [a, b, c]\n", "categories:\n  a:\n  b: red\n  c:\n"] {
      let moved = try Self.settings(text).movingCategory(name, move)
      #expect(moved.categories.categories.map(\.name).joined() == expected)
    }
  }

  @Test("a category that is not there goes nowhere")
  func moved() throws {
    let settings = Self.settings("categories: [a, b]\n")
    #expect(throws: CategoryProblem.isNotInSettings("x")) {
      try settings.movingCategory("x", .last)
    }
    #expect(throws: CategoryProblem.isNotInSettings("x")) {
      try settings.movingCategory("a", .before("x"))
    }
  }
}
