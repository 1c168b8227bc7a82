package import VaultFormat
package import VaultIndex
package import VaultStore

/// How the pages of a book look.
package enum BookLayout: String, Hashable, Sendable, CaseIterable {
  case classic, modern, playful, grid
}

/// The paper of a book.
package enum BookPaper: String, Hashable, Sendable, CaseIterable {
  case a5, a4, square, letter

  /// In millimetres.
  package var size: (width: Double, height: Double) {
    switch self {
    case .a5: (148, 210)
    case .a4: (210, 297)
    case .square: (210, 210)
    case .letter: (215.9, 279.4)
    }
  }
}

/// A book of notes: a page with `tl: book` whose text lists them (docs/vault-format.md, rule K-24).
package struct Book: NamedPage {
  package let path: VaultPath
  package let id: NoteID
  package let title: String
  package let aliases: [String]
  package let subtitle: String?
  package let author: String?
  package let layout: BookLayout
  package let paper: BookPaper
  /// The photo of the cover: a file in the media of the page, or a link from it to another one.
  package let cover: String?
  /// BCP 47; nil if the page does not say it.
  package let language: String?
  /// When the page was last changed, which EPUB wants to know.
  package let updated: NoteTime
  package let text: BookText
  /// The keys whose values are none of their words; the usual ones are taken.
  package let unreadable: [PageKey]

  /// Nil if the document is no book, a conflict copy, or sealed until a later day than `today`.
  ///
  /// - Parameters:
  ///   - id: of a document that stores none.
  ///   - created: of a document that does not say when it was changed.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, created: NoteTime,
    today: CalendarDay, zone: TimeZoneRules
  ) {
    let fields = PageFields(of: document)
    guard fields.kind == .book, !document.isWithheld(on: today, zone: zone) else { return nil }
    let metadata = NoteMetadata(of: document, zone: zone)
    self.path = path
    self.id = metadata.id ?? id
    title = document.title(metadata, at: path)
    aliases = metadata.aliases
    subtitle = fields.text(.subtitle)
    let authors = document.names(of: .author)
    author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    let layout = fields.text(.layout).map { BookLayout(rawValue: $0.lowercased()) }
    let paper = fields.text(.paper).map { BookPaper(rawValue: $0.lowercased()) }
    self.layout = (layout ?? nil) ?? .classic
    self.paper = (paper ?? nil) ?? .a5
    cover = fields.text(.cover)
    language = fields.text(.language).flatMap { Self.isLanguage($0) ? $0 : nil }
    updated = metadata.updated ?? metadata.created ?? created
    text = BookText(of: document)
    unreadable =
      (layout == .some(nil) ? [.layout] : []) + (paper == .some(nil) ? [.paper] : [])
      + (language == nil && fields.text(.language) != nil ? [.language] : [])
  }

  /// Whether a heading says the title, whatever the signs between its words; without words it has to be the same.
  package func isTitle(_ heading: String) -> Bool {
    let words = Slug.of(heading)
    return words.isEmpty
      ? NameKey(heading.utf8) == NameKey(title.utf8) : words == Slug.of(title)
  }

  /// Where pages of books are made.
  package static let folder = "books"

  /// Whether a text can be a language tag (BCP 47).
  package static func isLanguage(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return text.utf8.count <= 35
      && parts.allSatisfy { part in
        (1...8).contains(part.utf8.count)
          && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
      } && (parts.first?.utf8.allSatisfy(\.isASCIILetter) ?? false)
      && (parts.first?.utf8.count ?? 0) >= 2
  }
}

/// The books of a vault, as they are on the disk now.
package struct BookShelf: Sendable {
  /// Sorted by title.
  package let books: [Book]

  /// Reads the files that the index has marked as books.
  package init(of vault: Vault, _ index: VaultIndex, today: CalendarDay, zone: TimeZoneRules) {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: today)
    books = reader.documents { $0.kind == .book }.compactMap { position, document in
      Book(
        document, at: index.path(position), id: index.id(position),
        created: index[position].created, today: today, zone: zone)
    }.sorted { a, b in
      let (first, second) = (NameKey(a.title.utf8).bytes, NameKey(b.title.utf8).bytes)
      return first == second ? a.path < b.path : first.lexicographicallyPrecedes(second)
    }
  }
}
