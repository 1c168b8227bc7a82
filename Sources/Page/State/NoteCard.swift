internal import Rendering
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
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
  var isPublic: Bool
  var isAnonymous: Bool
  /// The front matter cannot be read.
  var isBroken: Bool
  /// This is all that is shown of a sealed note.
  var isSealed: Bool
  var isConflictCopy: Bool

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
    isPublic = note.document.flag(.publish)
    isAnonymous = note.document.flag(.anonymous)
    isBroken = note.document.frontMatter?.problem != nil
    isSealed = note.sealedUntil != nil
    isConflictCopy = note.document.frontMatter?.field(of: .conflictOf) != nil
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

/// Reads the notes that a page shows.
struct CardLoader: Sendable {
  let vault: Vault
  let visibility: Visibility
  let cache: CardCache

  /// A note of a list and what it is known by.
  struct Entry: Sendable {
    var path: VaultPath
    var id: NoteID
    var stamp: CardCache.Stamp
  }

  /// The files of notes that are there, each looked at now.
  func entries(_ positions: [VaultIndex.Position], in index: VaultIndex) -> [Entry] {
    let paths = positions.map(index.path)
    let stamps = CardCache.stamps(of: paths, in: vault.folder)
    return positions.indices.compactMap { place in
      guard var stamp = stamps[place] else { return nil }
      stamp.answer = visibility.answer(for: positions[place], in: index)
      return Entry(path: paths[place], id: index.id(positions[place]), stamp: stamp)
    }
  }

  /// Nil if the note cannot be read any more.
  func card(_ entry: Entry) -> NoteCard? {
    cache.card(at: entry.path, entry.stamp) {
      guard let file = try? vault.note(at: entry.path, zone: visibility.zone) else { return nil }
      let note = visibility.shown(
        file, visibility.answer(for: file.document).or(entry.stamp.answer))
      return NoteCard(note, id: entry.id, media: media(of: note, limit: NoteCard.mediaLimit))
    }
  }

  func media(of note: NoteFile, limit: Int = .max) -> [MediaItem] {
    note.media.files.prefix(limit).compactMap {
      MediaItem(at: $0.path, in: vault.folder)
    }
  }
}

/// The cards of notes that were shown lately.
///
/// A card is made again when its note or media folder has changed, which is looked at each time a page is made: the index
/// does not watch media folders, and a network disk reports nothing.
final class CardCache: Sendable {
  /// Differs whenever the note or its media folder was written, and while the note is sealed.
  struct Stamp: Hashable, Sendable {
    var note: FileStamp
    var media: FileStamp?
    /// Whether the note is sealed: the file of a conflict copy stays as it is when its note becomes so.
    var answer = Visibility.Answer.visible

    /// Appends bytes that are the same for equal stamps only.
    func append(to bytes: inout [UInt8]) {
      note.append(to: &bytes)
      bytes.append(media == nil ? 0 : 1)
      media?.append(to: &bytes)
      withUnsafeBytes(of: answer.opening?.number ?? .min) { bytes += $0 }
    }
  }

  /// A file as the system tells it apart from any other and from other versions.
  struct FileStamp: Hashable, Sendable {
    var inode: UInt64
    var size: Int64
    var modified: FileTime
    var changed: FileTime

    init(_ status: FileStatus) {
      (inode, size) = (status.inode, status.size)
      (modified, changed) = (status.modified, status.changed)
    }

    var text: String {
      "\(inode).\(size).\(modified.seconds).\(modified.nanoseconds).\(changed.seconds).\(changed.nanoseconds)"
    }

    /// Appends six numbers of eight bytes.
    fileprivate func append(to bytes: inout [UInt8]) {
      let numbers = (
        inode, size, modified.seconds, Int64(modified.nanoseconds), changed.seconds,
        Int64(changed.nanoseconds)
      )
      withUnsafeBytes(of: numbers) { bytes += $0 }
    }
  }

  enum Form: Hashable, Sendable {
    /// In its place in time.
    case listed
    /// Above the timeline: title and day.
    case pinned
  }

  /// What the HTML of a card depends on beside the note.
  struct Look: Hashable, Sendable {
    var form: Form
    var ages: [CardAge]
    var category: CardCategory?
    /// Of the media, as far as they are known.
    var looks: [PictureLook?] = []
  }

  private struct Entry {
    var stamp: Stamp
    var card: NoteCard
    /// The last of each form.
    var html: [Form: (look: Look, html: SafeHTML)] = [:]
    /// Of the last use; grows.
    var turn: Int
  }

  private struct State {
    var entries: [VaultPath: Entry] = [:]
    var turn = 0
  }

  private let state = Mutex(State())
  /// The most cards.
  static let limit = 2_000

  /// The stamp of a note's file now, without whether it is sealed; nil if there is no such file.
  static func stamp(of path: VaultPath, in folder: VaultFolder) -> Stamp? {
    stamps(of: [path], in: folder)[0]
  }

  /// The same of several notes.
  static func stamps(of paths: [VaultPath], in folder: VaultFolder) -> [Stamp?] {
    // Both lie in the same folder, so that it is opened once.
    let statuses = folder.statuses(of: paths.flatMap { [$0, MediaFolder(of: $0)?.path ?? $0] })
    return paths.indices.map { index in
      guard let note = statuses[2 * index], note.kind == .file else { return nil }
      let media = statuses[2 * index + 1].flatMap { $0.kind == .folder ? FileStamp($0) : nil }
      return Stamp(note: FileStamp(note), media: media)
    }
  }

  /// - Parameter make: returns nil if the note cannot be read.
  func card(at path: VaultPath, _ stamp: Stamp, _ make: () -> NoteCard?) -> NoteCard? {
    let known = state.withLock { state -> NoteCard? in
      guard state.entries[path]?.stamp == stamp else { return nil }
      state.turn += 1
      state.entries[path]?.turn = state.turn
      return state.entries[path]?.card
    }
    if let known { return known }
    // A sealed note looks otherwise on another day, and its file does not change then.
    guard let card = make() else { return nil }
    if card.isSealed { return card }
    state.withLock { state in
      state.turn += 1
      if state.entries.count >= Self.limit { Self.removeOldest(from: &state) }
      state.entries[path] = Entry(stamp: stamp, card: card, turn: state.turn)
    }
    return card
  }

  /// The HTML of a card, made if it was not made of this stamp before.
  func html(
    at path: VaultPath, _ stamp: Stamp, _ look: Look, _ make: () throws -> SafeHTML
  ) rethrows -> SafeHTML {
    let known = state.withLock { state in
      state.entries[path].flatMap { $0.stamp == stamp ? $0.html[look.form] : nil }
    }
    if let known, known.look == look { return known.html }
    let html = try make()
    state.withLock { state in
      if state.entries[path]?.stamp == stamp { state.entries[path]?.html[look.form] = (look, html) }
    }
    return html
  }

  /// Removes a quarter, so that it is rarely done.
  private static func removeOldest(from state: inout State) {
    let turns = state.entries.values.map(\.turn).sorted()
    let border = turns[turns.count / 4]
    state.entries = state.entries.filter { $0.value.turn > border }
  }
}
