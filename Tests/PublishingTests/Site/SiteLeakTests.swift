import Foundation
import TestSupport
import Testing

@testable import Publishing

/// What is not public is in no byte of a site, and what is public is escaped.
@Suite("What a site tells")
struct SiteLeakTests {
  @Test("nothing of other notes, of paths, of unknown keys and of metadata")
  func leaks() throws {
    let marker = "LEAK"
    let vault = try SiteVault(
      [
        "\(marker)-folder/\(marker)-file.md": SiteVault.note(
          1,
          """
          # Public

          A [link](\(marker)-other.md), [](../\(marker)/x.md), ![](\(marker)-folder/none.jpg),
          [[\(marker)-dir/plain]] and [[\(marker)-dir/plain|shown]].
          """,
          keys: "\(marker)_key: \(marker)\nfavorite: true\nmood: \(marker)"),
        "\(marker)-other.md": "---\nid: \(marker)-id\npublish: false\n---\n\n# \(marker)\n",
        "sealed.md": SiteVault.note(2, "# \(marker)", keys: "open_after: 2999-01-01"),
        "copy.md": SiteVault.note(
          3, "# \(marker)", keys: "conflict_of: x\nconflict_from: \(marker)"),
        "broken.md": "---\npublish: true\n\(marker): [\n---\n\n\(marker)\n",
        "people/x.md": "---\ntl: person\npublish: true\nbirthday: 2020-01-01\n---\n\n# \(marker)\n",
        "anonymous.md": SiteVault.note(
          4, "# Nobody",
          keys:
            "anonymous: true\nauthor: \(marker)\npeople: [\(marker)]\nplace: \(marker)\ncoordinates: 60.39,5.32"
        ),
      ], settings: "site: {address: 'https://example.org/', title: Ours}\n# \(marker)\n")
    var photo = try Array(
      Data(
        contentsOf: URL(
          fileURLWithPath: RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.jpg"))))
    // A comment, behind the beginning of the picture.
    photo.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(marker.utf8.count + 2)] + marker.utf8, at: 2)
    try vault.folder.write(SiteVault.note(5, "# With a photo"), to: "photo.md")
    try vault.folder.write(photo, to: "photo.media/\(marker).jpg")
    try vault.build()
    let files = try vault.files()
    #expect(files.keys.contains { $0.hasPrefix("media/") })
    for (path, bytes) in files {
      #expect(!path.contains(marker) && !bytes.holds(marker), "\(path)")
      #expect(!bytes.holds(vault.folder.path), "\(path)")
      #expect(!bytes.holds("60.39"), "\(path)")
    }
    let page = try #require(files["public-00000001.html"])
    #expect(page.holds("plain") && page.holds("shown") && !page.holds("none.jpg\""))
  }

  @Test("hostile titles, tags, names and texts are text")
  func escaping() throws {
    let hostile = #"<script>alert(1)</script>"'&"#
    let quoted = hostile.replacingOccurrences(of: "'", with: "''")
    let vault = try SiteVault(
      [
        "a.md": SiteVault.note(
          1, "\(hostile) #<b>x</b>\n\n[x](javascript:alert(1))\n\n![x](https://evil.example/p.png)",
          keys:
            "title: '\(quoted)'\nauthor: '\(quoted)'\npeople: ['\(quoted)']\nplace: '\(quoted)'\ntags: ['\(quoted)']\nweather: '\(quoted)'\nslug: '\(quoted)'"
        )
      ],
      settings: "site: {title: '\(quoted)', author: '\(quoted)', address: 'https://example.org/'}\n"
    )
    try vault.build()
    for (path, bytes) in try vault.files() where path != "search.js" {
      let text = String(decoding: bytes, as: UTF8.self)
      if path.hasSuffix(".html") {
        #expect(!text.contains("<script>") && !text.contains("javascript:"), "\(path)")
        #expect(!text.contains("src=\"https:"), "\(path)")
        // No attribute ends early: every quote in a value is escaped.
        #expect(!text.contains(#"</script>""#), "\(path)")
      } else if path.hasSuffix(".xml") {
        #expect(!text.contains("<script>"), "\(path)")
      }
      #expect(!path.contains("<") && !path.contains("\"") && !path.contains(".."))
    }
  }

  @Test("no page loads anything from elsewhere, and each has the policy that forbids it")
  func policy() throws {
    let vault = try SiteVault(["a.md": SiteVault.note(1, "text https://example.org")])
    try vault.build()
    for (path, bytes) in try vault.files() where path.hasSuffix(".html") {
      #expect(bytes.holds("default-src &#39;none&#39;"), "\(path)")
      for mark in ["src=\"http", "src=\"//", "<style", "style=\"", "onload=", "url("] {
        #expect(!bytes.holds(mark), "\(path): \(mark)")
      }
    }
  }
}
