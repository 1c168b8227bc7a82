internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The cards of notes that were shown lately.
///
/// A card is made again when its note or media folder has changed, which is looked at each time: media folders are not
/// watched, and a network disk reports nothing.
final class CardCache: Sendable {
  /// Differs whenever the note or its media folder was written.
  struct Stamp: Hashable, Sendable {
    var note: FileStamp
    var media: FileStamp?

    /// Equal for equal stamps only.
    var text: String { "\(note.text)/\(media?.text ?? "")" }
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
  }

  private struct Entry {
    var stamp: Stamp
    var card: NoteCard
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

  /// The stamp of a note now; nil if there is no such file.
  static func stamp(of path: VaultPath, in folder: VaultFolder) -> Stamp? {
    guard let status = try? folder.status(path), status.kind == .file else { return nil }
    let media = MediaFolder(of: path).flatMap { try? folder.status($0.path) }
    return Stamp(note: FileStamp(status), media: media.map(FileStamp.init))
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
    guard let card = make() else { return nil }
    state.withLock { state in
      state.turn += 1
      if state.entries.count >= Self.limit { Self.removeOldest(from: &state) }
      state.entries[path] = Entry(stamp: stamp, card: card, turn: state.turn)
    }
    return card
  }

  /// Removes a quarter, so that it is rarely done.
  private static func removeOldest(from state: inout State) {
    let turns = state.entries.values.map(\.turn).sorted()
    let border = turns[turns.count / 4]
    state.entries = state.entries.filter { $0.value.turn > border }
  }
}
