import Foundation
import Media
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Smaller copies of pictures")
struct PictureTests {
  @Test("a card offers sizes of a photo, and each is a picture that is kept for ever")
  func sizes() async throws {
    let page = try await PicturePage(["wide.jpg", "gps.heic"])
    let html = try await page.browser.get("/").body
    let sources = page.sources(in: html)
    #expect(sources.contains { $0.hasSuffix("wide.jpg") })
    #expect(sources.contains { $0.hasSuffix("gps.heic") }, "HEIC is shown")
    for source in sources {
      let answer = try await page.browser.get(source).expect(200)
      #expect(answer.header("content-type") == "image/webp")
      #expect(answer.header("cache-control") == "private, max-age=31536000, immutable")
      #expect(answer.body.hasPrefix("RIFF"))
      let known = try #require(answer.header("etag"))
      #expect(try await page.browser.get(source, ["If-None-Match": known]).status == 304)
    }
  }

  @Test("an address of an older version shows the picture of now, and is not kept")
  func otherVersion() async throws {
    let page = try await PicturePage(["wide.jpg"])
    let answer = try await page.browser.get("/i/320/1-2.3/a.media/wide.jpg").expect(200)
    #expect(answer.header("cache-control") == "private, no-cache")
  }

  @Test("what cannot be made smaller is shown as it is")
  func damaged() async throws {
    let page = try await PicturePage(["wide.jpg"])
    try page.running.folder.write("\u{1}no picture", to: "vault/a.media/broken.jpg")
    try await page.browser.get("/i/320/1-2.3/a.media/broken.jpg")
      .expect(303, location: "/media/a.media/broken.jpg")
  }

  @Test(
    "other edges, hidden files, notes and folders have no copies",
    arguments: [
      "/i/321/1-2.3/a.media/wide.jpg", "/i/0320/1-2.3/a.media/wide.jpg", "/i/320/1-2.3/a.md",
      "/i/320/1-2.3/a.media", "/i/320/1-2.3/.tl/local/x.jpg", "/i/320/1-2.3/a.media/none.jpg",
      "/i/320/1-2.3/..%2Fa.media/wide.jpg",
    ])
  func refused(path: String) async throws {
    let page = try await PicturePage(["wide.jpg"])
    #expect(try await page.browser.get(path).status == 404)
  }

  @Test("without tl-media there are originals, and HEIC is a file")
  func withoutProgram() async throws {
    let page = try await PicturePage(["wide.jpg", "gps.heic"], program: nil)
    let html = try await page.browser.get("/").body
    #expect(page.sources(in: html).isEmpty)
    #expect(html.contains("src=\"/media/a.media/wide.jpg\""))
    #expect(html.contains("class=\"file\" href=\"/media/a.media/gps.heic\""))
  }

  @Test("a page that changes nothing writes no copies into the vault")
  func readOnly() async throws {
    let page = try await PicturePage(["wide.jpg"], isReadOnly: true)
    let source = try #require(page.sources(in: try await page.browser.get("/").body).first)
    #expect(try await page.browser.get(source).status == 200)
    #expect(!FileManager.default.fileExists(atPath: page.running.folder.path("vault/.tl/local")))
  }

  @Test("a copy of a photo that lies elsewhere under its content is not made again")
  func moved() async throws {
    let page = try await PicturePage(["wide.jpg"])
    let source = try #require(page.sources(in: try await page.browser.get("/").body).first)
    #expect(try await page.browser.get(source).status == 200)
    let cache = page.running.folder.path("vault/.tl/local/cache")
    let files = try Set(FileManager.default.contentsOfDirectory(atPath: cache))
    try page.running.folder.move("vault/a.media/wide.jpg", to: "vault/a.media/other.jpg")
    let moved = source.replacing("wide.jpg", with: "other.jpg")
    #expect(try await page.browser.get(moved).status == 200)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: cache)) == files)
  }

  @Test(
    "widths are those of the copies", arguments: [(4032, 3024), (3024, 4032), (700, 10), (1, 9)])
  func widths(width: Int, height: Int) {
    let size = PictureSize(width: width, height: height)
    for edge in VariantEdge.needed(for: size) {
      let shown = PictureSource.width(of: size, within: edge.pixels)
      #expect(shown >= 1 && shown <= min(width, edge.pixels))
      let ratio = Double(width) / Double(height)
      let longest = min(max(width, height), edge.pixels)
      let expected = width >= height ? Double(longest) : Double(longest) * ratio
      #expect(abs(Double(shown) - expected) <= 1)
    }
  }
}

/// A page with one note, `a.md`, and pictures.
private struct PicturePage {
  let running: RunningPage
  let browser: Browser

  init(_ pictures: [String], program: String? = builtProgram("tl-media"), isReadOnly: Bool = false)
    async throws
  {
    running = try await RunningPage(
      ["a.md": "# A\n"], isReadOnly: isReadOnly, mediaProgram: program)
    for name in pictures {
      let bytes = try RepositoryRoot.bytes(of: "Tests/MediaWorkerTests/Fixtures/\(name)")
      try running.folder.write(bytes, to: "vault/a.media/\(name)")
    }
    browser = try await running.browser()
  }

  /// The addresses of smaller copies.
  func sources(in html: String) -> [String] {
    html.matches(of: #/(?:src|srcset)="([^"]*)"/#).flatMap { match in
      match.1.split(separator: ", ").map { String($0.prefix { $0 != " " }) }
    }
    .filter { $0.hasPrefix("/i/") }
  }
}
