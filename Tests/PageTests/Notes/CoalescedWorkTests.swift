import Synchronization
import Testing

@testable import Page

@Suite("Work that several requests ask for at the same time")
struct CoalescedWorkTests {
  @Test("those who ask while it runs share the next run")
  func sharing() async {
    let work = CoalescedWork<String, Int>()
    let (runs, held) = (Counter(), AsyncStream.makeStream(of: Void.self))
    let first = Task {
      await work.value(for: "a") {
        let number = runs.next()
        for await _ in held.stream {}
        return number
      }
    }
    while runs.count == 0 { await Task.yield() }
    let others = (0..<10).map { _ in Task { await work.value(for: "a") { runs.next() } } }
    while work.waitingCount(for: "a") < 10 { await Task.yield() }
    #expect(await work.value(for: "b") { -1 } == -1, "another key does not wait")
    held.continuation.finish()
    #expect(await first.value == 1)
    for other in others { #expect(await other.value == 2) }
    #expect(await work.value(for: "a") { runs.next() } == 3, "nothing is kept")
  }

  @Test("whoever asks after a change sees it, however many ask at the same time")
  func freshness() async {
    let work = CoalescedWork<Int, Int>()
    let version = Counter()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<200 {
            let written = version.next()
            let seen = await work.value(for: (task + turn) % 2) {
              let seen = version.count
              await Task.yield()
              return seen
            }
            #expect(seen >= written)
          }
        }
      }
    }
  }

  private final class Counter: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .sequentiallyConsistent) }
    func next() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
  }
}
