import TestSupport
import Testing

@testable import Page

@Suite("Where a note was written")
struct NotePlaceTests {
  @Test("the page of a note says where it was written, and leads to the map")
  func note() async throws {
    let browser = try await RunningPage([
      "a.md":
        "---\nid: a\nplace: Café <b>\nlocality: Wien\nlat: -48.2104\nlon: 16.3654001\n---\nx\n",
      "b.md": "---\nid: b\n---\nx\n", "c.md": "---\nid: c\ncoordinates: [0, 200]\n---\nx\n",
    ]).browser()
    try await browser.get("/n/a").expect(
      has: ">Café &lt;b&gt;<", ">Wien<", "-48.2104, 16.3654", "href=\"geo:-48.2104,16.3654\"",
      "/map?z=6&amp;lat=-48.2104&amp;lon=16.3654\"")
    for other in ["b", "c"] {
      #expect(!(try await browser.get("/n/\(other)").body.contains("geo:")))
    }
  }
}
