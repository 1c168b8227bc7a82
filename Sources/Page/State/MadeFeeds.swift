internal import Synchronization
internal import SystemCalls

/// The feeds and calendars that were made last, each for as long as what it is made of stays the same.
///
/// Making one reads many notes, and its readers need only its address: so it is done one after the other, on no thread that
/// answers others.
final class MadeFeeds: Sendable {
  private let queue = WorkQueue("page-feeds")
  private let known = Mutex<[(tag: PageTag, bytes: [UInt8])]>([])

  private struct Search: Hashable {
    var key: FilteredTimelines.Key
    var hasPages: Bool
  }

  /// The notes of feeds that are being looked for.
  private let searches = Mutex<[Search: Task<TimelineIndex, any Error>]>([:])

  /// Of all of them together, in bytes; the oldest one goes first.
  private static let limit = 32 << 20

  /// The notes of a feed; who asks while they are looked for gets the same.
  ///
  /// So however many readers a feed has, those who search wait for one scan of it at most.
  ///
  /// - Parameter hasPages: whether pages, such as those of persons, are among what is found.
  func notes(
    _ key: FilteredTimelines.Key, hasPages: Bool = false,
    _ find: @escaping @Sendable () async throws -> TimelineIndex
  ) async throws -> TimelineIndex {
    let wanted = Search(key: key, hasPages: hasPages)
    let search = searches.withLock { searches -> Task<TimelineIndex, any Error> in
      if let search = searches[wanted] { return search }
      let search = Task<TimelineIndex, any Error> {
        defer { self.searches.withLock { $0[wanted] = nil } }
        return try await find()
      }
      searches[wanted] = search
      return search
    }
    return try await search.value
  }

  /// The feed or calendar with this tag, made unless it is known.
  func bytes(
    _ tag: PageTag, _ make: @escaping @Sendable () throws -> [UInt8]
  ) async throws -> [UInt8] {
    if let bytes = find(tag) { return bytes }
    return try await queue.run { [self] in
      // Another reader may have waited for the same.
      if let bytes = find(tag) { return bytes }
      let bytes = try make()
      keep(bytes, tag)
      return bytes
    }
  }

  private func find(_ tag: PageTag) -> [UInt8]? {
    known.withLock { known in known.first { $0.tag == tag }?.bytes }
  }

  private func keep(_ bytes: [UInt8], _ tag: PageTag) {
    known.withLock { known in
      known.append((tag, bytes))
      while known.reduce(0, { $0 + $1.bytes.count }) > Self.limit { known.removeFirst() }
    }
  }
}
