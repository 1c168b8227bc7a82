import TestSupport
import Testing

@testable import Media

/// A queue whose changes can stand in an expectation.
private final class Queue<Waiter> {
  private(set) var value = VariantQueue<Waiter>()

  func add(
    _ waiter: Waiter, id: UInt64, _ edge: VariantEdge, of hash: ContentHash,
    _ urgency: VariantQueue<Waiter>.Urgency
  ) -> Bool { value.add(waiter, id: id, edge, of: hash, urgency) }

  func next() -> ContentHash? { value.next() }
  func remove(_ id: UInt64, of hash: ContentHash) -> Waiter? { value.remove(id, of: hash) }
  func finish(_ hash: ContentHash) -> [(edge: VariantEdge, waiter: Waiter)] { value.finish(hash) }

  func take(_ hash: ContentHash, _ edge: VariantEdge, original: PictureSize) -> [Waiter] {
    value.take(hash, edge, original: original)
  }
}

@Suite("The queue of pictures")
struct VariantQueueTests {
  private func hash(_ number: Int) throws -> ContentHash {
    let digits = String(number)
    return try #require(ContentHash(String(repeating: "0", count: 64 - digits.count) + digits))
  }

  @Test("what is visible comes first, each in the order of its arrival")
  func order() throws {
    let queue = Queue<Int>()
    for (number, urgency) in [(1, .idle), (2, .visible), (3, .idle), (4, .visible)]
      as [(Int, VariantQueue<Int>.Urgency)]
    {
      let isAdded = queue.add(number, id: UInt64(number), .small, of: try hash(number), urgency)
      #expect(isAdded)
    }
    // Someone looks at it now.
    #expect(queue.add(30, id: 30, .large, of: try hash(3), .visible))
    var order: [ContentHash] = []
    while let next = queue.next() { order.append(next) }
    #expect(order == [try hash(2), try hash(4), try hash(3), try hash(1)])
  }

  @Test("one picture is worked on once, and each waiter gets the edge that stands for its own")
  func sharing() throws {
    let queue = Queue<String>()
    let (one, size) = (try hash(1), PictureSize(width: 500, height: 400))
    for (id, edge) in [(1, .small), (2, .medium), (3, .large)] as [(UInt64, VariantEdge)] {
      #expect(queue.add("\(edge)", id: id, edge, of: one, .visible))
    }
    #expect(queue.next() == one && queue.next() == nil)
    #expect(queue.take(one, .small, original: size) == ["small"])
    // While it is worked on.
    #expect(queue.add("late", id: 4, .small, of: one, .visible))
    #expect(queue.next() == nil)
    #expect(queue.take(one, .medium, original: size) == ["medium", "large"])
    #expect(queue.finish(one).map(\.waiter) == ["late"])
    #expect(queue.finish(one).isEmpty && queue.value.pictures.isEmpty)
    // And anew.
    #expect(queue.add("again", id: 5, .small, of: one, .idle))
    #expect(queue.next() == one)
  }

  @Test("a picture that nobody waits for is not begun; one that is begun is finished")
  func removal() throws {
    let queue = Queue<Int>()
    let (one, two) = (try hash(1), try hash(2))
    #expect(queue.add(10, id: 1, .small, of: one, .visible))
    #expect(queue.add(11, id: 2, .small, of: one, .visible))
    #expect(queue.add(20, id: 3, .small, of: two, .visible))
    #expect(queue.remove(1, of: one) == 10 && queue.remove(1, of: one) == nil)
    #expect(queue.remove(2, of: one) == 11 && queue.value.pictures[one] == nil)
    #expect(queue.next() == two)
    #expect(queue.remove(3, of: two) == 20 && queue.value.pictures[two] != nil)
    #expect(queue.finish(two).isEmpty && queue.next() == nil)
  }

  @Test("too many are refused, and what was taken back leaves nothing behind")
  func bounds() throws {
    let queue = Queue<Int>()
    for number in 0..<VariantQueue<Int>.limit {
      #expect(queue.add(number, id: UInt64(number), .small, of: try hash(number), .idle))
    }
    #expect(!queue.add(-1, id: 99_999, .small, of: try hash(99_999), .visible))
    #expect(queue.add(-1, id: 99_999, .small, of: try hash(7), .visible))
    let other = Queue<Int>()
    for number in 0..<50_000 {
      #expect(other.add(number, id: UInt64(number), .small, of: try hash(number % 3), .visible))
      #expect(other.remove(UInt64(number), of: try hash(number % 3)) == number)
    }
    #expect(other.value.lineLength <= 4 * VariantQueue<Int>.limit && other.next() == nil)
  }

  @Test("whatever happens, everyone who waits is answered once", .timeLimit(.minutes(60)))
  func properties() throws {
    try withSeed(cases: 50) { generator in
      let queue = Queue<UInt64>()
      var (waiting, started): (Set<UInt64>, [ContentHash]) = ([], [])
      var pictures: [UInt64: ContentHash] = [:]
      func answered(_ ids: [UInt64]) {
        for id in ids { #expect(waiting.remove(id) != nil) }
      }
      for id in UInt64(0)..<200 {
        let picture = try hash(Int.random(in: 0..<8, using: &generator))
        let edge = VariantEdge.allCases.randomElement(using: &generator) ?? .small
        switch Int.random(in: 0..<8, using: &generator) {
        case 0..<4:
          #expect(queue.add(id, id: id, edge, of: picture, id % 3 == 0 ? .idle : .visible))
          waiting.insert(id)
          pictures[id] = picture
        case 4: if let next = queue.next() { started.append(next) }
        case 5:
          if let some = waiting.randomElement(using: &generator), let its = pictures[some] {
            answered(queue.remove(some, of: its).map { [$0] } ?? [])
          }
        case 6:
          guard let some = started.first else { continue }
          answered(queue.take(some, edge, original: PictureSize(width: 700, height: 1)))
        default:
          guard !started.isEmpty else { continue }
          answered(queue.finish(started.removeFirst()).map(\.waiter))
        }
      }
      while let next = queue.next() { started.append(next) }
      for picture in started { answered(queue.finish(picture).map(\.waiter)) }
      #expect(waiting.isEmpty && queue.value.pictures.isEmpty)
    }
  }
}
