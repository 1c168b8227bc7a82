import TestSupport
import Testing

@testable import Page

@Suite("Notes without a title on the page")
struct UntitledPageTests {
  private static let front = "---\nid: photo\ndate: 2024-05-03T10:11:12Z\n---\n"

  @Test(
    "the time in a file name is no heading, and no name",
    arguments: ["2024-05-03-101112", "2024-05-03-101112-2", "20240503T101112", "2024-05-03"])
  func time(_ stem: String) async throws {
    let browser = try await RunningPage([
      "\(stem).md": Self.front, "\(stem).media/oak.jpg": "x",
      "later.md": "---\nid: later\ndate: 2024-05-04T10:11:12Z\n---\n# Later\n",
    ]).browser()
    for address in ["/", "/n/photo", "/n/photo?fragment=1", "/n/later"] {
      let body = try await browser.get(address).body
      for element in [">\(stem)<", "=\"\(stem)\"", ">\(stem) "] {
        #expect(!body.contains(element), "\(address) has \(element)")
      }
    }
    #expect(try await browser.get("/n/photo").body.contains("<title>Friday, 3 May 2024"))
  }

  @Test(
    "words in a file name are a heading",
    arguments: ["oak", "2024-05-03-101112-oak", "2024-05-03 散歩", "1984"])
  func words(_ stem: String) async throws {
    let page = try await RunningPage(["\(stem).md": Self.front])
    let body = try await page.browser().get("/").body
    #expect(body.contains("<h3 dir=\"auto\"><a href=\"/n/photo\">\(stem)</a></h3>"))
  }
}
