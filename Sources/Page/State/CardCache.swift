internal import Rendering
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

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
