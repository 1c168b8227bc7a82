internal import VaultFormat

extension VaultIndex {
  /// The notes in `order`, skipping the first `offset`, at most `limit` of them.
  ///
  /// With a small limit, sorts only the notes before its end, at nearly the cost of one pass.
  package func notes(
    in order: TimelineOrder = .timeline, offset: Int = 0, limit: Int? = nil
  ) -> [Position] {
    let count = count
    let start = min(max(offset, 0), count)
    let end = limit.map { start + min(max($0, 0), count - start) } ?? count
    func precedes(_ a: Ranked, _ b: Ranked) -> Bool {
      if a.rank != b.rank { return a.rank < b.rank }
      if order.key == .order {
        let (first, second) = (self[a.position].date.seconds, self[b.position].date.seconds)
        if first != second { return first > second }
      }
      return tieBreak(a.position, b.position)
    }
    var ranked: [Ranked] = []
    if end < count / 8 {
      var heap = BoundedHeap(end, by: precedes)
      // Nearly all notes are behind the heap's last one: one comparison of numbers for each of them.
      var worst = UInt64.max
      forEachRanked(by: order) { note in
        guard note.rank <= worst else { return }
        heap.insert(note)
        if heap.elements.count == end, let last = heap.elements.first { worst = last.rank }
      }
      ranked = heap.elements
    } else {
      ranked.reserveCapacity(count)
      forEachRanked(by: order) { ranked.append($0) }
    }
    ranked.sort(by: precedes)
    return ranked[start..<end].map(\.position)
  }

  /// A note and its rank by pin and key, as one number, smallest first.
  private struct Ranked {
    var rank: UInt64
    var position: Position
  }

  private func forEachRanked(by order: TimelineOrder, _ body: (Ranked) -> Void) {
    let titles = order.key == .title ? titleRanks() : [:]
    let flip = order.isReversed ? Self.rankMask : 0
    forEachPosition { position, note in
      let rank =
        switch order.key {
        case .created: Self.newestFirst(note.created.seconds)
        case .updated: Self.newestFirst(note.updated.seconds)
        case .date: Self.newestFirst(note.date.seconds)
        case .order: Self.smallestFirst(self.order(position))
        case .title: titles[position] ?? 0
        }
      let isFirst = order.hasPinnedFirst && note.flags.contains(.pinned)
      let pin: UInt64 = isFirst ? 0 : 1 << 63
      body(Ranked(rank: pin | ((rank & Self.rankMask) ^ flip), position: position))
    }
  }

  private static let rankMask: UInt64 = (1 << 63) - 1

  private static func newestFirst(_ seconds: Int64) -> UInt64 {
    // Seconds of the years 0 to 9999 fit into 40 bits.
    rankMask - UInt64(clamping: seconds &+ (1 << 40))
  }

  /// The bit patterns of positive IEEE 754 numbers sort like the numbers.
  ///
  /// Drops the lowest bit.
  private static func smallestFirst(_ number: Double) -> UInt64 {
    let bits = number.bitPattern
    return (bits >> 63 == 0 ? bits | 1 << 63 : ~bits) >> 1
  }

  /// The rank of each title; equal titles have the same rank.
  private func titleRanks() -> [Position: UInt64] {
    let folding = FoldingOptions()
    let titles = positions.map { (position: $0, title: Array(folding.fold(title($0)).utf8)) }
      .sorted { $0.title.lexicographicallyPrecedes($1.title) }
    var ranks: [Position: UInt64] = [:]
    ranks.reserveCapacity(titles.count)
    var rank: UInt64 = 0
    for (index, entry) in titles.enumerated() {
      if index > 0, titles[index - 1].title != entry.title { rank += 1 }
      ranks[entry.position] = rank
    }
    return ranks
  }

  /// Compares by path.
  ///
  /// Notes in one folder are compared by name, without building their paths.
  private func tieBreak(_ a: Position, _ b: Position) -> Bool {
    let (first, second) = (self[a], self[b])
    let folders = (
      shards[Int(a.shard)].folders[Int(first.folder)],
      shards[Int(b.shard)].folders[Int(second.folder)]
    )
    guard folders.0 == folders.1 else { return path(a) < path(b) }
    return name(a).lexicographicallyPrecedes(name(b))
  }
}

/// Keeps the first `limit` of the inserted elements in order, as a heap with the last of them at the root.
private struct BoundedHeap<Element> {
  /// Unsorted.
  private(set) var elements: [Element] = []
  private let limit: Int
  private let precedes: (Element, Element) -> Bool

  init(_ limit: Int, by precedes: @escaping (Element, Element) -> Bool) {
    self.limit = limit
    self.precedes = precedes
    elements.reserveCapacity(limit)
  }

  mutating func insert(_ candidate: Element) {
    if elements.count < limit {
      elements.append(candidate)
      // Sorted in reverse, the elements are a heap.
      if elements.count == limit { elements.sort { precedes($1, $0) } }
    } else if limit > 0, precedes(candidate, elements[0]) {
      elements[0] = candidate
      siftDown()
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var last = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < elements.count && precedes(elements[last], elements[child]) { last = child }
      if last == parent { return }
      elements.swapAt(parent, last)
      parent = last
    }
  }
}
