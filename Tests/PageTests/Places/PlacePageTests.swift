import TestSupport
import Testing

@testable import Page

@Suite("Places on the page")
struct PlacePageTests {
  private static func note(_ number: Int, _ keys: String...) -> (String, String) {
    let day = "2026-11-\(number < 10 ? "0" : "")\(number)"
    return (
      "note-\(number).md",
      (["---", "created: \(day)T10:00:00Z"] + keys + ["---", "# Note \(number)", ""])
        .joined(separator: "\n")
    )
  }

  private static let files = Dictionary(
    uniqueKeysWithValues: [
      note(1, "place: Café \"Central\" <b>", "locality: Wien", "coordinates: [48.2104, 16.3654]"),
      note(2, "place: Louvre", "locality: Paris", "coordinates: [48.8606, 2.3376]"),
      note(3, "place: Louvre", "locality: Paris"),
      note(4, "coordinates: [35.66, 139.70]"), note(5, "coordinates: [0, -30]"),
      note(6, "locality: Kyoto"), note(7, "coordinates: [200, 5]"), note(8),
      note(9, "coordinates: [48.8610, 2.3380]"),
      (
        "people/kaia.md",
        "---\ntl: person\ntitle: Kaia\nplace: Nursery\ncoordinates: [1, 1]\n---\n"
      ),
    ])

  @Test("the list has each place once, escaped, with the notes there")
  func list() async throws {
    let page = try await RunningPage(Self.files)
    try await page.browser().get("/map").expect(
      has: "Café &quot;Central&quot; &lt;b&gt;", ">Louvre<", "Paris · 2 notes · ", ">near Tokyo<",
      ">1 note · ", ">0.0000, -30.0000<", ">Kyoto<", ">6 places, 7 notes<", "near Paris",
      lacks: "Central\" <b>", "Nursery")
  }

  @Test("a place leads to its notes")
  func timelines() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let body = try await browser.get("/map").body
    let hrefs = body.matches(of: /<a class="name" href="([^"]+)" dir="auto">([^<]+)</).map {
      (String($0.2), String($0.1).replacing("&amp;", with: "&"))
    }
    let expected = [
      "Louvre": ["Note 2", "Note 3"], "Kyoto": ["Note 6"], "near Tokyo": ["Note 4"],
      "0.0000, -30.0000": ["Note 5"], "Café &quot;Central&quot; &lt;b&gt;": ["Note 1"],
    ]
    for (title, notes) in expected {
      let href = try #require(hrefs.first { $0.0 == title }?.1, "\(title) in \(hrefs)")
      let timeline = try await browser.get(href).body
      for number in 1...9 {
        let isExpected = notes.contains("Note \(number)")
        #expect(timeline.contains(">Note \(number)<") == isExpected, "\(title): Note \(number)")
      }
    }
  }

  @Test("the search field finds names and towns, and the order can be another")
  func search() async throws {
    let browser = try await RunningPage(Self.files).browser()
    try await browser.get("/map?q=par")
      .expect(has: ">Louvre<", "value=\"par\"", lacks: ">Kyoto<")
    #expect(try await browser.get("/map?q=zzz").body.contains(PageWords.noSuchPlace))
    for (order, first) in [("", "Louvre"), ("?sort=newest", "near Paris")] {
      let sorted = try await browser.get("/map\(order)").body
      let names = sorted.matches(of: /<a class="name"[^>]*>([^<]+)</).map { String($0.1) }
      #expect(names.first == first && names.count == 6)
    }
    for odd in ["/map?from=-5", "/map?from=99999999", "/map?from=x&sort=%00", "/map?h=-1e9"] {
      #expect(try await browser.get(odd).status == 200)
    }
  }

  @Test("a long list has pages")
  func pages() async throws {
    let files = (0..<450).map { index in
      ("n-\(index).md", "---\ncreated: 2026-01-01\nplace: Place \(index)\n---\n")
    }
    let browser = try await RunningPage(Dictionary(uniqueKeysWithValues: files)).browser()
    var (address, seen) = ("/map", Set<Substring>())
    for count in [200, 200, 50] {
      let body = try await browser.get(address).body
      let names = body.matches(of: />(Place \d+)</).map(\.1)
      #expect(names.count == count)
      seen.formUnion(names)
      address = body.firstMatch(of: /rel="next" href="([^"]+)"/).map { String($0.1) } ?? ""
      #expect(!body.contains("id=\"world\""))
    }
    #expect(seen.count == 450 && address.isEmpty)
  }

  /// The addresses and labels of the circles.
  private static func marks(in body: String) -> [(href: String, label: String)] {
    body.matches(of: /<a href="([^"]+)" aria-label="([^"]+)" data-lat/).map {
      (String($0.1).replacing("&amp;", with: "&"), String($0.2))
    }
  }

  @Test("the map has a circle for each group of notes, and a list of the places in view")
  func map() async throws {
    let browser = try await RunningPage(Self.files).browser()
    let body = try await browser.get("/map").body
    #expect(body.contains(">6 places, 7 notes<"), "\(body)")
    let marks = Self.marks(in: body)
    #expect(marks.map(\.label).contains("near Tokyo: 1 note"))
    #expect(!body.contains("\" <b>"))
    // Vienna and Paris are one circle here.
    let europe = try #require(
      marks.first { $0.label.hasSuffix("3 notes; \(PageWords.showNearer)") })
    let nearer = try await browser.get(europe.href).body
    #expect(nearer.contains(">3 of 6 places, 3 notes<"))
    #expect(Self.marks(in: nearer).count == 2)
    let notes = try #require(nearer.firstMatch(of: /<a href="([^"]+)">Notes around here</))
    let timeline = try await browser.get(String(notes.1).replacing("&amp;", with: "&")).body
    for (number, isThere) in [(1, true), (2, true), (9, true), (3, false), (4, false), (5, false)] {
      #expect(timeline.contains(">Note \(number)<") == isThere, "\(number)")
    }
    let paris = try await browser.get("/map?z=12&lat=48.8606&lon=2.3376").body
    #expect(paris.contains(">2 of 6 places, 2 notes<") && !paris.contains("Wien"))
    try await browser.get("/map?z=14&lat=-90&lon=180").expect(has: PageWords.nothingHere)
    for odd in ["/map?z=x", "/map?z=1&lat=nan&lon=0", "/map?z=3&lat=1e9&lon=%3Cb%3E"] {
      try await browser.get(odd).expect(200, lacks: "<b>")
    }
  }

  @Test("a vault without places says so")
  func empty() async throws {
    let browser = try await RunningPage(["a.md": "# A\n"]).browser()
    try await browser.get("/map")
      .expect(has: String(PageWords.noPlaces.prefix(30)), lacks: "id=\"world\"")
  }

  @Test("the address of the list of places leads to the map")
  func oldAddress() async throws {
    let reply = try await RunningPage(Self.files).browser().get("/places?q=par")
    #expect(reply.status == 303 && reply.header("location")?.hasSuffix("/map?q=par") == true)
  }

  @Test("what is looked for stays when the map is moved")
  func searchOnMap() async throws {
    let body = try await RunningPage(Self.files).browser().get("/map?q=par&sort=newest").body
    #expect(body.contains(">2 places, 3 notes with “par”<"))
    let view = /\/map\?z=[\d.]+&amp;lat=[\d.]+&amp;lon=[\d.]+&amp;q=par&amp;sort=newest"/
    #expect(body.contains(view))
  }

  @Test("the API lists the places as tl places does, and follows the vault")
  func api() async throws {
    let browser = try await RunningPage(Self.files).browser()
    try await browser.get("/api/v1/places").expect(
      has:
        #"{"place":"Louvre","locality":"Paris","coordinates":[48.8606, 2.3376],"notes":2,"last":"2026-11-03"}"#
        .replacing(", ", with: ","),
      #""place":null,"locality":"Kyoto","coordinates":null"#, lacks: "Nursery", "near Tokyo")
  }
}
