internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// What a list shows of a note.
struct NoteCard: Hashable, Sendable {
  var id: NoteID
  var time: NoteTime
  /// Nil if the text says it already.
  var title: String?
  var excerpt: NoteExcerpt
  var media: [MediaItem]
  /// Media beyond the first `mediaLimit`.
  var furtherMedia: Int
  var tags: [Tag]
  /// The names in the key `people`.
  var people: [String]
  var category: String?
  var isPinned: Bool
  var isFavorite: Bool
  /// The front matter cannot be read.
  var isBroken: Bool
  /// This is all that is shown of a sealed note.
  var isSealed: Bool

  /// In characters.
  static let excerptLength = 400
  static let mediaLimit = 12

  init(_ note: NoteFile, id: NoteID, media: [MediaItem]) {
    self.id = id
    time = note.metadata.date ?? note.created
    excerpt = NoteExcerpt(of: note.document, length: Self.excerptLength, leavesOutTitle: true)
    title = note.isTitledByFirstLine ? nil : note.title
    self.media = media
    furtherMedia = max(0, note.media.files.count - Self.mediaLimit)
    tags = note.metadata.tags
    people = note.document.names(of: .people)
    category = note.document.names(of: .category).first
    isPinned = note.metadata.isPinned
    isFavorite = note.document.flag(.favorite)
    isBroken = note.document.frontMatter?.problem != nil
    isSealed = note.sealedUntil != nil
  }
}

extension NoteFile {
  /// The title is the first line of the text, since there is no other (docs/vault-format.md, rule K-6).
  var isTitledByFirstLine: Bool {
    guard metadata.title == nil else { return false }
    return document.bytes.withUnsafeBufferPointer { bytes in
      Array(path.stem).withUnsafeBufferPointer { stem in
        let found = BodyTitle.find(in: bytes, from: document.layout.bodyStart, isWhole: true)
        guard case .firstLine = found else { return false }
        return found.range(inFileNamed: stem) != nil
      }
    }
  }
}
