/// Pictures that wait for a worker, and who waits for them: a value that decides, and does nothing.
///
/// One decoding serves all that wait for a picture, whichever of its edges they want.
package struct VariantQueue<Waiter> {
  /// The order of work.
  package enum Urgency: Sendable {
    /// Someone looks at the place where the picture will be.
    case visible
    /// Only while nothing visible waits.
    case idle
  }

  struct Picture {
    var waiters: [(id: UInt64, edge: VariantEdge, waiter: Waiter)]
    var urgency: Urgency
    var isStarted = false
  }

  /// How many pictures may wait.
  static var limit: Int { 4096 }

  private(set) var pictures: [ContentHash: Picture] = [:]
  /// In the order of their arrival; a picture that is no longer there, or is there twice, is passed over.
  private var visible = Line()
  private var idle = Line()

  /// False if too many pictures wait.
  mutating func add(
    _ waiter: Waiter, id: UInt64, _ edge: VariantEdge, of hash: ContentHash, _ urgency: Urgency
  ) -> Bool {
    guard var picture = pictures[hash] else {
      guard pictures.count < Self.limit else { return false }
      pictures[hash] = Picture(waiters: [(id, edge, waiter)], urgency: urgency)
      enqueue(hash, urgency)
      return true
    }
    picture.waiters.append((id, edge, waiter))
    if urgency == .visible, picture.urgency == .idle {
      picture.urgency = .visible
      enqueue(hash, .visible)
    }
    pictures[hash] = picture
    return true
  }

  /// The next picture to work on.
  mutating func next() -> ContentHash? {
    while let hash = visible.takeFirst() ?? idle.takeFirst() {
      guard pictures[hash]?.isStarted == false else { continue }
      pictures[hash]?.isStarted = true
      return hash
    }
    return nil
  }

  /// Takes a waiter out; a picture that nobody waits for is not begun.
  mutating func remove(_ id: UInt64, of hash: ContentHash) -> Waiter? {
    guard var picture = pictures[hash],
      let place = picture.waiters.firstIndex(where: { $0.id == id })
    else { return nil }
    let waiter = picture.waiters.remove(at: place).waiter
    pictures[hash] = picture.waiters.isEmpty && !picture.isStarted ? nil : picture
    // What was taken out still stands in line.
    if lineLength > 4 * Self.limit {
      let waiting = pictures.filter { !$0.value.isStarted }
      visible.keep { waiting[$0]?.urgency == .visible }
      idle.keep { waiting[$0]?.urgency == .idle }
    }
    return waiter
  }

  /// Takes out those who can be answered with the variant of this edge.
  ///
  /// - Parameter original: the size of the picture.
  mutating func take(
    _ hash: ContentHash, _ edge: VariantEdge, original: PictureSize
  ) -> [Waiter] {
    guard var picture = pictures[hash] else { return [] }
    let served = picture.waiters.filter { $0.edge.standIn(for: original) == edge }
    picture.waiters.removeAll { $0.edge.standIn(for: original) == edge }
    pictures[hash] = picture
    return served.map(\.waiter)
  }

  /// Takes out a picture that is finished, with those who still wait for it.
  mutating func finish(_ hash: ContentHash) -> [(edge: VariantEdge, waiter: Waiter)] {
    pictures.removeValue(forKey: hash)?.waiters.map { ($0.edge, $0.waiter) } ?? []
  }

  /// Takes out everything.
  mutating func removeAll() -> [Waiter] {
    defer { self = Self() }
    return pictures.values.flatMap { $0.waiters.map(\.waiter) }
  }

  /// How many places the lines have.
  var lineLength: Int { visible.count + idle.count }

  private mutating func enqueue(_ hash: ContentHash, _ urgency: Urgency) {
    switch urgency {
    case .visible: visible.append(hash)
    case .idle: idle.append(hash)
    }
  }

  /// First in, first out.
  private struct Line {
    private var hashes: [ContentHash] = []
    private var start = 0

    var count: Int { hashes.count - start }

    /// Also leaves out all but the first of several equal ones.
    mutating func keep(_ isWanted: (ContentHash) -> Bool) {
      var seen: Set<ContentHash> = []
      hashes = hashes[start...].filter { isWanted($0) && seen.insert($0).inserted }
      start = 0
    }

    mutating func append(_ hash: ContentHash) { hashes.append(hash) }

    mutating func takeFirst() -> ContentHash? {
      guard start < hashes.count else { return nil }
      defer {
        start += 1
        if start > 64, start * 2 > hashes.count {
          hashes.removeFirst(start)
          start = 0
        }
      }
      return hashes[start]
    }
  }
}
