internal import Dispatch

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
    let stack = WorkStack(Array(items.enumerated().reversed()))
    let parts = run(count) {
      var part: [(place: Int, result: Result)] = []
      while let (place, item) = stack.pop() {
        part.append((place, body(item)))
        stack.finish()
      }
      return part
    }
    return parts.joined().sorted { $0.place < $1.place }.map(\.result)
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
// `stored` is touched only on `queue`.
private final class Results<Result: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "results")
  private var stored: [Result] = []

  func add(_ result: Result) { queue.sync { stored.append(result) } }

  var all: [Result] { queue.sync { stored } }
}
