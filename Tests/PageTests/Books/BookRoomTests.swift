import Foundation
import TestSupport
import Testing

@testable import Page

@Suite("Books on the page")
struct BookRoomTests {
  /// A book with a note of each kind: with photos, with markup in its title, sealed, and gone.
  private static let book = """
    ---
    id: book
    created: 2026-06-01T09:00:00Z
    tl: book
    title: The <first> year
    own: kept
    ---

    ## Spring & all

    A line of *text*.
    - [First steps](../a.md) {shape: round; photos: two.jpg, one.jpg; caption: Four; text: none}\r
    * [<b>Rain</b>](../b.md)

    ## Summer
    - [Secret party](../s.md)
    - [Gone](../gone.md)

    """
  private static let files = [
    "books/first.md": book,
    "a.md": "---\nid: a1\ncreated: 2026-06-14T09:00:00Z\n---\n\n# First steps\n\nWords.\n",
    "b.md": "---\nid: b1\ncreated: 2026-06-15T09:00:00Z\n---\n\n# <b>Rain</b>\n\nDrops.\n",
    "c.md": "---\nid: c1\ncreated: 2026-06-16T09:00:00Z\n---\n\n# Harbour\n\nBoats.\n",
    "d.md": "---\nid: d1\ncreated: 2026-06-17T09:00:00Z\n---\n\n# No photo\n",
    "s.md":
      "---\nid: s1\ncreated: 2026-06-18T09:00:00Z\nopen_after: 2043-01-01\n---\n\n# Secret party\n",
  ]

  private static func page(isReadOnly: Bool = false) async throws -> RunningPage {
    try await RunningPage(
      files, isReadOnly: isReadOnly,
      prepare: { folder in
        for path in ["a.media/one.jpg", "a.media/two.jpg", "a.media/three.jpg", "c.media/boat.jpg"]
        {
          try folder.write(jpeg(path), to: "vault/\(path)")
        }
        return nil
      })
  }

  /// Of 40 by 30, of which no program needs more than the headers; another one for each comment.
  private static func jpeg(_ comment: String) -> [UInt8] {
    let bytes = Array(comment.utf8)
    return [0xFF, 0xD8, 0xFF, 0xFE, 0, UInt8(bytes.count + 2)] + bytes
      + [0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
      + bytes.map { $0 ^ 0x2A } + [0xFF, 0xD9]
  }

  /// The keys of the parts of the book, in order.
  private func keys(_ browser: Browser) async throws -> [String] {
    try await browser.get("/books/book").body.values(after: "\" data-id=\"")
  }

  /// The book without what an edit stamps.
  private func text(_ page: RunningPage) throws -> String {
    try page.text("books/first.md").replacing(/updated: .*\n/, with: "")
  }

  private static let steps =
    "- [First steps](../a.md) {shape: round; photos: two.jpg, one.jpg; caption: Four; text: none}\r\n"
  private static let rain = "* [<b>Rain</b>](../b.md)\n"

  // MARK: - Looking

  @Test("books are listed, and a book shows its parts; no words of strangers are markup")
  func list() async throws {
    let browser = try await Self.page().browser()
    try await browser.get("/").expect(has: "href=\"/books\"")
    try await browser.get("/books").expect(
      200, has: "The &lt;first&gt; year", "<small>4 notes · 2026</small>", "New book",
      lacks: "<first>")
    try await browser.get("/books?title=June&begin=best&month=2026-06")
      .expect(200, has: "value=\"June\" required", "value=\"2026-06\"", "id=\"new\" open")
    try await browser.get("/books/book").expect(
      200, has: "Spring &amp; all", "A line of *text*.", "First steps", "&lt;b&gt;Rain",
      "value=\"Four\"", "There is no such note any more: Gone",
      lacks: "<b>Rain", "Secret party", "books/first.md")
    try await browser.get("/books/none").expect(404)
  }

  @Test("a page that only reads shows books, and no forms for them")
  func reading() async throws {
    let browser = try await Self.page(isReadOnly: true).browser()
    try await browser.get("/books").expect(200, has: "4 notes", lacks: "New book")
    try await browser.get("/books/book").expect(
      200, has: "First steps", "See its pages", lacks: "method=\"post\"", "name=\"place\"")
    try await browser.post("/books/book", ["note": "x", "place": "out", "token": "x"]).expect(403)
  }

  // MARK: - Changes

  @Test("a note is moved and taken out as a whole line, and that is taken back")
  func moving() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let keys = try await keys(browser)
    try #require(keys.count == 7)
    let place = "before:\(keys[2])"
    let answer = try await browser.post("/books/book", ["note": keys[3], "place": place])
      .expect(303, place: "/books/book?done=saved#o-\(keys[3])")
    let pair = Self.steps + Self.rain
    #expect(
      try text(page) == Self.book.replacingOccurrences(of: pair, with: Self.rain + Self.steps))
    // Another key: the note is the same.
    #expect(try await self.keys(browser).contains(keys[3]))

    let location = try #require(answer.header("location"))
    let shown = try await browser.get(String(location.prefix { $0 != "#" }))
    let undo = try #require(shown.body.values(after: "formaction=\"/changes/").first)
    _ = try await browser.post("/changes/\(undo)", [:])
    #expect(try page.text("books/first.md") == Self.book)

    _ = try await browser.post("/books/book", ["note": keys[2], "place": "out"])
    #expect(try text(page) == Self.book.replacingOccurrences(of: Self.steps, with: ""))
  }

  @Test("what is not in the book as it was shown changes nothing")
  func stale() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let keys = try await keys(browser)
    for (note, place) in [
      ("none", "out"), (keys[0], "after:none"), (keys[2], "before:none"), (keys[2], "first"),
      (keys[2], ""),
    ] {
      let answer = try await browser.post("/books/book", ["note": note, "place": place])
      #expect(answer.status >= 400, "\(note) \(place)")
    }
    try await browser.post("/books/book", ["note": keys[2], "place": "out", "token": "guessed"])
      .expect(403)
    #expect(try page.text("books/first.md") == Self.book)
  }

  @Test("photos and caption are changed behind the link alone; what tl does not know stays")
  func choosing() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let key = try await keys(browser)[2]
    // The same as it was.
    _ = try await send(
      [("note", key), ("photo", "one.jpg"), ("photo", "two.jpg"), ("caption", "Four")], by: browser)
    #expect(try page.text("books/first.md") == Self.book)
    _ = try await send(
      [
        ("note", key), ("photo", "three.jpg"), ("photo", "two.jpg"), ("photo", "none.jpg"),
        ("caption", "A; \"b\" {c}"), ("text", "on"),
      ], by: browser)
    let changed =
      #"- [First steps](../a.md) {photos: two.jpg, three.jpg; caption: "A; \"b\" {c}"; "#
      + "shape: round}\r\n"
    #expect(try text(page) == Self.book.replacingOccurrences(of: Self.steps, with: changed))
    try await browser.get("/books/book").expect(has: "value=\"A; &quot;b&quot; {c}\"")
  }

  private func send(
    _ fields: [(String, String)], by browser: Browser
  ) async throws -> Browser.Answer {
    try await browser.post("/books/book/note", fields, files: [])
  }

  @Test("notes with photos are found and added; a note is added once, a sealed one never")
  func adding() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    try await browser.get("/books/book").expect(
      has: "Harbour", "1 photo", lacks: "No photo", "Secret party")
    try await browser.get("/books/book?q=zebra").expect(
      200, has: "No other note with photos", lacks: "Harbour")
    try await browser.post("/books/book/add", ["add": "s1"]).expect(404)
    for _ in 0..<2 {
      try await browser.post("/books/book/add", ["add": "c1"]).expect(303)
    }
    #expect(try text(page) == Self.book + "- [Harbour](../c.md)\n")
  }

  @Test("the page of a note puts it into books that have it not")
  func ofNote() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    try await browser.get("/n/a1").expect(200, lacks: "/books/book/add")
    try await browser.get("/n/c1").expect(
      200, has: "Put into The &lt;first&gt; year", "formaction=\"/books/book/add\"", "value=\"c1\"")
    try await browser.post("/books/book/add", ["add": "c1", "back": "/n/c1"])
      .expect(303, place: "/n/c1?done=inbook")
    try await browser.get("/n/c1").expect(200, lacks: "Put into")
    #expect(try text(page) == Self.book + "- [Harbour](../c.md)\n")
  }

  // MARK: - Headings and text

  @Test("headings and text move and are taken out as whole lines")
  func movingText() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let keys = try await keys(browser)
    _ = try await browser.post("/books/book", ["note": keys[4], "place": "before:\(keys[2])"])
    let moved = "## Summer\n\n" + Self.steps + Self.rain + "\n- [Secret"
    #expect(
      try text(page)
        == Self.book.replacingOccurrences(
          of: Self.steps + Self.rain + "\n## Summer\n- [Secret", with: "\n" + moved))
    _ = try await browser.post("/books/book", ["note": keys[4], "place": "out"])
    _ = try await browser.post("/books/book", ["note": keys[1], "place": "out"])
    expect(try text(page), has: "## Spring & all\n\n- [First", lacks: "Summer", "A line of")
  }

  @Test("headings and text are put in, and changed where they stand; all else keeps its bytes")
  func writing() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let keys = try await keys(browser)
    try await browser.post("/books/book/text", ["kind": "heading", "text": "Autumn\r\n#"])
      .expect(303)
    #expect(try text(page) == Self.book + "\n## Autumn # #\n")
    try await browser.post(
      "/books/book/text", ["kind": "text", "text": "One.\r\n\r\n<b>", "before": keys[3]]
    ).expect(303)
    let put = Self.steps + "\nOne.\n\n<b>\n\n" + Self.rain
    #expect(
      try text(page)
        == Self.book.replacingOccurrences(of: Self.steps + Self.rain, with: put)
        + "\n## Autumn # #\n")
    try await browser.get("/books/book").expect(200, has: "&lt;b&gt;", "Autumn #", lacks: "<b>")

    try await browser.post("/books/book/text", ["note": keys[0], "text": "Summer"]).expect(303)
    try await browser.post("/books/book/text", ["note": keys[1], "text": "Other\r\nwords."])
      .expect(303)
    expect(try text(page), has: "## Summer\n\nOther\nwords.\n- [First steps]")
  }

  @Test("text that is empty, of no end, or of a book that has changed, changes nothing")
  func refusedText() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let keys = try await keys(browser)
    try await browser.post("/books/book/text", ["kind": "text", "text": " \r\n"])
      .expect(422, has: "Nothing is written in it")
    try await browser.post("/books/book/text", ["note": keys[1], "text": "```\r\na"])
      .expect(422, has: "does not end")
    for fields in [
      ["note": "none", "text": "a"], ["text": "a", "before": "none"], ["note": keys[1]],
    ] {
      let answer = try await browser.post("/books/book/text", fields)
      #expect(answer.status >= 400, "\(fields)")
    }
    #expect(try page.text("books/first.md") == Self.book)
    let changed = Self.book.replacingOccurrences(of: "A line of", with: "Another line of")
    try page.folder.write(changed, to: "vault/books/first.md")
    try await browser.post("/books/book/text", ["note": keys[1], "text": "a"]).expect(409)
    #expect(try page.text("books/first.md") == changed)
  }

  // MARK: - Details

  /// What the form says that it showed.
  private func shown(_ browser: Browser) async throws -> String {
    let body = try await browser.get("/books/book").body
    return try #require(body.values(after: "name=\"shown\" value=\"").first)
  }

  @Test("title, look and so on are keys of the book; what is the same keeps its bytes")
  func details() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    var fields = [
      "shown": try await shown(browser), "title": "The <first> year", "subtitle": "", "author": "",
      "language": "", "layout": "classic", "paper": "a5", "cover": "",
    ]
    try await browser.post("/books/book/details", fields).expect(303)
    #expect(try page.text("books/first.md") == Self.book)
    fields["layout"] = "grid"
    try await browser.post("/books/book/details", fields).expect(303)
    #expect(
      try text(page)
        == Self.book.replacingOccurrences(of: "own: kept\n", with: "own: kept\nlayout: grid\n"))
    // The form is that of before.
    try await browser.post("/books/book/details", fields).expect(409)
    fields["shown"] = try await shown(browser)
    fields["layout"] = "none"
    try await browser.post("/books/book/details", fields).expect(403)

    fields["layout"] = "grid"
    for (key, value) in [
      ("title", "Two years"), ("subtitle", "a: b"), ("author", "Jisoo, Tom"), ("language", "de"),
    ] {
      fields[key] = value
    }
    try await browser.post("/books/book/details", fields).expect(303)
    expect(
      try text(page), has: "title: Two years\n", "subtitle: 'a: b'\n", "author: Jisoo, Tom\n",
      "language: de\n", "own: kept\n", "aliases: [The <first> year]\n")
    fields["shown"] = try await shown(browser)
    for key in ["subtitle", "author", "language"] { fields[key] = "" }
    try await browser.post("/books/book/details", fields).expect(303)
    expect(try text(page), has: "title: Two years\n", lacks: "subtitle", "author", "language")
  }

  @Test("a title is one book's, a language is one, and what was filled in stays in the form")
  func refusedDetails() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    try await browser.post("/books", ["title": "Other", "begin": "empty"]).expect(303)
    let shown = try await shown(browser)
    for (fields, words) in [
      (["title": "other", "author": "Mine"], "Other is a book already"),
      (["title": "a/b", "author": "Mine"], "no slash"),
      (["language": "<i>", "author": "Mine"], "“&lt;i&gt;” is no language"),
    ] {
      try await browser.post(
        "/books/book/details", fields.merging(["shown": shown]) { first, _ in first }
      ).expect(422, has: words, "value=\"Mine\"", "aria-invalid", lacks: "<i>")
    }
    #expect(try page.text("books/first.md") == Self.book)
  }

  @Test("the cover is one of the photos of the book's notes, by name; none is the first photo")
  func cover() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    let form = try await browser.get("/books/book").body
    let covers = form.values(after: "type=\"radio\" name=\"cover\" value=\"")
    #expect(covers.count == 4 && covers[0].isEmpty)
    try await browser.post(
      "/books/book/details", ["shown": try await shown(browser), "cover": covers[2]]
    ).expect(303)
    let line = try #require(try text(page).split(separator: "\n").first { $0.hasPrefix("cover:") })
    #expect(["one.jpg", "two.jpg", "three.jpg"].contains(String(line.dropFirst(7))))
    try await browser.get("/books/book").expect(has: "value=\"\(covers[2])\" checked")
    for cover in ["boat.jpg", "../a.media/one.jpg"] {
      try await browser.post(
        "/books/book/details", ["shown": try await shown(browser), "cover": cover]
      ).expect(403)
    }
    try await browser.post(
      "/books/book/details", ["shown": try await shown(browser), "cover": ""]
    ).expect(303)
    #expect(try text(page) == Self.book)
  }

  // MARK: - New books

  @Test("a new book begins as the form says, and a title is taken once")
  func making() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    try await browser.post("/books", ["title": "June: all", "begin": "all", "to": "2026-06-15"])
      .expect(303)
    let all = try page.text("books/june-all.md")
    expect(all, has: "tl: book", "- [First steps](../a.md)\n", "(../b.md)", lacks: "c.md", "s.md")
    try await browser.post("/books", ["title": "June: all", "begin": "empty"])
      .expect(422, has: "is a book already")
    try await browser.post("/books", ["title": "Best", "begin": "best", "month": "2026-06"])
      .expect(303)
    expect(try page.text("books/best.md"), has: "a.md", "c.md", lacks: "b.md", "s.md")
    for (fields, words) in [
      (["title": "", "begin": "empty"], "A title has letters"),
      (["title": "X", "begin": "best", "month": ""], "Which month?"),
      (["title": "X", "begin": "all", "from": "soon"], "is no day"),
      (["title": "X", "begin": "all", "from": "2026-02-01", "to": "2026-01-01"], "before the"),
    ] {
      try await browser.post("/books", fields).expect(422, has: words)
    }
  }

  // MARK: - As it leaves

  @Test("the pages have a policy of their own, no style in the HTML, and nothing of sealed notes")
  func preview() async throws {
    let browser = try await Self.page().browser()
    try await browser.get("/books/book/preview")
      .expect(200, has: "<iframe src=\"/books/book/pages\"")
    let pages = try await browser.get("/books/book/pages").expect(
      200, has: "First steps", "&lt;b&gt;Rain", "a.media/two.jpg", "data-box=",
      lacks: " style=", "<script", "Secret party", "three.jpg")
    let policy = try #require(pages.header("content-security-policy"))
    expect(policy, has: "default-src 'none'", "style-src 'self'", lacks: "unsafe", "script")
    let sheet = try await browser.get("/books/book/book.css").expect(200)
    for box in Set(pages.body.values(after: "data-box=\"")) where !box.isEmpty {
      #expect(sheet.body.contains("[data-box=\"\(box)\"] { \(box) }"), "\(box)")
    }
  }

  @Test("a book is downloaded as EPUB and as HTML, and nothing of that stays in the vault")
  func downloads() async throws {
    let (page, browser) = try await Self.page().withBrowser()
    for (format, type, name) in [
      ("epub", "application/epub+zip", "EPUB/package.opf"),
      ("html", "application/zip", "index.html"),
    ] {
      let answer = try await browser.post("/books/book/\(format)", [:])
        .expect(200, has: name, lacks: "Secret", "a.media")
      #expect(answer.body.hasPrefix("PK"))
      #expect(answer.header("content-type") == type)
      #expect(answer.header("content-disposition")?.contains("the-first-year") == true)
      #expect(answer.header("cache-control") == "no-store")
    }
    #expect(try page.folder.names(in: "vault/.tl/local/work") == [])
    #expect(try page.text("books/first.md") == Self.book)
    try await browser.get("/books/book/epub").expect(405)
  }
}
