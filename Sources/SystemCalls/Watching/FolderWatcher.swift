#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Reports changes in folders, each of which is watched without its subfolders: inotify(7) on Linux.
///
/// Events come for what was done on this system. A network file system gives none for the changes of others.
package final class FolderWatcher: Sendable {
  /// A watched folder, from `watch` until `unwatch` or the event `ended`.
  package struct Watch: Hashable, Sendable {
    fileprivate let number: Int32
  }

  package enum Event: Hashable, Sendable {
    /// A name appeared, disappeared or was renamed, or its file was written or got other attributes.
    case name([UInt8], isFolder: Bool, in: Watch)
    /// The folder itself got other attributes, such as permissions.
    case attributes(Watch)
    /// The folder itself was renamed or moved; it stays watched.
    case moved(Watch)
    /// The folder was removed or its file system unmounted, or `unwatch` was called; the watch is over.
    case ended(Watch)
    /// Events were lost.
    case overflow
  }

  /// Negative if the system has none; `poll` leaves it out then.
  private let queue: Int32
  private let queueFailure: SystemError?
  /// Its far end becomes readable when `wake` was called.
  private let wakeUp: SocketPair
  private let watchLimit: Int32

  /// Without a queue of events, `watch` throws the reason: the system has no such service (`isUnsupported`), or no more
  /// watchers for this user (`isWatchLimit`).
  ///
  /// - Parameter watchLimit: a lower limit than the system's, for tests; counts the watches that have ended too.
  package init(watchLimit: Int32 = .max) throws(SystemError) {
    self.watchLimit = watchLimit
    wakeUp = try SocketPair()
    #if os(Linux)
      queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      queueFailure = queue < 0 ? SystemError(last: .watch) : nil
    #else
      queue = -1
      queueFailure = SystemError(ENOTSUP, .watch)
    #endif
  }

  deinit {
    if queue >= 0 { close(queue) }
    wakeUp.closeNear()
    wakeUp.closeFar()
  }

  /// Watches a folder from now on; the same folder gives the same watch.
  ///
  /// - Throws: an error with `isWatchLimit` if the user has no more watches.
  package func watch(_ folder: borrowing FileDescriptor) throws(SystemError) -> Watch {
    if let queueFailure { throw queueFailure }
    #if os(Linux)
      // By its descriptor, since a path could lead elsewhere by now.
      let path = "/proc/self/fd/\(folder.rawValue)"
      let watch = Watch(number: try retrying(.watch) { inotify_add_watch(queue, path, Self.mask) })
      // The system counts up from 1.
      guard watch.number <= watchLimit else {
        unwatch(watch)
        throw SystemError(ENOSPC, .watch)
      }
      return watch
    #else
      throw SystemError(ENOTSUP, .watch)
    #endif
  }

  package func unwatch(_ watch: Watch) {
    #if os(Linux)
      _ = inotify_rm_watch(queue, watch.number)
    #endif
  }

  /// Makes the next or the current call of `events` return at once.
  package func wake() {
    _ = withUnsafePointer(to: UInt8(0)) { write(wakeUp.near, $0, 1) }
  }

  /// The events since the last call, in order.
  ///
  /// - Parameter timeout: milliseconds to wait for the first one; nil waits without end.
  /// - Returns: none after the timeout, a signal or `wake`.
  package func events(timeout: Int32?) throws(SystemError) -> [Event] {
    var waits = [
      pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeUp.far, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waits, 2, timeout ?? -1) > 0 else { return [] }
    if waits[1].revents != 0 { clearWakeUp() }
    return try waits[0].revents == 0 ? [] : readEvents()
  }

  private func clearWakeUp() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      _ = recv(wakeUp.far, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
    }
  }
}

#if os(Linux)
  extension FolderWatcher {
    private static let mask =
      UInt32(
        bitPattern: IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE
          | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

    /// Reads until nothing is left, so that a writer without pause cannot hold it: at most 4 MiB.
    private func readEvents() throws(SystemError) -> [Event] {
      var events: [Event] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
      defer { buffer.deallocate() }
      for _ in 0..<64 {
        let count = read(queue, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { break }
        guard count > 0 else { throw SystemError(last: .watch) }
        Self.parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
      }
      return events
    }

    /// An event is four numbers of 32 bits (watch, mask, cookie, length), then a name of that length, filled with NUL.
    private static func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
      let headSize = 16
      var place = 0
      while place + headSize <= bytes.count {
        let watch = Watch(number: bytes.load(fromByteOffset: place, as: Int32.self))
        let mask = bytes.load(fromByteOffset: place + 4, as: Int32.self)
        let length = Int(bytes.load(fromByteOffset: place + 12, as: UInt32.self))
        let name = bytes[(place + headSize)..<min(place + headSize + length, bytes.count)]
        if let event = event(mask, watch, name: name.prefix { $0 != 0 }), event != events.last {
          events.append(event)
        }
        place += headSize + length
      }
    }

    private static func event(
      _ mask: Int32, _ watch: Watch, name: UnsafeRawBufferPointer.SubSequence
    ) -> Event? {
      if mask & IN_Q_OVERFLOW != 0 { return .overflow }
      if mask & IN_IGNORED != 0 { return .ended(watch) }
      if mask & IN_MOVE_SELF != 0 { return .moved(watch) }
      if !name.isEmpty {
        let isFolder = mask & Int32(bitPattern: UInt32(IN_ISDIR)) != 0
        return .name(Array(name), isFolder: isFolder, in: watch)
      }
      return mask & IN_ATTRIB != 0 ? .attributes(watch) : nil
    }
  }
#endif
