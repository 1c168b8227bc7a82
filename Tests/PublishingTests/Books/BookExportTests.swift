import Foundation
import TestSupport
import Testing

/// Where a WeasyPrint is that makes books; nil if there is none, or only one that is too old.
private let weasyPrint: String? = {
  let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
  let folder = folders.map(String.init).first {
    FileManager.default.isExecutableFile(atPath: "\($0)/weasyprint")
  }
  guard let folder,
    let output = try? runProgram(
      "\(folder)/weasyprint", ["--version"], in: "/", environment: ["PATH": "/usr/bin:/bin"]),
    let version = output.stdoutText.firstMatch(of: /version (\d+)/), Int(version.1) ?? 0 >= 69
  else { return nil }
  return folder
}()

/// `tl book export` as a program.
@Suite("Exports of books")
struct BookExportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["home", "out"] { try folder.makeFolder(name) }
    try tl(["init", "vault"]).expect(0)
    try folder.write(
      "---\ntl: book\ntitle: First year\nlanguage: en\n---\n\n- [A lamp](../a.md)\n",
      to: "vault/books/first-year.md")
    try folder.write(
      "---\nid: a\ncreated: 2026-06-14T09:00:00Z\nlanguage: de\n---\n\n# Eine Lampe\n\nSie leuchtet.\n",
      to: "vault/a.md")
    let photo = RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.jpg")
    try folder.write(Data(contentsOf: URL(fileURLWithPath: photo)), to: "vault/a.media/p.jpg")
  }

  private func tl(_ arguments: [String], path: String = "/usr/bin:/bin") throws -> CommandOutput {
    try runProgram(
      try #require(builtProgram("tl-net")), arguments, in: folder.path,
      environment: ["HOME": folder.path("home"), "PATH": path, "TZ": "UTC"])
  }

  private func export(_ book: String, _ options: String...) throws -> CommandOutput {
    try tl(["--vault", "vault", "book", "export", book] + options)
  }

  /// The files of the vault that are the user's.
  private var ownFiles: [String] {
    folder.contents().filter { $0.hasPrefix("vault/") && !$0.hasPrefix("vault/.tl") }.sorted()
  }

  @Test("an EPUB file is called after the book, and replaced by --force alone, by the same bytes")
  func epub() throws {
    let before = ownFiles
    try export("First year", "--epub").expect(0, outEnds: "/first-year.epub\n")
    #expect(ownFiles == before)
    let first = try folder.read("first-year.epub")
    #expect(first.starts(with: Array("PK".utf8)))
    try folder.write("mine", to: "first-year.epub")
    try export("First year", "--epub").expect(2, out: "", errHas: "exists", "--force replaces it")
    #expect(try folder.readText("first-year.epub") == "mine")
    try export("First year", "--epub", "--force").expect(0)
    let isSame = try folder.read("first-year.epub") == first
    #expect(isSame)
  }

  @Test("a folder of HTML has the page, its style and the photos, and is made anew")
  func html() throws {
    try export("First year", "--html").expect(0, outEnds: "/first-year\n")
    let page = try folder.readText("first-year/index.html")
    // The language of a note is that of its title and text.
    expect(page, has: "<html lang=\"en\"", "lang=\"de\" dir=\"auto\">Eine Lampe", "Sie leuchtet.")
    let names = try folder.names(in: "first-year").sorted()
    #expect(names == ["book.css", "index.html", "manifest.json", "photos"])
    try export("First year", "--html").expect(0)
    #expect(try folder.readText("first-year/index.html") == page)
    try export("First year", "--html", "--force").expect(64)
  }

  @Test("-o names the file, outside of the vault and where a folder is")
  func places() throws {
    try export("First year", "--epub", "-o", "out/mine.epub").expect(0, outEnds: "/out/mine.epub\n")
    try export("First year", "--html", "-o", "out/mine").expect(0)
    #expect(try folder.names(in: "out").sorted() == ["mine", "mine.epub"])
    try export("First year", "--epub", "-o", "vault/mine.epub").expect(64, errHas: "in the vault")
    try export("First year", "--html", "-o", "vault/mine").expect(64, errHas: "in the vault")
    try export("First year", "--epub", "-o", "gone/mine.epub").expect(2, errHas: "is not there")
    try export("First year", "--epub", "-o", "out").expect(2, errHas: "is a folder")
  }

  @Test("a book that is not there, and one without notes, are said")
  func missing() throws {
    try export("Second year", "--epub").expect(2, out: "", errHas: "Second year", "tl book new")
    try folder.write("---\ntl: book\ntitle: Empty\n---\n", to: "vault/books/empty.md")
    try export("Empty", "--epub").expect(2, out: "", errHas: "tl book add empty NOTE")
    #expect(!folder.exists("empty.epub"))
  }

  @Test("PDF files to read have the same bytes each time", .enabled(if: weasyPrint != nil))
  func pdf() throws {
    let made = try [[], [], ["--print"]].enumerated().map { place, options in
      let name = "out/\(place).pdf"
      let command = ["--vault", "vault", "book", "export", "First year", "--pdf", "-o", name]
      try tl(command + options, path: "\(weasyPrint ?? ""):/usr/bin:/bin").expect(0)
      return try folder.read(name)
    }
    #expect(made.allSatisfy { $0.starts(with: Array("%PDF".utf8)) })
    let isSame = made[0] == made[1]
    #expect(isSame)
  }
}
