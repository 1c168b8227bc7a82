internal import Journal
internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// What a list shows of a note.
struct NoteCard: Hashable, Sendable {
  var id: NoteID
  var time: NoteTime
  /// Nil if the text or the time says it already.
  var title: String?
  var excerpt: NoteExcerpt
  var media: [MediaItem]
  /// Media beyond the first `mediaLimit`.
  var furtherMedia: Int
  var tags: [Tag]
  /// The names in the key `people`.
  var people: [String]
  var category: String?
  var place: String?
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
    title = note.titleInList
    self.media = media
    furtherMedia = max(0, note.media.files.count - Self.mediaLimit)
    tags = note.metadata.tags
    people = note.document.names(of: .people)
    category = note.document.names(of: .category).first
    place = note.document.placeInList
    isPinned = note.metadata.isPinned
    isFavorite = note.document.flag(.favorite)
    isBroken = note.document.frontMatter?.problem != nil
    isSealed = note.sealedUntil != nil
  }
}

extension NoteFile {
  /// The title; nil if it is the first line of the text, or nothing but the time that the file name has, as that of a
  /// photo without a text (docs/vault-format.md, rule K-6).
  fileprivate var titleInList: String? {
    guard metadata.title == nil else { return title }
    let found = document.bytes.withUnsafeBufferPointer { bytes in
      BodyTitle.find(in: bytes, from: document.layout.bodyStart, isWhole: true)
    }
    switch found {
    case .heading: return title
    case .firstLine: return FileNameDate.time(inStem: path.stem, zone: .utc) == nil ? title : nil
    case .nothing: return FileNameDate.isAll(ofStem: path.stem) ? nil : title
    }
  }
}
