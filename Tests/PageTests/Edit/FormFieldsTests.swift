import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Category and weather in the form")
struct FormFieldsTests {
  private let note =
    "---\nid: n1\ncreated: 2026-11-01T09:00:00Z\ncategory: 'Day'\nweather: mostly   sunny\npeople: [Kaia]\n---\n\nA walk.\n"

  private func base(_ text: String) -> String { Base64.urlEncoded(Array(text.utf8)) }

  private func fields(
    _ text: String, _ fields: [String: String]
  ) -> [String: String] {
    ["id": "n1", "base": base(text), "text": "A walk.", "about": "Kaia"].merging(fields) { $1 }
  }

  @Test("a new note gets both, and the form begins with the category of the settings")
  func new() async throws {
    let (page, browser) = try await RunningPage(prepare: { folder in
      try folder.write(
        "categories: [Day, Book]\ndefault_category: Book\n", to: "vault/.tl/config.yaml")
      return nil
    }).withBrowser()
    let form = try await browser.get("/new").body
    #expect(form.contains("name=\"category\" value=\"Book\""))
    #expect(form.contains("<option value=\"Day\"></option>"))
    #expect(form.contains("<option value=\"partly-cloudy\"></option>"))

    let reply = try await browser.post(
      "/new", ["text": "Rain all day.", "category": " Day ", "weather": "rainy"])
    #expect(reply.status == 303)
    let files = try page.notes()
    #expect(files.count == 1)
    let text = try page.text(try #require(files.first))
    expect(text, has: "\ncategory: Day\n", "\nweather: rainy\n")

    let none = try await browser.post("/new", ["text": "None.", "category": ""])
    let short = try await browser.post("/new", ["text": "Of a form without the field."])
    #expect(none.status == 303 && short.status == 303)
    let texts = try page.notes().map(page.text)
    #expect(try #require(texts.first { $0.contains("None.") }).contains("category") == false)
    #expect(try #require(texts.first { $0.contains("Of a") }).contains("\ncategory: Book\n"))
  }

  @Test("what was not changed in the form stays byte for byte, and an empty field removes its key")
  func edit() async throws {
    let (page, browser) = try await RunningPage(["n1.md": note]).withBrowser()
    try await browser.get("/n/n1/edit").expect(has: "name=\"weather\" value=\"mostly   sunny\"")
    _ = try await browser.post(
      "/n/n1/edit", fields(note, ["category": "Day", "weather": "mostly   sunny"]))
    #expect(try page.text("n1.md") == note)
    _ = try await browser.post(
      "/n/n1/edit", fields(note, ["category": "Day", "weather": ""]))
    try expect(page.text("n1.md"), has: "category: 'Day'\npeople: [Kaia]\n", lacks: "weather")
  }

  @Test(
    "a note that was removed while it was sealed in the form comes back without its words in its name"
  )
  func sealedAgain() async throws {
    let note = "---\nid: n1\ncreated: 2026-11-01T09:00:00Z\n---\n\nSecret words.\n"
    let (page, browser) = try await RunningPage(["n1.md": note]).withBrowser()
    try page.folder.remove("vault/n1.md")
    let reply = try await browser.post(
      "/n/n1/edit",
      ["id": "n1", "base": base(note), "text": "Secret words.", "opens": "2999-01-01"])
    #expect(reply.status == 303)
    let files = try page.notes()
    #expect(files.count == 1 && files.allSatisfy { !$0.contains("secret") })
    #expect(try page.text(#require(files.first)).contains("\nopen_after: 2999-01-01\n"))
  }

  @Test("a form without these fields leaves them as they are")
  func older() async throws {
    let (page, browser) = try await RunningPage(["n1.md": note]).withBrowser()
    _ = try await browser.post("/n/n1/edit", fields(note, ["text": "A long walk."]))
    try expect(
      page.text("n1.md"), has: "category: 'Day'\nweather: mostly   sunny\n", "A long walk.")
  }

  @Test("a form that is sent again with another value in any field is another change")
  func again() async throws {
    let (page, browser) = try await RunningPage(["n1.md": note]).withBrowser()
    let headers = ["X-Requested-With": "tl", "Tl-Operation": "operation-1", "Tl-Account": "local"]
    for (key, value) in [
      ("about", "Kaia, Mia"), ("milestone", "First steps"), ("category", "Book"),
      ("weather", "foggy"),
    ] {
      let present = try page.text("n1.md")
      let reply = try await browser.post("/n/n1/edit", fields(present, [key: value]), headers)
      #expect(reply.status < 400, "\(key)")
      #expect(try page.text("n1.md") != present, "\(key)")
    }
  }

  // MARK: - Place

  private func created(
    _ page: RunningPage, _ browser: Browser, _ fields: [String: String]
  ) async throws -> String {
    let before = Set(try page.notes())
    let reply = try await browser.post(
      "/new", ["text": "A walk."].merging(fields) { $1 })
    #expect(reply.status == 303, "\(reply.body)")
    return try page.text(try #require(try page.notes().first { !before.contains($0) }))
  }

  @Test("a place is coordinates, a place of another note, a city, or a name as it is")
  func place() async throws {
    let (page, browser) = try await RunningPage([
      "x.md": "---\nid: x\nplace: The Dock\nlocality: Oslo\ncoordinates: [59.9, 10.7]\n---\n"
    ]).withBrowser()
    let coordinates = try await created(page, browser, ["place": "48.8606, 2.3376"])
    #expect(coordinates.contains("\ncoordinates: [48.8606, 2.3376]\n"))
    #expect(!coordinates.contains("\nplace:"))
    let known = try await created(page, browser, ["place": "the dock"])
    #expect(known.contains("\nplace: The Dock\nlocality: Oslo\ncoordinates: [59.9, 10.7]\n"))
    let city = try await created(page, browser, ["place": "Trondheim"])
    #expect(city.contains("\nplace: Trondheim\n"))
    #expect(city.contains("\ncoordinates: [63."))
    let name = try await created(page, browser, ["place": "=Trondheim"])
    #expect(name.contains("\nplace: Trondheim\n"))
    #expect(!name.contains("coordinates"))
    let own = try await created(page, browser, ["place": "Under the old oak"])
    #expect(own.contains("\nplace: Under the old oak\n"))
  }

  @Test("a name of several places is asked about, and nothing is written before one is chosen")
  func several() async throws {
    let (page, browser) = try await RunningPage().withBrowser()
    let fields = ["text": "A walk.", "place": "Springfield"]
    let question = try await browser.post("/new", fields).expect(422)
    #expect(try page.notes().isEmpty)
    let choice = try #require(question.body.values(after: "name=\"choice\" value=\"").first)
    #expect(choice.hasPrefix("Springfield, US"))
    try await browser.post(
      "/new", fields, ["X-Requested-With": "tl", "Accept": "application/json"]
    ).expect(422, has: "choose one below")
    try await browser.get("/places/find?q=Springfield").expect(has: choice)

    let text = try await created(page, browser, ["place": "Springfield", "choice": choice])
    #expect(text.contains("\nplace: Springfield\n"))
    #expect(text.contains("\ncoordinates: ["))
    #expect(try await browser.get("/places/find?q=91,0").status == 422)
  }

  @Test(
    "a place that is emptied goes with its town and its position; one that stays is left as it is")
  func emptied() async throws {
    let note =
      "---\nid: n1\ncreated: 2026-11-01T09:00:00Z\nplace: The Dock # mine\nlocality: Oslo\n"
      + "coordinates: \"59.9, 10.7\"\n---\n\nA walk.\n"
    let (page, browser) = try await RunningPage(["n1.md": note]).withBrowser()
    _ = try await browser.post("/n/n1/edit", fields(note, ["place": "The Dock", "about": ""]))
    #expect(try page.text("n1.md") == note)
    _ = try await browser.post("/n/n1/edit", fields(note, ["place": "", "about": ""]))
    let text = try page.text("n1.md")
    for key in ["place", "locality", "coordinates"] { #expect(!text.contains("\n\(key):")) }
  }
}
