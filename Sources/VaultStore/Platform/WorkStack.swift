#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Work for a fixed number of threads, where doing one piece may bring more: last in, first out.
///
/// Last in, first out keeps a walk deep instead of wide, and with it the number of open folders small.
// `items` and `idle` are touched only while `mutex` is held.
final class WorkStack<Item: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var items: [Item]
  private var idle = 0
  private let threads: Int

  init(_ items: [Item], threads: Int) {
    self.items = items
    self.threads = threads
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func push(_ new: [Item]) {
    pthread_mutex_lock(mutex)
    items += new
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }

  /// The next piece; waits while other threads may still bring some. Nil when all is done.
  func pop() -> Item? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while items.isEmpty {
      idle += 1
      if idle == threads {
        pthread_cond_broadcast(condition)
        return nil
      }
      pthread_cond_wait(condition, mutex)
      if idle == threads { return nil }
      idle -= 1
    }
    return items.popLast()
  }
}
