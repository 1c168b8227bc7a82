internal import Cryptography
internal import HTTPTypes
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// What a page depends on beside the files of the notes that are on it.
struct PageVersion: Hashable, Sendable {
  let text: String
}

/// The entity tag of a page (RFC 9110, 8.8.3): the same as long as the page would be the same.
struct PageTag: Hashable, Sendable {
  private let text: String

  /// - Parameter shown: the stamps of the notes that are on the page, whose media folders the index does not watch.
  init(_ version: PageVersion, shown: [CardCache.Stamp]) {
    var bytes = Array(version.text.utf8)
    // Not as text: a page shows seventy notes, and is asked for again and again.
    shown.forEach { $0.append(to: &bytes) }
    // Weak: it is the same for a page that is compressed.
    text = "W/\"\(sha256Hex(bytes).prefix(24))\""
  }

  /// 304, if that is the version that the browser has.
  func reply(to request: WebRequest) -> Reply? {
    guard let known = request.headers[.ifNoneMatch],
      known.split(separator: ",").contains(where: { $0.contains(text) })
    else { return nil }
    return marked(Reply(.notModified, nil, body: .bytes([])))
  }

  func marked(_ reply: Reply) -> Reply {
    var reply = reply
    reply.headers[.eTag] = text
    reply.headers[.cacheControl] = "private, no-cache"
    reply.headers[.vary] = "Cookie"
    return reply
  }
}

/// The pages that were made last, by their tags: several browsers, or one without a cache, ask for the same page.
final class PageCache: Sendable {
  private struct State {
    var replies: [PageTag: Reply] = [:]
    /// Oldest first.
    var order: [PageTag] = []
  }

  private let state = Mutex(State())
  /// A page has some hundred kilobytes at most.
  private static let limit = 32

  func page(_ tag: PageTag) -> Reply? { state.withLock { $0.replies[tag] } }

  /// Keeps a page.
  ///
  /// - Returns: the page, marked with its tag.
  func keep(_ reply: Reply, _ tag: PageTag) -> Reply {
    let reply = tag.marked(reply)
    state.withLock { state in
      guard state.replies.updateValue(reply, forKey: tag) == nil else { return }
      state.order.append(tag)
      if state.order.count > Self.limit {
        state.replies[state.order.removeFirst()] = nil
      }
    }
    return reply
  }
}

/// The tags of pages, kept as long as the system reports no change in the folders of the notes that they show.
///
/// A page shows seventy notes and is asked for again and again; looking at their files is half of what that takes. Before
/// an answer all reported changes are taken into account, so a change that was over before the request is always seen.
///
/// The system does not report a write by a hard link in another folder, a write by a memory map (inotify(7)), or a file
/// system that is mounted over a folder. For these a tag is kept for a second only.
final class UnchangedPages: Sendable {
  /// A time from which on changes are reported.
  struct Look: Sendable {
    fileprivate var changes: Int
    /// In milliseconds.
    fileprivate var time: Int64
  }

  private let state = Mutex(WatchedPages())
  /// Nil if the system has none for this process; then no tag is kept.
  private let watcher: FolderWatcher?
  private let milliseconds: @Sendable () -> Int64

  /// In milliseconds.
  static let lifetime: Int64 = 1_000

  /// - Parameter milliseconds: of a monotonic clock.
  init(_ watcher: FolderWatcher?, milliseconds: @escaping @Sendable () -> Int64) {
    self.watcher = watcher
    self.milliseconds = milliseconds
  }

  /// The tag of a page, if its notes are certainly as they were.
  func tag(of version: PageVersion, in folder: VaultFolder) -> PageTag? {
    guard let watcher, let root = try? folder.root.status() else { return nil }
    return state.withLock { state in
      state.takeEvents(of: watcher)
      guard state.root?.isSameFile(as: root) == true, let known = state.tags[version],
        milliseconds() - known.look.time < Self.lifetime
      else { return nil }
      return known.tag
    }
  }

  /// Watches the folders of notes whose files are looked at after this.
  ///
  /// - Returns: nil if they cannot be watched.
  func look(at notes: [VaultPath], in folder: VaultFolder) -> Look? {
    guard let watcher, let root = try? folder.root.status() else { return nil }
    return state.withLock { state in
      if state.root?.isSameFile(as: root) != true { state.forgetAll(watcher, root: root) }
      let time = milliseconds()
      guard state.watchFolders(of: notes, in: folder, by: watcher) else { return nil }
      return Look(changes: state.changes, time: time)
    }
  }

  /// Keeps the tag of a page whose notes were looked at, unless something has changed since.
  func keep(_ tag: PageTag, of version: PageVersion, _ look: Look) {
    guard let watcher else { return }
    state.withLock { state in
      state.takeEvents(of: watcher)
      guard state.changes == look.changes else { return }
      if state.tags.count >= WatchedPages.tagLimit { state.tags = [:] }
      state.tags[version] = (tag, look)
    }
  }
}

private struct WatchedPages {
  var tags: [PageVersion: (tag: PageTag, look: UnchangedPages.Look)] = [:]
  /// Grows whenever something may have changed.
  var changes = 0
  /// Of the vault whose folders are watched.
  var root: FileStatus?
  /// All folders from the root to a note, and its media folder.
  private var watches: [VaultPath?: FolderWatcher.Watch] = [:]
  /// A folder could not be watched.
  private var isOff = false

  static let tagLimit = 32
  /// The most watches: a page needs some seventy, and a user may have only 8,192 for all programs.
  private static let watchLimit = 1_000

  mutating func takeEvents(of watcher: FolderWatcher) {
    let events: [FolderWatcher.Event]
    do throws(SystemError) { events = try watcher.events(timeout: 0) } catch {
      events = [.overflow]
    }
    for event in events {
      switch event {
      case .name(_, isFolder: false, in: _): forgetTags()
      // Of a watch that was given back.
      case .ended(let watch) where !watches.values.contains(watch): break
      // A path may lead to another folder now.
      case .name, .attributes, .moved, .ended, .overflow: return forgetAll(watcher, root: root)
      }
    }
  }

  private mutating func forgetTags() {
    tags = [:]
    changes += 1
  }

  mutating func forgetAll(_ watcher: FolderWatcher, root: FileStatus?) {
    forgetTags()
    watches.values.forEach(watcher.unwatch)
    (watches, self.root) = ([:], root)
  }

  /// Watches each folder on the way to these notes, from the root down, and their media folders.
  ///
  /// - Returns: whether all are watched.
  mutating func watchFolders(
    of notes: [VaultPath], in folder: VaultFolder, by watcher: FolderWatcher
  ) -> Bool {
    if watches.count > Self.watchLimit { forgetAll(watcher, root: root) }
    for note in notes where !isOff {
      guard watch(note.parent, in: folder, by: watcher) else { return false }
      // If there is none, its folder reports when it comes.
      if let media = MediaFolder(of: note)?.path { _ = watch(media, in: folder, by: watcher) }
    }
    return !isOff
  }

  private mutating func watch(
    _ path: VaultPath?, in folder: VaultFolder, by watcher: FolderWatcher
  ) -> Bool {
    if watches[path] != nil { return true }
    if let path, !watch(path.parent, in: folder, by: watcher) { return false }
    guard let opened = try? folder.openFolder(path) else { return false }
    do throws(SystemError) {
      watches[path] = try watcher.watch(opened)
      return true
    } catch {
      isOff = true
      forgetAll(watcher, root: root)
      return false
    }
  }
}
