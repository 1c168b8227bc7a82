import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Settings on the page")
struct SettingsTests {
  @Test("what a browser is told comes back from its cookie, and nothing else does")
  func cookie() {
    for theme in DeviceSettings.Theme.allCases {
      for size in DeviceSettings.TextSize.allCases {
        for week in DeviceSettings.WeekStart.allCases {
          for (hasKeys, keepsCopies) in [
            (true, true), (true, false), (false, true), (false, false),
          ] {
            var settings = DeviceSettings()
            (settings.theme, settings.textSize) = (theme, size)
            (settings.weekStart, settings.hasKeys) = (week, hasKeys)
            settings.keepsCopies = keepsCopies
            for wall in DeviceSettings.WallSize.allCases {
              settings.wall = wall
              settings.cards = hasKeys ? .whole : .short
              #expect(DeviceSettings(settings.text) == settings)
              #expect(settings.text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2E })
            }
          }
        }
      }
    }
    for text in ["", "x", "\"><script>", "dark dark", String(repeating: ".", count: 9_999)] {
      #expect(DeviceSettings(text) == DeviceSettings())
    }
  }

  @Test(
    "weeks begin on the chosen day", arguments: [("monday", 3), ("sunday", 4), ("saturday", 5)])
  func week(_ name: String, before: Int) throws {
    let week = try #require(DeviceSettings.WeekStart(rawValue: name))
    // Of a Thursday.
    #expect(week.daysBefore(weekday: 4) == before)
    let days = week.ordered(Weekday.names)
    #expect(days.first?.lowercased() == name)
    #expect(Set(days) == Set(Weekday.names))
    #expect(days[before] == "Thursday")
  }

  @Test("a setting is on the next page at once, and a page that the browser kept is not reused")
  func theme() async throws {
    let page = try await RunningPage(["a.md": "---\nid: a\n---\nx\n"])
    var browser = try await page.browser()
    let before = try await browser.get("/").expect(lacks: "data-theme")
    let answer = try await browser.post("/settings/device/theme", ["value": "dark"])
      .expect(303, location: "/settings?done=saved")
    let cookie = try #require(answer.header("set-cookie"))
    #expect(cookie.hasPrefix("tl-look=dark; Path=/; "))
    #expect(cookie.contains("HttpOnly"))
    browser.cookie = try #require(browser.cookie) + "; tl-look=dark.huge.nokeys"
    let tag = try #require(before.header("etag"))
    let after = try await browser.get("/", ["If-None-Match": tag])
      .expect(200, has: "data-theme=\"dark\" data-size=\"huge\"", "data-keys=\"off\"")
    #expect(after.header("vary") == "Cookie, Accept-Encoding")
    try await browser.get("/settings").expect(has: "value=\"dark\" checked")
    let reset = try await browser.post("/settings/device/reset", [:])
    #expect(try #require(reset.header("set-cookie")).hasPrefix("tl-look=; Path=/; Max-Age=0;"))
    #expect(try await browser.post("/settings/device/theme", ["value": "pink"]).status == 400)
    #expect(try await browser.post("/settings/device/tea", ["value": "dark"]).status == 400)
  }

  @Test("a browser that is to keep nothing is told so with every answer, and empties its cache")
  func keepsNothing() async throws {
    let page = try await RunningPage(["a.md": "---\nid: a\n---\nx\n", "a.media/f.txt": "file"])
    var browser = try await page.browser()
    let seen = ["/", "/n/a", "/media/a.media/f.txt", "/api/v1/notes", "/settings"]
    for path in seen {
      let answer = try await browser.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.header("tl-account") == "local", "\(path)")
      #expect(!answer.body.contains("data-copies"), "\(path)")
    }
    #expect(
      try await browser.get("/settings").body.contains("Text that was not sent stays in this"))
    let answer = try await browser.post("/settings/device/copies", ["value": "off"])
    #expect(answer.header("location") == "/settings?done=forgotten")
    #expect(answer.header("clear-site-data") == "\"cache\"")
    #expect(try #require(answer.header("set-cookie")).hasPrefix("tl-look=nocopies; Path=/; "))
    let session = try #require(browser.cookie)
    browser.cookie = "\(session); tl-look=nocopies"
    for path in seen {
      let answer = try await browser.get(path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.header("tl-account") == nil, "\(path)")
      #expect(answer.header("cache-control") == "no-store", "\(path)")
    }
    let shown = try await browser.get("/settings?done=forgotten").body
    #expect(shown.contains("data-copies=\"off\""))
    #expect(shown.contains("This browser keeps no notes any more; text that was not sent stays."))
    let back = try await browser.post("/settings/device/copies", ["value": "on"])
    #expect(back.header("clear-site-data") == nil)
    #expect(back.header("location") == "/settings?done=saved")
    #expect(try #require(back.header("set-cookie")).hasPrefix("tl-look=; Path=/; Max-Age=0;"))
    #expect(try await browser.post("/settings/device/copies", ["value": "x"]).status == 400)
  }

  @Test(
    "the time zone of the vault is stored, every other line stays, and a name that is none is refused"
  )
  func timeZone() async throws {
    let (page, browser) = try await RunningPage([
      ".tl/config.yaml": "# mine\nformat: 1\ntimezone: 'Asia/Tokyo' # home\ncategories: [a]\n"
    ]).withBrowser()
    let address = "/settings/vault/timezone"
    #expect(try await browser.post(address, ["value": "Mars/Olympus"]).status == 422)
    #expect(try await browser.post(address, ["value": "Europe/Paris"]).status == 303)
    #expect(
      try page.text(".tl/config.yaml")
        == "# mine\nformat: 1\ntimezone: 'Europe/Paris' # home\ncategories: [a]\n")
    #expect(try await browser.get("/settings").body.contains("value=\"Europe/Paris\" list"))
    #expect(try await browser.post(address, ["value": ""]).status == 303)
    #expect(try page.text(".tl/config.yaml") == "# mine\nformat: 1\ncategories: [a]\n")
  }

  @Test("a read-only page lets a browser be set, and not the vault")
  func readOnly() async throws {
    let page = try await RunningPage([".tl/config.yaml": "format: 1\n"], isReadOnly: true)
    let browser = try await page.browser()
    let shown = try await browser.get("/settings").body
    #expect(!shown.contains("/settings/vault/timezone"))
    let token = try #require(shown.values(after: "name=\"token\" value=\"").first)
    let fields = ["value": "light", "token": token]
    #expect(try await browser.post("/settings/device/theme", fields).status == 303)
    let zone = ["value": "Europe/Paris", "token": token]
    #expect(try await browser.post("/settings/vault/timezone", zone).status == 403)
  }

  private static let config =
    "# mine\nformat: 1\nsince:\n  leap_day: 03-01 # as in Germany\ncategories: [Day, Book]\nperson: kaia\n"

  @Test(
    "a setting of the vault is stored as tl config stores it, and every other line stays",
    arguments: [
      ("default_category", "Book", "default_category: Book\n"),
      ("since.leap_day", "02-28", "  leap_day: '02-28' # as in Germany\n"),
      ("since.day_start", "03:00", "  day_start: '03:00'\n"),
      ("nudge.at", "19:00", "nudge:\n  at: '19:00'\n"),
      ("nudge.mood", "casual", "nudge:\n  mood: casual\n"),
      ("milestone_sets", "firsts, pregnancy", "milestone_sets: [firsts, pregnancy]\n"),
      ("daily.path", "days/YYYY-MM-DD.md", "daily:\n  path: days/YYYY-MM-DD.md\n"),
      ("templates", "Templates", "templates: [Templates]\n"),
      ("media.max_size", "40 MiB", "media:\n  max_size: 40 MiB\n"),
    ])
  func vault(_ key: String, _ value: String, _ stored: String) async throws {
    let (page, browser) = try await RunningPage([".tl/config.yaml": Self.config]).withBrowser()
    let answer = try await browser.post("/settings/vault/\(key)", ["value": value])
    #expect(answer.place == "/settings?done=saved")
    let text = try page.text(".tl/config.yaml")
    #expect(text.contains(stored))
    #expect(text.hasPrefix("# mine\nformat: 1\nsince:\n") && text.contains("person: kaia\n"))
    let shown = try await browser.get("/settings").body
    let isListed = value.split(separator: ", ").allSatisfy {
      shown.contains(" value=\"\($0)\" checked>")
    }
    #expect(
      isListed || shown.contains(" value=\"\(value)\"") || shown.contains(">\(value)</option>"))
    #expect(shown.contains("aria-label=\"Reset: "))
    let reset = try await browser.post(
      "/settings/vault/\(key)", ["value": value, "reset": "1"])
    #expect(reset.place == "/settings?done=unset")
    #expect(try !page.text(".tl/config.yaml").contains(stored))
  }

  @Test(
    "a value that tl cannot read is refused in its place, with what was typed",
    arguments: [
      ("since.leap_day", "02-30", "since.leap_day is not 02-28 or 03-01"),
      ("since.day_start", "x<y", "since.day_start is not a time such as 03:00"),
      ("nudge.at", "late", "nudge.at is not a time such as 19:00"),
      ("media.max_size", "much", "media.max_size is not a size such as 25 MiB"),
      ("timezone", "Mars/Olympus", "is no time zone"),
      ("daily.path", "../x", "daily.path"),
    ])
  func refused(_ key: String, _ value: String, _ words: String) async throws {
    let (page, browser) = try await RunningPage([".tl/config.yaml": Self.config]).withBrowser()
    try await browser.post("/settings/vault/\(key)", ["value": value]).expect(
      422, has: "Not saved: ", words, "value=\"\(value.replacing("<", with: "&lt;"))\"",
      "aria-invalid=\"true\"")
    #expect(try page.text(".tl/config.yaml") == Self.config)
  }

  @Test("of milestones each group is on or off, and those that are usual are on")
  func several() async throws {
    let (page, browser) = try await RunningPage([".tl/config.yaml": Self.config]).withBrowser()
    try await browser.get("/settings").expect(
      has: "value=\"firsts\" checked> Firsts", "value=\"jewish\"> Jewish")
    let address = "/settings/vault/milestone_sets"
    #expect(try await browser.post(address, ["value": "firsts"]).status == 303)
    #expect(try page.text(".tl/config.yaml").contains("milestone_sets: [firsts]\n"))
    try await browser.get("/settings").expect(has: "value=\"celebrations\"> Celebrations")
    #expect(try await browser.post(address, ["value": "none"]).status == 422)
  }

  @Test("persons and categories are chosen by name, and nothing else of the file can be changed")
  func choices() async throws {
    let (page, browser) = try await RunningPage([
      ".tl/config.yaml": Self.config.replacing(
        "[Day, Book]", with: "[Day, Book]\ndefault_category: day"),
      "people/kaia.md": "---\ntl: person\ntitle: Kaia\n---\n",
      "people/lan.md": "---\ntl: person\ntitle: Bà Lan\n---\n",
    ]).withBrowser()
    let shown = try await browser.get("/settings").body
    #expect(shown.contains("<option value=\"Kaia\" selected>Kaia</option>"))
    #expect(shown.contains("<option value=\"Day\" selected>Day</option>"))
    #expect(shown.contains("value=\"03-01\" checked><span>1 March</span>"))
    #expect(try await browser.post("/settings/vault/person", ["value": "Bà Lan"]).status == 303)
    #expect(try page.text(".tl/config.yaml").contains("person: Bà Lan\n"))
    for key in ["categories", "format", "author", "since", "prompts.x", "pin"] {
      #expect(try await browser.post("/settings/vault/\(key)", ["value": "1"]).status == 404)
    }
    // Nothing is set that could be removed.
    #expect(try await browser.post("/settings/vault/nudge.at", ["value": ""]).status == 303)
  }
}
