internal import HTTPTypes
internal import Journal
internal import Media
internal import Operations
internal import Publishing
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// A book as it leaves: its pages to look at, and files to download.
enum BookOutput {
  static func preview(_ incoming: PageRequest) async throws -> Reply {
    let open = try await OpenBook(incoming)
    let href = incoming.addresses.address(open.path)
    var frame = PageFrame(incoming, title: open.book.title, kind: "plain spreads")
    frame.styles = ["books.css"]
    frame.parent = .link(href, open.book.title)
    frame.values = [
      "pagesHref": .text("\(href)/pages"), "name": .text(PageWords.bookPages(open.book.title)),
    ]
    return try frame.reply("book-preview")
  }

  static func pages(_ incoming: PageRequest) async throws -> Reply {
    let html = try await html(of: OpenBook(incoming), incoming)
    return Reply(.ok, "text/html; charset=utf-8", body: .bytes(try html.bytes()))
      .with(.unstored, .framed)
  }

  static func sheet(_ incoming: PageRequest) async throws -> Reply {
    let html = try await html(of: OpenBook(incoming), incoming)
    return Reply(
      .ok, "text/css; charset=utf-8", body: .bytes(html.css(isForPress: false))
    ).with(.unstored, .file)
  }

  /// The same HTML as `tl book export --html` makes, with the smaller pictures of the page.
  private static func html(of open: OpenBook, _ incoming: PageRequest) async throws -> BookHTML {
    try await incoming.site.bookWork.run {
      let pages = BookPages(open.plan)
      var addresses: [VaultPath: String] = [:]
      for photo in pages.figures.map(\.photo) where addresses[photo.source] == nil {
        guard let item = MediaItem(at: photo.source, in: incoming.vault.folder) else { continue }
        addresses[photo.source] = incoming.addresses.picture(item, .large)
      }
      return try BookHTML(pages, photos: addresses, isPreview: true)
    }
  }

  // MARK: - Files

  static let epub: Route.Handler = { try await download(.epub, $0) }
  static let html: Route.Handler = { try await download(.html, $0) }

  private static func download(_ format: BookFile, _ incoming: PageRequest) async throws -> Reply {
    let open = try await OpenBook(incoming)
    let (vault, threads) = (incoming.vault, incoming.source.threads)
    let program = incoming.site.settings.mediaProgram
    // One after the other: each takes the size of its photos twice until it was sent.
    let file = try await incoming.site.backups.run {
      // With it the name of the file goes, and what a killed server has left.
      let work = try WorkFolder(in: vault.folder)
      defer { withExtendedLifetime(work) {} }
      let photos = "\(work.path)/photos"
      try SystemPath.makeFolders(photos, permissions: 0o700)
      let file = try work.handle.createFile(
        Array("book".utf8), permissions: 0o600, isRead: true)
      try format.write(
        open.plan, to: file, photosIn: photos, of: vault, threads: threads, program: program)
      let size = try file.status().size
      return FileRange(file, 0..<size)
    }
    let slug = Slug.of(open.book.title)
    let name = "\(slug.isEmpty ? "book" : slug).\(format.fileExtension)"
    return Reply(.ok, format.mimeType, body: .fileRange(file))
      .with(.unstored, .file, .attachment(name.utf8))
  }
}
