#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Work for several threads, where doing one piece may bring more: last in, first out.
///
/// Last in, first out keeps a walk deep instead of wide, and with it the number of open folders small. How many
/// threads take part does not matter, nor whether they run at the same time: the system may start some of
/// them only after others have ended.
// `items` and `unfinished` are touched only while `mutex` is held.
package final class WorkStack<Item: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var items: [Item]
  /// Pieces that a thread has taken and is still working on.
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

  /// The next piece; waits while others are being worked on, which may bring more.
  ///
  /// Nil when all is done.
  ///
  /// Each piece taken has to be followed by one call of `finish`.
  package func pop() -> Item? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while items.isEmpty, unfinished > 0 { pthread_cond_wait(condition, mutex) }
    guard let item = items.popLast() else { return nil }
    unfinished += 1
    return item
  }

  /// Says that a piece is done and has pushed what it brings.
  package func finish() {
    pthread_mutex_lock(mutex)
    unfinished -= 1
    if unfinished == 0 { pthread_cond_broadcast(condition) }
    pthread_mutex_unlock(mutex)
  }
}
