internal import Dispatch
internal import Synchronization

/// Runs the same work on several threads.
package enum ThreadTeam {
  /// Calls `body` once on each of `count` threads and waits for all of them.
  ///
  /// - Returns: the results, in no fixed order.
  package static func run<Result: Sendable>(
    _ count: Int, _ body: @Sendable () -> Result
  ) -> [Result] {
    let results = Results<Result>()
    DispatchQueue.concurrentPerform(iterations: count) { _ in
      results.add(body())
    }
    return results.all
  }

  /// Calls `body` for each item, on as many threads as there are items at most.
  ///
  /// - Returns: the results in the order of the items.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], threads: Int, _ body: @Sendable (Item) -> Result
  ) -> [Result] {
    let count = min(max(threads, 1), items.count)
    guard count > 1 else { return items.map(body) }
    // Of many, each thread takes several at once, so that threads do not wait for each other.
    let share = max(items.count / (32 * count), 1)
    let stack = WorkStack(stride(from: 0, to: items.count, by: share).reversed())
    let parts = run(count) {
      var own: [(start: Int, results: [Result])] = []
      while let start = stack.pop() {
        own.append((start, items[start..<min(start + share, items.count)].map(body)))
        stack.finish()
      }
      return own
    }
    var results: [Result] = []
    results.reserveCapacity(items.count)
    for part in parts.joined().sorted(by: { $0.start < $1.start }) { results += part.results }
    return results
  }

  /// Calls `aside` on another thread while `body` runs on this one, and waits for both.
  package static func run<Aside: Sendable, Result, Failure: Error>(
    aside: @escaping @Sendable () -> Aside, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> (Result, aside: Aside) {
    let results = Results<Aside>()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { results.add(aside()) }
    let result: Result
    do throws(Failure) {
      result = try body()
    } catch {
      group.wait()
      throw error
    }
    group.wait()
    return (result, results.all.first ?? aside())
  }
}

/// Results of several threads.
private final class Results<Result: Sendable>: Sendable {
  private let stored = Mutex<[Result]>([])

  func add(_ result: Result) { stored.withLock { $0.append(result) } }

  var all: [Result] { stored.withLock { $0 } }
}

/// A stack of work items for several threads, which may push more while working.
///
/// Last in, first out keeps a walk deep instead of wide, and so the number of open folders small. Any number of threads
/// may take part, at the same time or one after the other: the system may start some of them only after others have
/// ended.
package final class WorkStack<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item]
    /// Items that a thread has taken and not finished.
    var unfinished = 0
  }

  private let state: Monitor<State>

  package init(_ items: [Item]) {
    state = Monitor(State(items: items))
  }

  package func push(_ new: [Item]) {
    state.change { $0.items += new }
  }

  /// The next item; waits while others are worked on, which may add more.
  ///
  /// Nil when all are finished. Each item is followed by one call of `finish`.
  package func pop() -> Item? {
    let item: Item?? = state.wait { state in
      guard let item = state.items.popLast() else {
        return state.unfinished == 0 ? .some(nil) : nil
      }
      state.unfinished += 1
      return .some(item)
    }
    return item ?? nil
  }

  /// Marks an item as done, after pushing what it adds.
  package func finish() {
    state.change { $0.unfinished -= 1 }
  }
}

/// Runs blocking work, such as file and database access, one item after the other.
package struct WorkQueue: Sendable {
  private let queue: DispatchQueue

  package init(_ name: String) {
    queue = DispatchQueue(label: name)
  }

  package func run<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try work() }) }
    }
  }
}
