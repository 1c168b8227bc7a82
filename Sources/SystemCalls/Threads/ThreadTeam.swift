internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
// `items` and `unfinished` are touched only while `mutex` is held.
package final class WorkStack<Item: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var items: [Item]
  /// Items that a thread has taken and not finished.
  private var unfinished = 0

  package init(_ items: [Item]) {
    self.items = items
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func push(_ new: [Item]) {
    pthread_mutex_lock(mutex)
    items += new
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// The next item; waits while others are worked on, which may add more.
  ///
  /// Nil when all are finished. Each item is followed by one call of `finish`.
  package func pop() -> Item? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while items.isEmpty, unfinished > 0 { pthread_cond_wait(condition, mutex) }
    guard let item = items.popLast() else { return nil }
    unfinished += 1
    return item
  }

  /// Marks an item as done, after pushing what it adds.
  package func finish() {
    pthread_mutex_lock(mutex)
    unfinished -= 1
    if unfinished == 0 { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
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
