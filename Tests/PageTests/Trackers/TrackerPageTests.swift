import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

@Suite("Trackers on the page")
struct TrackerPageTests {
  /// 1795000000 is 2026-11-18T11:06:40Z.
  private let plants =
    "---\nid: p1\ncreated: 2026-10-01T09:00:00Z\ntl: tracker\ntitle: Water the plants\nevery: 2 days\nunit: l\n---\n\n"
    + "## Log\n\n- 2026-11-14T08:10:00Z = 2\n- 2026-11-16T07:55:00Z = 1.5: only the kitchen\n"
  private let path = "trackers/plants.md"

  private func headers(_ operation: String? = nil, isReplay: Bool = false) -> [String: String] {
    var headers = [
      "X-Requested-With": "tl", "Accept": "application/json", "Tl-Account": "local",
    ]
    if let operation { headers["Tl-Operation"] = operation }
    if isReplay { headers["Tl-Replay"] = "1" }
    return headers
  }

  private func lines(_ page: RunningPage) throws -> [String] {
    try page.text(path).split(separator: "\n").filter { $0.hasPrefix("- ") }.map(String.init)
  }

  @Test("an event that is sent again is logged once, after a restart too, with the time it says")
  func once() async throws {
    let folder = try TemporaryFolder()
    let fields = ["at": "2026-11-18T10:00:00+01:00", "value": "3", "token": "none"]
    do {
      let browser = try await RunningPage([path: plants], in: folder).browser()
      let statuses = try await atOnce(5) { _ in
        try await browser.post("/since/p1/log", fields, headers("operation-1")).status
      }
      #expect(statuses == [200, 200, 200, 200, 200])
    }
    let (page, browser) = try await RunningPage(in: folder).withBrowser()
    let again = try await browser.post(
      "/since/p1/log", fields, headers("operation-1", isReplay: true))
    #expect(again.status == 200)
    #expect(try lines(page).suffix(1) == ["- 2026-11-18T10:00:00+01:00 = 3"])
    #expect(try lines(page).count == 3)
  }

  @Test("an operation that was interrupted after its event was written writes no second one")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let fields = ["at": "2026-11-18T10:00:00Z", "token": "none"]
    do {
      let browser = try await RunningPage([path: plants], in: folder).browser()
      _ = try await browser.post("/since/p1/log", fields, headers("operation-1"))
    }
    // The line that says that it is done was not written.
    let journal = folder.path("state/operations")
    let kept = try String(contentsOfFile: journal, encoding: .utf8)
      .split(separator: "\n").filter { !$0.contains("outcome") }.joined(separator: "\n")
    try Data((kept + "\n").utf8).writeAlone(to: journal)
    let (page, browser) = try await RunningPage(in: folder).withBrowser()
    let again = try await browser.post(
      "/since/p1/log", fields, headers("operation-1", isReplay: true))
    #expect(again.status == 200)
    #expect(try lines(page).count == 3)
  }

  @Test("undo gives the bytes of the log back, and removes nothing else")
  func undo() async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    let answer = try await browser.post("/since/p1/log", ["token": "none"], headers())
    #expect(try answer.text("say") == "Logged.")
    let undo = try #require(try answer.text("undo"))
    #expect(try lines(page).last == "- 2026-11-18T11:06:40Z")
    #expect(try await browser.post(undo, ["token": "none"], headers()).status == 200)
    #expect(try page.text(path).hasSuffix(String(plants.suffix(90))))
    try await browser.post(undo, ["token": "none"], headers()).expect(409)
    #expect(try lines(page).count == 2)
  }

  @Test("a page offers to undo only what a page of its session has done")
  func offered() async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    let shown = try await browser.get("/since/plants").body
    let reference = try #require(shown.firstMatch(of: /edit=(1794[0-9]+\.[0-9a-f]{16})/)?.1)
    let removed = try await browser.post("/since/p1/remove/\(reference)", [:])
    let location = try #require(removed.header("location"))
    let there = try await browser.get(location).body
    let undo = try #require(there.firstMatch(of: /formaction="(\/since\/p1\/restore\/[^"]+)"/)?.1)
    let forged = [
      String(location.prefix { $0 != "!" }), location + "0", "/?done=trash-1",
      "/?done=unlogged-LSAyMDIxLTAxLTAx.p1", "/?done=logged-\(reference)-p1",
      "/?done=trash-x", "/?done=renamed--9223372036854775808-1",
    ]
    for address in forged {
      let body = try await browser.get(address).body
      #expect(body.contains("class=\"notice\" role=\"status\"></div>"), "\(address)")
    }
    let elsewhere = try await page.browser().get(location).body
    #expect(elsewhere.contains("class=\"notice\" role=\"status\"></div>"))
    #expect(try await browser.post(String(undo), [:]).status == 303)
    #expect(try page.text(path) == plants)
  }

  @Test(
    "more than one event is not added as one that was removed",
    arguments: [
      "- 2021-01-01 10:00\n- 2020-01-01 09:00 = 999\n", "- 2021-01-01\n\nwords\n",
      "- 2021-01-01\nwords\n", "- 2021-01-01\n```\n",
    ])
  func foreignLines(lines: String) async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    let encoded = Base64.urlEncoded(Array(lines.utf8))
    #expect(try await browser.post("/since/p1/restore/\(encoded)", [:]).status == 404)
    #expect(try page.text(path) == plants)
  }

  @Test(
    "what cannot be read is refused with a sentence, and nothing is written",
    arguments: [
      (["value": "5,2 cups"], "is not a number"), (["value": "inf"], "is not a number"),
      (["at": "christmas"], "is not a day or a time"), (["at": "last month"], "is not a day"),
    ])
  func refused(fields: [String: String], sentence: String) async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    try await browser.post(
      "/since/p1/log", fields.merging(["token": "none"]) { $1 }, headers()
    ).expect(422, has: sentence)
    #expect(try page.text(path) == plants)
  }

  @Test("an event is changed in what differs from what was shown, and moves to its place")
  func change() async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    let shown = try await browser.get("/since/plants").body
    let reference = try #require(shown.firstMatch(of: /edit=(1794[0-9]+\.[0-9a-f]{16})/)?.1)
    let form = try await browser.get("/since/plants?edit=\(reference)").body
    #expect(form.contains("value=\"2026-11-16T07:55:00\""))
    let same = ["at": "2026-11-16T07:55:00", "value": "1.5", "text": "only the kitchen"]
    _ = try await browser.post("/since/p1/event/\(reference)", same)
    #expect(try page.text(path) == plants)
    // As browsers send a time whose seconds are 0.
    _ = try await browser.post(
      "/since/p1/event/\(reference)", same.merging(["at": "2026-11-16T07:55"]) { $1 })
    #expect(try page.text(path) == plants)
    var moved = same
    moved["at"] = "2026-11-13"
    try await browser.post("/since/p1/event/\(reference)", moved).expect(303)
    #expect(
      try lines(page) == ["- 2026-11-13 = 1.5: only the kitchen", "- 2026-11-14T08:10:00Z = 2"])
    try await browser.post("/since/p1/remove/\(reference)", [:]).expect(409)
  }

  @Test("a value with a comma counts, and a text that leaves a code block open is refused")
  func values() async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    #expect(
      try await browser.post("/since/p1/log", ["value": "2,5", "at": "2026-11-17"]).status == 303)
    #expect(try lines(page).contains("- 2026-11-17 = 2.5"))
    let before = try page.text(path)
    for text in ["sugar\r\n```\r\nflour", "a\n~~~"] {
      let answer = try await browser.post("/since/p1/log", ["text": text, "at": "2026-11-15"])
      #expect(answer.status == 422 && answer.body.contains("code block"), "\(answer.status)")
    }
    #expect(try page.text(path) == before)
  }

  @Test(
    "how many are due is known without reading files again, and follows the clock and the files")
  func due() async throws {
    let clock = TestClock()
    let page = try await RunningPage(
      [
        path: plants,
        "trackers/tea.md": "---\nid: t1\ntl: tracker\nevery: 1 day\n---\n- 2026-11-18T11:00:00Z\n",
      ],
      now: { clock.now })
    let snapshot = page.site.live.snapshot
    #expect(page.site.dueCount(snapshot) == 1)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: page.folder.path("vault/trackers/tea.md"))
    clock.advance(40_000)
    #expect(page.site.dueCount(snapshot) == 1)
    clock.advance(46_400)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: page.folder.path("vault/trackers/tea.md"))
    #expect(page.site.dueCount(page.site.live.snapshot) == 2)
    try page.folder.write(
      plants.replacing("- 2026-11-16", with: "- 2026-11-19"), to: "vault/\(path)")
    let old = snapshot.generation
    while page.site.live.snapshot.generation == old { try await Task.sleep(for: .milliseconds(5)) }
    while page.site.dueCount(page.site.live.snapshot) != 1 {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("a tracker is named by its file where that is clear, else by its id")
  func names() async throws {
    let browser = try await RunningPage([
      path: plants, "a/coffee.md": "---\nid: c1\ntl: tracker\n---\n",
      "b/coffee.md": "---\nid: c2\ntl: tracker\n---\n",
      "trackers/p1.md": "---\nid: x1\ntl: tracker\ntitle: Other\n---\n",
    ]).browser()
    let list = try await browser.get("/since").body
    for address in ["/since/plants", "/since/c1", "/since/c2", "/since/x1"] {
      #expect(list.contains("href=\"\(address)\""), "\(address)")
    }
    #expect(try await browser.get("/since/coffee").status == 404)
    #expect(try await browser.get("/since/p1").body.contains("Water the plants"))
    #expect(try await browser.get("/since/Water%20the%20plants").status == 200)
  }

  @Test("a page that only reads has no forms, and refuses them")
  func readOnly() async throws {
    let (page, browser) = try await RunningPage([path: plants], isReadOnly: true).withBrowser()
    try await browser.get("/since").expect(has: "Water the plants", lacks: "class=\"log\"")
    try await browser.post("/since/p1/log", ["token": "none"], headers()).expect(403)
    #expect(try page.text(path) == plants)
  }

  @Test("unit and goal are set and taken out again, and the rest of the file stays")
  func unitAndGoal() async throws {
    let (page, browser) = try await RunningPage([path: plants]).withBrowser()
    func set(_ unit: String, _ goal: String, shown: String = "") async throws -> Int {
      try await browser.post(
        "/since/p1/values", ["unit": unit, "goal": goal, "shown-goal": shown]
      ).status
    }
    #expect(try await set("l", "many") == 422)
    #expect(try page.text(path) == plants)
    #expect(try await set("l", "") == 303)
    #expect(try page.text(path) == plants, "nothing is otherwise")
    #expect(try await set("ml", "at most 300 a week") == 303)
    #expect(
      try page.text(path)
        == plants.replacingOccurrences(
          of: "unit: l\n", with: "unit: ml\ngoal: at most 300 a week\n"))
    // The form shows "at most 300 per week".
    #expect(try await set("l", "at most 300 per week", shown: "at most 300 per week") == 303)
    #expect(
      try page.text(path)
        == plants.replacingOccurrences(
          of: "unit: l\n", with: "unit: l\ngoal: at most 300 a week\n"), "as it was written")
    #expect(try await browser.post("/since/p1/values", ["unit": "l"]).status == 303)
    #expect(try page.text(path).contains("goal: at most 300 a week\n"), "not in the form")
    #expect(try await set("", "", shown: "at most 300 per week") == 303)
    #expect(try page.text(path) == plants.replacingOccurrences(of: "unit: l\n", with: ""))
    let form = try await browser.get("/since/p1").body
    #expect(form.contains("<p><label for=\"l-value\">"), "a value without a unit")
    #expect(try await browser.post("/since/p1/log", ["value": "2.5"]).status == 303)
    #expect(try lines(page).last?.hasSuffix(" = 2.5") == true)
  }

  @Test(
    "dots say on which days there was an event, in weeks and months for what is rarer",
    arguments: [
      ([0, 1, 3], "3 of 14 days"), ([0], "1 of 14 days"), ([2, 9, 17, 90], "2 of 14 months"),
      ([2, 9, 17, 25], "4 of 14 weeks"), ([0, 40, 41, 419], "3 of 14 months"),
      ([20, 22], "0 of 14 days"),
    ])
  func dots(found: [Int], text: String) throws {
    var days = [Bool](repeating: false, count: 420)
    #expect(TrackerDots(days) == nil)
    for index in found { days[index] = true }
    let dots = try #require(TrackerDots(days))
    #expect(dots.text == text)
    #expect(dots.cells.last == (found[0] < 30 && dots.cells.contains(true)))
  }

  @Test("a row of the list has the last value, its days and one button")
  func row() async throws {
    let browser = try await RunningPage([path: plants]).browser()
    let list = try await browser.get("/since").body
    #expect(list.contains("<p class=\"amount\"><bdi>1.5 l</bdi></p>"))
    #expect(list.contains("2 of 14 days"))
    #expect(list.contains("<span class=\"now\">due "))
    #expect(list.contains("<span>every 2 days</span>"))
    #expect(list.split(separator: "data-testid=\"tracker.event.log\"").count == 2)
  }

  @Test(
    "how long ago is said in words, unless the vault sets how",
    arguments: [
      ("", ">2 days ago</time>"), ("since:\n  details: true\n", ">2 days ago</time>"),
      ("since:\n  display: tenths\n", ">2.1 d ago</time>"),
      ("since:\n  display: subUnits\n", ">2d 3hr ago</time>"),
    ])
  func elapsed(settings: String, words: String) async throws {
    let browser = try await RunningPage([
      path: plants.replacing("## Log", with: "Not the cactus.\n\n## Log"),
      ".tl/config.yaml": "format: 1\n\(settings)",
    ]).browser()
    try await browser.get("/since").expect(has: words, "Not the cactus.")
    try await browser.get("/since/plants").expect(
      has: words, "Not the cactus.", "<b dir=\"auto\">2 days</b> usual gap",
      "<b dir=\"auto\">3.5 l</b> in the last 30 days", "<h3 class=\"label\">November 2026</h3>")
  }

  @Test("notes that count as events are shown as links, and are not changed here")
  func notes() async throws {
    let browser = try await RunningPage([
      path: plants,
      "n.md": "---\nid: n1\ndate: 2026-11-17\ntracker: plants\nvalue: 7\n---\n# Rainy\n",
    ]).browser()
    try await browser.get("/since/plants").expect(has: "<a href=\"/n/n1\">Rainy</a>", "3 events")
  }
}
