import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Categories on the page")
struct CategoryPageTests {
  private static let config =
    "format: 1\n# mine\ncategories:\n  Day: ☀️ yellow # the usual\n  Book: 'fork.knife #123abc'\n  Old:\n"
    + "default_category: Day\n"
  private static let files = [
    ".tl/config.yaml": config,
    "a.md": "---\nid: a\ncategory: Book # x\n---\none\n",
    "b.md": "---\nid: b\ncategory: book\n---\ntwo\n",
    "c.md": "---\nid: c\ncategory: Travel\n---\nthree\n",
    "d.md": "---\nid: d\n---\nfour\n",
  ]

  /// The names of the settings, in their order.
  private static func names(_ page: RunningPage) throws -> [String] {
    let lines = try page.text(".tl/config.yaml").split(separator: "\n")
    return lines.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2).prefix { $0 != ":" }) }
  }

  @Test("the list has those of the settings in their order, then those that only notes have")
  func list() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let body = try await browser.get("/categories").body
    let places = try ["/?c=Day", "/?c=Book", "/?c=Old", "/?c=Travel"].map {
      try #require(body.range(of: "href=\"\($0)\"")?.lowerBound, "\($0)")
    }
    #expect(places == places.sorted())
    expect(
      body, has: "🍴", "fill=\"#123ABC\"", "2 notes", "0 notes · for new notes", "Only in notes",
      "1 note<")
    #expect(try await browser.get("/").body.contains("href=\"/categories\""))
    let tag = try #require(try await browser.get("/categories").header("etag"))
    #expect(try await browser.get("/categories", ["If-None-Match": tag]).status == 304)
  }

  @Test("the timeline of a category has its notes, whatever their spelling, and says so")
  func timeline() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    try await browser.get("/?c=book").expect(
      has: "data-id=\"a\"", "data-id=\"b\"", "category book", "2 notes",
      "value=\"Book\" checked>", lacks: "data-id=\"c\"", "data-id=\"d\"")
    #expect(try await browser.get("/?c=nothing").body.contains("No note matches"))
    #expect(try await browser.get("/search?c=Travel").body.contains("data-id=\"c\""))
    let list = try await page.program().ask("GET", "/api/v1/notes?c=Book")
    #expect((try list.value("notes") as? [Any])?.count == 2)
  }

  @Test("a card and the page of a note show the category as the settings have it now")
  func card() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let first = try await browser.get("/").expect(has: "href=\"/?c=Book\"", "fill=\"#123ABC\"")
    #expect(try await browser.get("/n/a").body.contains("🍴 Book"))
    let look = ["category": "Book", "name": "Book", "symbol": "📖", "color": "34C759"]
    #expect(try await browser.post("/categories/edit", look).status == 303)
    let tag = try #require(first.header("etag"))
    try await browser.get("/", ["If-None-Match": tag])
      .expect(200, has: "fill=\"#34C759\"", lacks: "#123ABC")
    #expect(try await browser.get("/n/a").body.contains("📖 Book"))
    #expect(try page.text(".tl/config.yaml").contains("📖 green"))
  }

  @Test("one is added behind the others, with what was chosen")
  func add() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let fields = ["name": " Trains ", "symbol": "🏠", "symbol-other": "🚆", "color": "007AFF"]
    let answer = try await browser.post("/categories", fields)
    #expect(answer.place == "/categories?done=categoryadded")
    #expect(try page.text(".tl/config.yaml").contains("  Old:\n  Trains: 🚆 blue\ndefault_"))
    let wrong = [
      ["name": "trains"]: "There is “Trains” already.", ["name": " "]: "a name of one line",
      ["name": "x", "symbol-other": "abc"]: "is not an emoji",
      ["name": "x", "color-other": "reddish"]: "is not a colour",
    ]
    let before = try page.text(".tl/config.yaml")
    for (fields, text) in wrong {
      let answer = try await browser.post("/categories", fields)
      #expect(answer.status == 422 && answer.body.contains(text), "\(text)")
      #expect(answer.body.contains("<details class=\"make\" id=\"new\" open>"), "\(text)")
    }
    #expect(try page.text(".tl/config.yaml") == before)
    try await browser.post("/categories", ["name": "Own", "color-other": "#2e8b57"]).expect(303)
    #expect(try page.text(".tl/config.yaml").contains("  Own: '#2e8b57'\n"))
  }

  @Test("an empty vault gets six to begin with")
  func defaults() async throws {
    let (page, browser) = try await RunningPage([".tl/config.yaml": "format: 1\n"]).withBrowser()
    #expect(try await browser.get("/categories").body.contains("/categories/defaults"))
    #expect(try await browser.post("/categories/defaults", [:]).status == 303)
    #expect(try Self.names(page) == ["Book", "Cooking", "Day", "Movie", "Message", "List"])
    #expect(try await !browser.get("/categories").body.contains("/categories/defaults"))
  }

  @Test("a rename goes into every note, keeps the place, and leaves what was not changed as it is")
  func rename() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let form = try await browser.get("/categories?edit=book").body
    #expect(form.contains("Another name is written into the 2 notes"))
    let fields = ["category": "Book", "name": "Novel", "symbol": "🍴", "color": "123ABC"]
    try await browser.post("/categories/edit", fields).expect(place: "/categories?done=saved")
    #expect(try page.text("a.md").contains("category: Novel # x\n"))
    #expect(try page.text("b.md").contains("category: Novel\n"))
    #expect(
      try page.text(".tl/config.yaml")
        == Self.files[".tl/config.yaml"]?.replacing("Book", with: "Novel"))
    let taken = ["category": "Novel", "name": "DAY"]
    try await browser.post("/categories/edit", taken).expect(422, has: "There is “Day” already.")
    let gone = try await browser.post("/categories/edit", ["category": "Book", "name": "x"])
    #expect(gone.status == 422 && gone.body.contains("There is no category “Book” any more."))
  }

  @Test("new notes get the category that is chosen for them, or none")
  func defaultCategory() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let old = ["category": "Old", "name": "Old", "default": "on"]
    #expect(try await browser.post("/categories/edit", old).status == 303)
    #expect(try page.text(".tl/config.yaml").hasSuffix("default_category: Old\n"))
    #expect(
      try await browser.post("/categories/edit", ["category": "Old", "name": "Older"]).status
        == 303)
    #expect(try !page.text(".tl/config.yaml").contains("default_category"))
  }

  @Test("one that only notes have is saved into the settings")
  func foreign() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let fields = ["category": "Travel", "name": "Travel", "symbol": "🏠"]
    #expect(try await browser.post("/categories/edit", fields).status == 303)
    #expect(try page.text(".tl/config.yaml").contains("  Old:\n  Travel: 🏠\n"))
  }

  @Test("the order changes by each way, and other lines stay")
  func move() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    for (name, to, expected) in [
      ("Old", "earlier", ["Day", "Old", "Book"]), ("Day", "later", ["Old", "Day", "Book"]),
      ("Book", "before:Old", ["Book", "Old", "Day"]), ("Book", "last", ["Old", "Day", "Book"]),
    ] {
      let answer = try await browser.post("/categories/move", ["category": name, "to": to])
      #expect(answer.place == "/categories?done=categorymoved")
      #expect(try Self.names(page) == expected)
    }
    #expect(try page.text(".tl/config.yaml").contains("  Day: ☀️ yellow # the usual\n"))
    let gone = ["category": "None", "to": "last"]
    #expect(try await browser.post("/categories/move", gone).status == 422)
    let odd = ["category": "Day", "to": "up"]
    #expect(try await browser.post("/categories/move", odd).status == 403)
  }

  @Test("one that is in use goes only with another one for its notes, after it said how many")
  func remove() async throws {
    let (page, browser) = try await RunningPage(Self.files).withBrowser()
    let plan = try await browser.get("/categories?remove=Book").body
    #expect(plan.contains("2 notes have this category") && plan.contains("can take this back"))
    #expect(plan.contains("<option value=\"Day\">") && !plan.contains("<option value=\"Book\">"))
    let without = ["category": "Book", "to": "", "count": "2"]
    let refused = try await browser.post("/categories/remove", without)
    #expect(refused.status == 422 && refused.body.contains("Choose the category that its notes"))
    let stale = ["category": "Book", "to": "Day", "count": "1"]
    #expect(try await browser.post("/categories/remove", stale).status == 409)
    #expect(try page.text("a.md") == Self.files["a.md"])
    let right = ["category": "Book", "to": "Day", "count": "2"]
    let answer = try await browser.post("/categories/remove", right)
    #expect(answer.place == "/categories?done=categoryremoved")
    #expect(try page.text("a.md").contains("category: Day # x\n"))
    #expect(try page.text("b.md").contains("category: Day\n"))
    #expect(try Self.names(page) == ["Day", "Old"])
    let unused = ["category": "Old", "count": "0"]
    #expect(try await browser.post("/categories/remove", unused).status == 303)
    #expect(try Self.names(page) == ["Day"])
  }

  @Test("names are shown as they are, and a page that is only read offers no change")
  func hostile() async throws {
    let name = "<b>&\"'/../x"
    let page = try await RunningPage(
      [
        ".tl/config.yaml": "categories:\n  \"<b>&\\\"'/../x\": '\u{1F4D6} #00ff00'\n",
        "a.md": "---\nid: a\ncategory: \"<b>&\\\"'/../x\"\n---\nx\n",
      ], isReadOnly: true)
    let browser = try await page.browser()
    let address = "/?c=%3Cb%3E%26%22%27%2F..%2Fx"
    try await browser.get("/categories")
      .expect(has: "href=\"\(address)\"", lacks: "<b>&\"", "/categories/move", "?edit=")
    #expect(try await browser.get(address).body.contains("data-id=\"a\""))
    let list = try await page.program(isReadOnly: true).ask("GET", "/api/v1/categories")
    #expect(try list.value("categories.0.name") as? String == name)
  }

  @Test("the API has them as tl category list prints them")
  func api() async throws {
    let program = try await RunningPage(Self.files).program(isReadOnly: true)
    let answer = try await program.ask("GET", "/api/v1/categories").expect(
      200,
      has:
        ##"{"name":"Book","symbol":"🍴","color":"#123ABC","order":2,"notes":2}"##,
      #"{"name":"Travel","symbol":null,"color":null,"order":null,"notes":1}"#)
    let tag = try #require(answer.header("etag"))
    #expect(
      try await program.ask("GET", "/api/v1/categories", ["If-None-Match": tag]).status == 304)
  }
}
