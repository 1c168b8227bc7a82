import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("First steps in a vault without notes")
struct FirstStepsTests {
  private static let empty = [".tl/config.yaml": "format: 1\n"]

  @Test("each step is offered, and one that is done says so")
  func steps() async throws {
    let (page, browser) = try await RunningPage(Self.empty).withBrowser()
    let first = try await browser.get("/").expect(
      has: "Who is it about?", "Add these", "href=\"/import\"", "href=\"/new\"",
      lacks: "There are no notes yet")
    let kinds = try await browser.post("/categories/defaults", ["back": "/"])
    #expect(kinds.place == "/?done=categoryadded")
    let who = ["name": "Kaia", "born": "2025-05-17", "back": "/"]
    #expect(try await browser.post("/people", who).place == "/?done=person")
    #expect(try page.text("people/kaia.md").contains("birthday: 2025-05-17"))
    let tag = try #require(first.header("etag"))
    try await browser.get("/", ["If-None-Match": tag]).expect(
      200, has: "<li class=\"who done\">", "<a href=\"/people/kaia\" dir=\"auto\">Kaia</a>",
      "<li class=\"kinds done\">", "Book, Cooking, Day, Movie, Message, List",
      "<li class=\"note\">")
  }

  @Test("a step that this browser skips is gone there, comes back, and nothing is written")
  func skipping() async throws {
    let page = try await RunningPage(Self.empty)
    var browser = try await page.browser()
    let session = try #require(browser.cookie)
    let answer = try await browser.post(
      "/settings/device/skip", ["value": "photos", "back": "/"])
    #expect(answer.status == 303 && answer.header("location") == "/")
    #expect(try #require(answer.header("set-cookie")).hasPrefix("tl-look=skipphotos; Path=/; "))
    browser.cookie = "\(session); tl-look=skipphotos"
    try await browser.get("/")
      .expect(has: "class=\"who\"", "Show what was skipped", lacks: "class=\"photos\"")
    browser.cookie = "\(session); tl-look=skipwho.skipkinds.skipphotos.skipnote"
    try await browser.get("/").expect(has: "There are no notes yet.", lacks: "First steps")
    browser.cookie = session
    let back = try await browser.post("/settings/device/skip", ["value": "none", "back": "/"])
    #expect(try #require(back.header("set-cookie")).hasPrefix("tl-look=; Path=/; Max-Age=0;"))
    #expect(try await browser.post("/settings/device/skip", ["value": "all"]).status == 400)
    #expect(try page.text(".tl/config.yaml") == "format: 1\n")
  }

  @Test("with the first note they are gone, and a page that is only read has none")
  func gone() async throws {
    let (page, browser) = try await RunningPage(Self.empty).withBrowser()
    #expect(try await !browser.get("/?q=zzz").body.contains("First steps"))
    try page.folder.write("---\nid: a\n---\nx\n", to: "vault/a.md")
    try await page.settled { $0.count == 1 }
    try await browser.get("/").expect(has: "data-id=\"a\"", lacks: "First steps")
    let other = try await RunningPage(Self.empty, isReadOnly: true)
    let reader = try await other.browser()
    try await reader.get("/").expect(has: "There are no notes yet.", lacks: "First steps")
  }

  @Test("what this browser skips comes back from its cookie")
  func cookie() {
    for first in FirstStep.allCases {
      for second in FirstStep.allCases {
        var settings = DeviceSettings()
        settings.theme = .dark
        settings.skippedSteps = [first, second]
        #expect(DeviceSettings(settings.text) == settings)
      }
    }
    #expect(DeviceSettings("skipx.skip.who").skippedSteps == [])
  }
}
