package import Journal
package import Media
package import Sharing
package import VaultFormat

/// The content of a book, a pure function of its text and of what may be in one: its notes, their photos, and what is
/// wrong with it.
package struct BookPlan: Sendable {
  /// A chapter: what follows a heading.
  package struct Part: Sendable {
    package var heading: String?
    package var entries: [Entry] = []
  }

  package enum Entry: Sendable {
    /// Markdown of the book itself.
    case text([UInt8])
    case note(Note)
  }

  package struct Note: Sendable {
    package let note: SharedNote
    package let photos: [SharedMedium]
    package let caption: String?
    package let fillsPage: Bool
    /// In the file of the book, from 1.
    let line: Int
    let body: BookBody
    let hasText: Bool

    /// Nil for a note without one, and for one that is called by the first line of its text, which is printed anyway.
    var title: String? { note.hasTitle && !body.beginsWithName ? note.title : nil }

    /// What a reader who does not see a photo is told.
    func alternative(of photo: SharedMedium) -> String? {
      body.alternatives[NameKey(photo.source.name)]
    }
  }

  package let book: Book
  package let view: AudienceView
  package private(set) var parts: [Part] = []
  package private(set) var cover: SharedMedium?
  /// The photo that the book names as its cover; nil if it names none, or none that is there.
  package private(set) var namedCover: SharedMedium?
  package private(set) var findings: [BookFinding] = []

  /// - Parameters:
  ///   - document: of the book.
  ///   - view: of `.readers`.
  package init(_ book: Book, _ document: NoteDocument, in view: AudienceView) {
    (self.book, self.view) = (book, view)
    var known: [VaultPath: SharingDecision.Reason]?
    var seen: Set<VaultPath> = []
    for item in book.text.items {
      switch item.content {
      case .heading(let level, let text):
        // The title of the page is that of the book.
        if level == 1, parts.isEmpty, book.isTitle(text) { continue }
        parts.append(Part(heading: text))
      case .text:
        add(.text(Array(document.bytes[item.range])))
      case .note(let item):
        guard let note = Self.note(of: item.link, in: book, view) else {
          if known == nil {
            let held = view.noteDecisions.filter { !$0.isShown }
            known = Dictionary(held.map { ($0.path, $0.reason) }) { first, _ in first }
          }
          findings.append(Self.absence(of: item, from: book, known ?? [:]))
          continue
        }
        if !seen.insert(note.source).inserted {
          findings.append(BookFinding(.twice(note.source), line: item.link.line))
        }
        add(.note(planned(note, item)))
      }
    }
    namedCover = book.cover.flatMap { medium($0) }
    if let name = book.cover, namedCover == nil {
      findings.append(BookFinding(.noSuchCover(name), line: 1))
    }
    let firsts = notes.compactMap(\.photos.first)
    let box = BookCover(BookGeometry(book.layout, book.paper))
    cover =
      namedCover ?? firsts.first { box.suits($0) } ?? firsts.first { box.showsMost(of: $0) }
      ?? firsts.first
  }

  package var notes: [Note] {
    parts.flatMap(\.entries).compactMap { entry in
      if case .note(let note) = entry { note } else { nil }
    }
  }

  /// The years of the notes: `2025`, `2025 – 2026`.
  var years: String? {
    let years = notes.map(\.note.day.year)
    guard let first = years.min(), let last = years.max() else { return nil }
    return first == last ? "\(first)" : "\(first) – \(last)"
  }

  private mutating func add(_ entry: Entry) {
    if parts.isEmpty { parts.append(Part()) }
    parts[parts.count - 1].entries.append(entry)
  }

  private mutating func planned(_ note: SharedNote, _ item: BookNote) -> Note {
    let photos = note.media.filter { $0.kind == .photo }
    var chosen = photos
    if let names = item.options.photos {
      chosen = []
      for name in names {
        let key = NameKey(name.utf8)
        guard let photo = photos.first(where: { NameKey($0.source.name) == key }) else {
          findings.append(
            BookFinding(.noSuchPhoto(name, of: note.source), line: item.link.line))
          continue
        }
        chosen.append(photo)
      }
    }
    let body = BookBody(of: note)
    return Note(
      note: note, photos: chosen, caption: item.options.caption,
      fillsPage: item.options.fillsPage, line: item.link.line, body: body,
      hasText: item.options.hasText && !body.bytes.isEmpty)
  }

  // MARK: - Links

  /// The note to which a line of a book leads; nil if there is none, or it may not be in a book.
  package static func note(
    of link: FileLink, in book: Book, _ view: AudienceView
  ) -> SharedNote? {
    let folder = book.path.parent
    for path in link.targets(from: folder) {
      for spelling in BookNotes.spellings(of: path) {
        if let note = view.note(at: spelling) { return note }
      }
    }
    guard link.isByName else { return nil }
    return view.notes.filter { BookNotes.leads(link, to: $0.source, from: folder) }
      .min { $0.source < $1.source }
  }

  private static func absence(
    of item: BookNote, from book: Book, _ known: [VaultPath: SharingDecision.Reason]
  ) -> BookFinding {
    for path in item.link.targets(from: book.path.parent) {
      if let reason = known[path] {
        return BookFinding(.held(path, reason), line: item.link.line)
      }
    }
    return BookFinding(.noSuchNote(item.link.text), line: item.link.line)
  }

  /// A photo of a note that may be in the book, or of the media of the book's own page by the name of the note's file.
  private func medium(_ name: String) -> SharedMedium? {
    let link = Array(name.utf8).withUnsafeBufferPointer { FileLink($0, .link, line: 1) }
    let targets = Set(link.targets(from: book.path.parent))
    let key = NameKey(name.utf8)
    return notePhotos.first { targets.contains($0.source) }
      ?? notePhotos.first { NameKey($0.source.name) == key }
  }

  // MARK: - Covers

  /// The photos of which the cover can be one: all of its notes, each once.
  package var notePhotos: [SharedMedium] {
    var seen: Set<VaultPath> = []
    return notes.flatMap(\.note.media).filter {
      $0.kind == .photo && seen.insert($0.source).inserted
    }
  }

  /// What the book says of a photo for it to be the cover: its name, or its path where others are called so too.
  package func coverName(of photo: SharedMedium) -> String {
    let key = NameKey(photo.source.name)
    if notePhotos.count(where: { NameKey($0.source.name) == key }) == 1 {
      return String(decoding: photo.source.name, as: UTF8.self)
    }
    let link = FileLink.destination(of: photo.source, from: book.path.parent)
    return link.hasPrefix("<") ? String(link.dropFirst().dropLast()) : link
  }
}

/// What is wrong with a book.
package struct BookFinding: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// A link that leads nowhere.
    case noSuchNote(String)
    /// A note that may not be in a book.
    case held(VaultPath, SharingDecision.Reason)
    case twice(VaultPath)
    case noSuchPhoto(String, of: VaultPath)
    case noSuchCover(String)
    /// Fewer dots per inch than print needs, at the size at which the photo is printed.
    case small(VaultPath, dpi: Int, width: Double, height: Double)
    /// Title and subtitle of the cover are about so high, in millimetres, and have so much room.
    case longTitle(height: Double, room: Double)
    /// A heading does not fit the page of its chapter.
    case longHeading(String, height: Double, room: Double)
    /// A caption of about so many lines, of which so many fit the page of its photo.
    case longCaption(of: VaultPath, lines: Int, room: Int)
    /// A photo that cannot be read, so that it is not in the book.
    case unreadable(VaultPath, VariantFailure)
  }

  package let problem: Problem
  /// In the file of the book, from 1; nil for what is no line of it.
  package let line: Int?

  package init(_ problem: Problem, line: Int? = nil) { (self.problem, self.line) = (problem, line) }
}
