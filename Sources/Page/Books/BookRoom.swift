internal import HTTPTypes
internal import Journal
internal import Media
internal import Publishing
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// A book, note by note: where it is put together.
struct BookRoom: Sendable {
  private let open: OpenBook
  private let incoming: PageRequest
  private let href: String

  /// The most notes that are offered.
  private static let offered = 20
  /// Characters of a text of the book that are shown, and by which its buttons name it.
  private static let excerpt = 240
  private static let nameLength = 40

  static func book(_ incoming: PageRequest) async throws -> Reply {
    let open = try await OpenBook(incoming)
    return try await book(incoming, open, BookDetails(of: open.book), nil)
  }

  /// - Parameters:
  ///   - details: as they are filled in.
  ///   - problem: why they were not saved.
  static func book(
    _ incoming: PageRequest, _ open: OpenBook, _ details: BookDetails,
    _ problem: BookForm.Problem?
  ) async throws -> Reply {
    let room = BookRoom(open, incoming)
    let others = incoming.isWritable ? try await room.others() : []
    let (rows, covers, cover) = try await incoming.site.bookWork.run {
      (room.rows, BookCovers(open.plan), open.plan.cover.flatMap(incoming.picture(of:)))
    }
    let words = incoming.request.query["q"] ?? ""
    let book = open.book
    var frame = PageFrame(incoming, title: book.title, kind: "plain")
    frame.scripts = ["part.js", "sort.js"]
    frame.styles = ["finding.css", "books.css"]
    frame.parent = .link(incoming.addresses.address(PagePath.books), PageWords.books)
    frame.values = [
      "heading": .text(book.title),
      "book": .view(BookRoutes.view(book, cover, open.facts, incoming)),
      "isWritable": .flag(incoming.isWritable), "action": .text(room.href),
      "hasRows": .flag(!rows.isEmpty), "rows": .list(rows),
      "empty": .empty(PageWords.emptyBook, if: rows.isEmpty),
      "previewHref": open.notes.isEmpty ? .none : .text("\(room.href)/preview"),
      "pagesHref": .text("\(room.href)/pages"),
      "words": .text(words), "others": .list(others),
      "noOthers": others.isEmpty ? .text(PageWords.noneToAdd) : .none,
      "textAction": .text("\(room.href)/text"),
      "details": .view(
        BookDetailsForm.view(
          details, of: book, covers, problem, action: "\(room.href)/details",
          picture: incoming.picture(of:))),
    ]
    return try frame.reply("book", problem == nil ? .ok : .unprocessableContent)
  }

  private init(_ open: OpenBook, _ incoming: PageRequest) {
    (self.open, self.incoming) = (open, incoming)
    href = incoming.addresses.address(open.path)
  }

  static func anchor(of key: String) -> String { "o-\(key)" }

  // MARK: - What is in it

  private var rows: [TemplateView] {
    let lines = BookLines(open.document)
    let (notes, held) = (open.notes, open.heldBack)
    return zip(lines.items, lines.keys).enumerated().map { place, line in
      let (item, key) = line
      var row: TemplateView = [
        "anchor": .text(Self.anchor(of: key)), "key": .text(key), "kind": "entry",
        "heading": .none, "text": .none, "missing": .none, "entry": .none, "choice": .none,
        "edit": .none, "move": .none, "count": .none,
      ]
      let name: String
      switch item.content {
      case .heading(let level, let text):
        name = text
        (row["kind"], row["heading"]) = ("heading", .text(text))
        let rest = lines.items.dropFirst(place + 1).prefix {
          if case .heading(let other, _) = $0.content { other > level } else { true }
        }
        let count = rest.count { if case .note = $0.content { true } else { false } }
        row["count"] = count == 0 ? TemplateValue.none : .text(count.counted("note"))
        row["edit"] = edit(text, isText: false)
      case .text:
        let text = String(decoding: open.document.bytes[item.range], as: UTF8.self)
        name = Self.short(
          text.split(whereSeparator: \.isWhitespace).joined(separator: " "), Self.nameLength)
        (row["kind"], row["text"]) = ("words", .text(Self.short(text, Self.excerpt)))
        row["edit"] = edit(text, isText: true)
      case .note(let line):
        if let note = notes[place] {
          name = note.title
          let photos = self.photos(of: note)
          let choice = PhotoChoice(line.options.photos, of: photos.map(\.name))
          row["entry"] = .view([
            "title": .text(name), "href": .optional(address(of: note)),
            "day": .text(DateWords.shortDay(note.day)),
            "srcset": .none,
            "src": .optional(
              choice.shown.first { $0.isChosen }.flatMap { picture($0.name, photos) }),
          ])
          if incoming.isWritable {
            row["choice"] = .view(view(of: choice, photos, line.options, key, name))
          }
        } else {
          name =
            held.contains(place)
            ? PageWords.heldBack : "\(PageWords.noBookNote): \(line.label)"
          row["missing"] = .text(name)
        }
      }
      row["name"] = .text(name)
      if incoming.isWritable {
        let neighbours = lines.neighbours(of: place)
        row["move"] = .view([
          "up": .optional(neighbours.up), "down": .optional(neighbours.down),
        ])
      }
      return row
    }
  }

  /// The form of a heading or text, which moves and goes like a note.
  private func edit(_ text: String, isText: Bool) -> TemplateValue {
    incoming.isWritable
      ? .view(["isText": .flag(isText), "isHeading": .flag(!isText), "value": .text(text)])
      : .none
  }

  private static func short(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length) + "…" : text
  }

  private func address(of note: SharedNote) -> String? {
    incoming.timeline.names.note(at: note.source).map {
      incoming.addresses.note(incoming.snapshot.index.id($0))
    }
  }

  // MARK: - Photos

  private typealias Photo = (name: String, address: String)

  private func photos(of note: SharedNote) -> [Photo] {
    note.media.filter { $0.kind == .photo }.compactMap { medium in
      incoming.picture(of: medium).map { (medium.fileName, $0) }
    }
  }

  private func picture(_ name: String, _ photos: [Photo]) -> String? {
    photos.first { $0.name == name }?.address
  }

  private func view(
    of choice: PhotoChoice, _ photos: [Photo], _ options: BookNoteOptions, _ key: String,
    _ title: String
  ) -> TemplateView {
    [
      "key": .text(key), "action": .text("\(href)/note"), "title": .text(title),
      "photos": .list(
        choice.shown.enumerated().map { number, photo in
          [
            "value": .text(photo.name), "isChosen": .flag(photo.isChosen),
            "src": .optional(picture(photo.name, photos)),
            "label": .text(PageWords.bookPhoto(number + 1)),
          ]
        }),
      "caption": .text(options.caption ?? ""), "hasText": .flag(options.hasText),
      "isFull": .flag(options.fillsPage),
    ]
  }

  // MARK: - What can be added

  /// The newest notes with photos that are not in the book, and have the words of the search field.
  private func others() async throws -> [TemplateView] {
    let filter = TimelineFilter(text: incoming.request.query["q"]?.trimmingBlanks ?? "")
    let found = try await incoming.site.notes(matching: filter, incoming)
    let journal = try await incoming.journal().index
    let photos = Dictionary(
      journal.notes.lazy.filter { $0.photoCount > 0 }.map { ($0.path, $0.photoCount) }
    ) { first, _ in first }
    let taken = Set(open.notes.values.map(\.source))
    let index = found.index
    let shown = found.sorted.lazy.filter { position in
      let path = index.path(position)
      return photos[path] != nil && !taken.contains(path)
    }.prefix(Self.offered)
    return zip(shown, incoming.rows(of: Array(shown), in: found)).map { position, row in
      var row = row
      row["count"] = .text((photos[index.path(position)] ?? 0).counted("photo"))
      return row
    }
  }
}

extension PageRequest {
  /// The address of a small picture; nil for a file that is gone.
  func picture(of photo: SharedMedium) -> String? {
    MediaItem(at: photo.source, in: vault.folder).map { addresses.picture($0, .small) }
  }
}
