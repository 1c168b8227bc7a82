#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

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
