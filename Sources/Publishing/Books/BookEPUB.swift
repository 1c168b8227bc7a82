package import Archives
internal import Journal
package import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat

/// A book as EPUB 3.3: text that flows, in the fonts of the reader; the same book gives the same bytes.
package struct BookEPUB: Sendable {
  private let plan: BookPlan
  private let photos: BookPhotos
  private let texts: BookTexts
  private let templates: TemplateLibrary
  /// The ids of the notes, and the place of the part in which each is first.
  private let placesByID: [String: Int]

  private static let folder = "EPUB"

  /// - Throws: a `TemplateLibrary.Problem`.
  package init(_ plan: BookPlan, _ photos: BookPhotos) throws(TemplateLibrary.Problem) {
    (self.plan, self.photos) = (plan, photos)
    var places: [String: Int] = [:]
    for (place, part) in plan.parts.enumerated() {
      for case .note(let note) in part.entries where places[note.note.id] == nil {
        places[note.note.id] = place
      }
    }
    placesByID = places
    texts = BookTexts(
      plan, photos: photos.files.mapValues { "images/\($0.name)" }, headingShift: 2
    ) { [places] note in
      places[note.id].map { "\(Self.page(ofPart: $0))#\(BookTexts.anchor(of: note))" }
    }
    templates = try TemplateLibrary(PublishedFiles.templates(in: PublishedFiles.all))
  }

  /// Writes the book into an archive, which is finished then.
  ///
  /// - Parameter folder: the path of the folder of the photos.
  package func write(to archive: ZipWriter, photosIn folder: String) throws {
    // What it is stands first, and as it is (OCF 3.3, section 4.3).
    try archive.add(ZipHeader("mimetype"), Array("application/epub+zip".utf8))
    try add("META-INF/container.xml", Self.container, to: archive)
    var pages: [(name: String, bytes: [UInt8])] = [
      ("package.opf", try templates.html("epub-package", packageView).bytes),
      ("nav.xhtml", try templates.html("epub-nav", navigation).bytes),
      ("book.css", PublishedFiles.all["epub.css"] ?? []),
      (Self.front, try page("front", front)),
    ]
    if let cover { pages.append((Self.cover, try page("cover", cover))) }
    var anchors: Set<String> = []
    for (place, part) in plan.parts.enumerated() {
      pages.append((Self.page(ofPart: place), try page("part", view(of: part, place, &anchors))))
    }
    for (name, bytes) in pages { try add("\(Self.folder)/\(name)", bytes, to: archive) }
    for file in files {
      try archive.add("\(Self.folder)/images/\(file.name)", fileAt: "\(folder)/\(file.name)")
    }
    try archive.finish()
  }

  private func add(_ name: String, _ bytes: [UInt8], to archive: ZipWriter) throws {
    try archive.add(ZipHeader(name, isDeflated: true), bytes)
  }

  /// Each once, by name.
  private var files: [BookPhotos.File] {
    Array(Set(photos.files.values)).sorted { $0.name < $1.name }
  }

  // MARK: - Pages

  private static let front = "front.xhtml"
  private static let cover = "cover.xhtml"

  private static func page(ofPart place: Int) -> String { "part-\(place + 1).xhtml" }

  private static let container = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
    <rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml" /></rootfiles>
    </container>

    """.utf8)

  private func page(
    _ name: String, _ view: TemplateView
  ) throws(TemplateLibrary.Problem) -> [UInt8] {
    var page: TemplateView = [
      "language": .text(texts.language), "title": .text(plan.book.title), "cover": .none,
      "front": .none, "part": .none,
    ]
    page[name] = .view(view)
    return try templates.html("epub-page", page).bytes
  }

  private var front: TemplateView {
    [
      "title": .text(plan.book.title), "subtitle": .optional(plan.book.subtitle),
      "author": .optional(plan.book.author), "years": .optional(plan.years),
    ]
  }

  private var cover: TemplateView? {
    plan.cover.flatMap { texts.photos[$0.source] }.map {
      ["src": .text($0), "alt": .text(plan.book.title)]
    }
  }

  private func view(
    of part: BookPlan.Part, _ place: Int, _ anchors: inout Set<String>
  ) -> TemplateView {
    var blocks: [TemplateView] = []
    for (number, entry) in part.entries.enumerated() {
      switch entry {
      case .text(let text):
        let html = texts.html(ofBook: text, idPrefix: "p\(number)-")
        blocks.append(["text": .html(html), "note": .none])
      case .note(let note):
        let anchor = BookTexts.anchor(of: note.note)
        let isFirst = anchors.insert(anchor).inserted
        blocks.append([
          "text": .none,
          "note": .view(view(of: note, anchor: isFirst ? anchor : nil, prefix: "n\(number)-")),
        ])
      }
    }
    return ["heading": .optional(part.heading), "blocks": .list(blocks)]
  }

  private func view(
    of note: BookPlan.Note, anchor: String?, prefix: String
  ) -> TemplateView {
    let photos = note.photos.enumerated().compactMap { place, photo -> TemplateView? in
      texts.photos[photo.source].map { address in
        [
          "src": .text(address), "alt": .text(texts.alternative(of: photo, in: note)),
          "caption": .optional(place == 0 ? note.caption : nil),
        ]
      }
    }
    return [
      "anchor": .optional(anchor), "day": .text(texts.words.day(note.note.day)),
      "title": .optional(note.title), "language": .optional(note.note.language),
      "photos": .list(photos),
      "text": note.hasText ? .html(texts.html(of: note, idPrefix: prefix)) : .none,
      "people": .optional(texts.words.with(note.note.people)),
    ]
  }

  // MARK: - What readers ask for

  private var navigation: TemplateView {
    func link(_ title: String, _ href: String) -> TemplateView {
      ["title": .text(title), "href": .text(href), "inner": .none]
    }
    var entries = [link(plan.book.title, Self.front)]
    var named: Set<String> = []
    for (place, part) in plan.parts.enumerated() {
      let notes = part.entries.compactMap { entry -> TemplateView? in
        guard case .note(let note) = entry, placesByID[note.note.id] == place,
          named.insert(note.note.id).inserted
        else { return nil }
        let title = note.title ?? texts.words.day(note.note.day)
        return link(title, "\(Self.page(ofPart: place))#\(BookTexts.anchor(of: note.note))")
      }
      guard let heading = part.heading else {
        entries += notes
        continue
      }
      var entry = link(heading.isEmpty ? "–" : heading, Self.page(ofPart: place))
      if !notes.isEmpty { entry["inner"] = .view(["list": .list(notes)]) }
      entries.append(entry)
    }
    return [
      "language": .text(texts.language), "title": .text(plan.book.title),
      "contents": .text(texts.words.contents), "entries": .list(entries),
      "cover": .optional(cover == nil ? nil : texts.words.cover),
      "start": .text(plan.parts.isEmpty ? Self.front : Self.page(ofPart: 0)),
    ]
  }

  private var packageView: TemplateView {
    let coverFile = plan.cover.flatMap { photos.files[$0.source] }
    func item(
      _ id: String, _ href: String, _ type: String, _ properties: String? = nil
    ) -> TemplateView {
      [
        "id": .text(id), "href": .text(href), "type": .text(type),
        "properties": .optional(properties),
      ]
    }
    let xhtml = "application/xhtml+xml"
    var pages = coverFile == nil ? [] : [("cover", Self.cover)]
    pages.append(("front", Self.front))
    pages += plan.parts.indices.map { ("part-\($0 + 1)", Self.page(ofPart: $0)) }
    let images = files.enumerated().map { place, file in
      item(
        "photo-\(place + 1)", "images/\(file.name)", file.mimeType,
        file == coverFile ? "cover-image" : nil)
    }
    return [
      "language": .text(texts.language), "identifier": .text("urn:uuid:\(identifier)"),
      "title": .text(plan.book.title), "subtitle": .optional(plan.book.subtitle),
      "author": .optional(plan.book.author), "modified": .text(modified),
      "hasPhotos": .flag(!images.isEmpty),
      "items": .list(pages.map { item($0.0, $0.1, xhtml) } + images),
      "spine": .texts(pages.map(\.0)),
    ]
  }

  /// UUID 5 of the id of the book, which does not leave itself.
  private var identifier: String {
    let space = UUIDv5.make(namespace: Array("https://tl.invalid/book".utf8), name: [])
    return NoteID(
      uuid: UUIDv5.make(namespace: space, name: Array(plan.book.id.text.utf8))
    ).text
  }

  /// The last change of the book or of a note in it, in UTC.
  private var modified: String {
    let times = [plan.book.updated] + plan.notes.map(\.note.updated)
    let seconds = times.map(\.seconds).max() ?? 0
    return NoteTime(instant: seconds, zone: .utc).rfc3339
  }
}

extension ZipWriter {
  /// - Parameter isDeflated: false for photos, which are compressed already.
  func add(_ name: String, fileAt path: String, isDeflated: Bool = false) throws {
    let file = try FileDescriptor(openingFile: path)
    let size = try file.status().size
    try add(ZipHeader(name, isDeflated: isDeflated), expecting: size) { put in
      while true {
        let piece = try file.readChunk(1 << 18)
        guard !piece.isEmpty else { return }
        try put(piece)
      }
    }
  }
}
