import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Publishing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Books as EPUB and HTML")
struct BookEPUBTests {
  private static let hostile = "</title>&amp; <script>alert(1)</script> \"']]> \u{1}\u{FFFE}"

  private func vault() throws -> BookVault {
    let title = FieldText.quoted(Self.hostile)
    let vault = try BookVault([
      "books/book.md": """
      ---
      tl: book
      title: \(title)
      subtitle: \(title)
      author: \(title)
      language: de-CH
      ---
      ## \(Self.hostile.filter { !$0.isNewline })
      <b>bold</b> & *text*[^1]

      [^1]: A footnote.

      - [a](../2026/a.md) {caption: <i>"caption"</i>}
      - [a](../2026/a.md)
      - [b](../2026/b.md)
      - [sealed](../2026/sealed.md)
      """,
      "2026/a.md": BookVault.note(
        "a", "title: \(title)\npeople: [\(title)]\nsecretkey: hush\ncoordinates: [48.1, 2.2]\n",
        """
        Text with a [link](b.md), one to [Private](private.md), [[sealed]], #tag and[^1] a note.

        [^1]: Small.

        - [x] done
        - [ ] open

        | a | b |
        |---|---|
        | <br> | ![](a.media/one.jpg) |

        > [!tip]- Folded
        > Text
        """),
      "2026/b.md": BookVault.note(
        "b", "",
        "## Heading\n\n![[one.jpg]] [up](#heading), [away](#gone), [[#Heading]], [[#Gone]]\n"),
      "2026/private.md": BookVault.note("private", "title: Private thing\n", "Nothing for others."),
      "2026/sealed.md": BookVault.note("sealed", "open_after: 2043-01-01\n", "Later."),
    ])
    try vault.addPhoto("2026/a.media/one.jpg", width: 800, height: 600)
    try vault.addPhoto("2026/a.media/home address.jpg", width: 600, height: 800)
    return vault
  }

  @Test("an archive with the type first, and each file that the package names")
  func structure() throws {
    let vault = try vault()
    let bytes = try vault.epub(vault.plan())
    // The name and the bytes of the first file lie where readers look for them (OCF 3.3, section 4.3).
    #expect(Array(bytes[30..<58]) == Array("mimetypeapplication/epub+zip".utf8))
    let files = try BookVault.files(of: bytes)
    #expect(files.first?.name == "mimetype")
    let package = try #require(files.first { $0.name == "EPUB/package.opf" }?.text)
    for name in files.map(\.name) where name.hasPrefix("EPUB/") && !name.hasSuffix(".opf") {
      let href = String(name.dropFirst(5))
      #expect(package.contains("href=\"\(href)\""), "\(href)")
    }
    let hrefs = package.matches(of: /href="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(hrefs).count == hrefs.count)
    for href in hrefs { #expect(files.contains { $0.name == "EPUB/\(href)" }, "\(href)") }
    #expect(package.contains("<dc:language>de-CH</dc:language>"))
  }

  @Test("the same book gives the same bytes")
  func same() throws {
    let vault = try vault()
    #expect(try vault.epub(vault.plan()) == vault.epub(vault.plan()))
  }

  @Test("every page is XML, each id is there once, and links lead to what is there")
  func clean() throws {
    let vault = try vault()
    let files = try BookVault.files(of: vault.epub(vault.plan()))
    var ids: [String: Set<String>] = [:]
    for (name, text) in files where name.hasSuffix(".xhtml") || name.hasSuffix(".opf") {
      #expect(XMLCheck.isWellFormed(text), "\(name): \(text)")
      let found = text.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
      #expect(Set(found).count == found.count && !found.contains(""), "\(name)")
      ids[String(name.dropFirst(5))] = Set(found)
    }
    for (name, text) in files where name.hasSuffix(".xhtml") {
      let own = String(name.dropFirst(5))
      if name.hasSuffix("nav.xhtml") {
        // A note that is in the book twice is in its contents once.
        let targets = text.matches(of: /<a href="([^"]*#[^"]*)"/).map { String($0.output.1) }
        #expect(Set(targets).count == targets.count && !targets.isEmpty, "\(text)")
      }
      for match in text.matches(of: /<a [^>]*href="([^"]*)"/) {
        let parts = match.output.1.split(separator: "#", omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? own : String(parts[0])
        let known = try #require(ids[file], "\(match.output.1)")
        if parts.count > 1 { #expect(known.contains(String(parts[1])), "\(match.output.1)") }
      }
    }
  }

  @Test("nothing private is in a book")
  func hidden() throws {
    let vault = try vault()
    let plan = try vault.plan()
    let epub = try BookVault.files(of: vault.epub(plan)).map { "\($0.name)\n\($0.text)" }
    let work = try TemporaryFolder(inMemory: true)
    let pages = BookPages(plan)
    let photos = try vault.photos(of: pages.wanted, in: work)
    let html = try BookHTML(pages, photos: photos.files.mapValues(\.name))
    let all = epub + [String(decoding: try html.bytes(), as: UTF8.self)]
    for text in all {
      for word in [
        "hush", "secretkey", "48.1", "Later.", "2043", "private.md", "2026/", "home address",
        "secret ", "<script", vault.folder.path,
      ] {
        #expect(!text.contains(word), "\(word)")
      }
    }
  }

  @Test("a book does not take the folder of a site, and knows its own")
  func folder() throws {
    let vault = try vault()
    let pages = BookPages(try vault.plan())
    let work = try TemporaryFolder(inMemory: true)
    let out = try TemporaryFolder(inMemory: true)
    let photos = try vault.photos(of: pages.wanted, in: work)
    let folder = try SiteFolder(making: out.path("book"), besides: vault.folder.path)
    try BookFolder(pages, photos).write(to: folder, photosIn: work.path)
    try BookFolder(pages, photos).write(to: folder, photosIn: work.path)
    #expect(try folder.manifest().hasBook)
    let site = try SiteFolder(making: out.path("site"), besides: vault.folder.path)
    var manifest = SiteManifest()
    manifest.files["feed.xml"] = SiteManifest.Entry(
      sha256: nil, bytes: 0, note: nil, rule: "list", made: "")
    try site.write(manifest)
    #expect(throws: SiteRefusal.another(out.path("site"))) {
      try BookFolder(pages, photos).write(to: site, photosIn: work.path)
    }
  }

  @Test("the page of a book is XML too, in every layout")
  func page() throws {
    let vault = try vault()
    let pages = BookPages(try vault.plan())
    let work = try TemporaryFolder(inMemory: true)
    let photos = try vault.photos(of: pages.wanted, in: work)
    let html = try BookHTML(pages, photos: photos.files.mapValues { "photos/\($0.name)" })
    let text = String(decoding: try html.bytes(), as: UTF8.self)
    #expect(XMLCheck.isWellFormed(text.replacing("<!DOCTYPE html>", with: "")), "\(text)")
    #expect(!text.contains("alt=\"\""))
    let ids = text.matches(of: /\ id="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count)
    let css = String(decoding: html.css(isForPress: true), as: UTF8.self)
    #expect(css.contains("marks: crop cross"))
    #expect(css.contains("@page { size: 148mm 210mm }"))
  }
}

enum FieldText {
  /// A text as YAML writes it in double quotes.
  static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{1}": "\\x01"
        case "\u{FFFE}": "\\uFFFE"
        default: String(scalar)
        }
      }.joined() + "\""
  }
}

enum XMLCheck {
  static func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }
}
