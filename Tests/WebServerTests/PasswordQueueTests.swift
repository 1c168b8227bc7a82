import Dispatch
import TestSupport
import Testing

@testable import WebServer

@Suite("Passwords that wait")
struct PasswordQueueTests {
  @Test("who comes from a known place goes first, and of the others only so many wait")
  func order() async throws {
    let queue = PasswordQueue(limit: 2)
    let order = Lines()
    let gate = Gate()
    let first = Task {
      try await queue.run(isFamiliar: false) {
        gate.enter()
        order.add("first")
      }
    }
    await gate.untilEntered()
    let second = await Self.wait(queue, isFamiliar: false) { order.add("second") }
    let third = await Self.wait(queue, isFamiliar: false) { order.add("third") }
    let owner = await Self.wait(queue, isFamiliar: true) { order.add("owner") }
    let refused: Void? = try await queue.run(isFamiliar: false) { order.add("no") }
    #expect(refused == nil)
    gate.open()
    for task in [first, second, third, owner] { _ = try await task.value }
    #expect(order.all == ["first", "owner", "second", "third"])
  }

  /// Returns once the work is in the queue.
  private static func wait(
    _ queue: PasswordQueue, isFamiliar: Bool, _ work: @escaping @Sendable () -> Void
  ) async -> Task<Void?, any Error> {
    let count = queue.waitingCount
    let task = Task { try await queue.run(isFamiliar: isFamiliar, work) }
    while queue.waitingCount == count { try? await Task.sleep(for: .milliseconds(1)) }
    return task
  }

  /// Holds a thread until it is opened.
  private final class Gate: Sendable {
    private let entered = AsyncStream.makeStream(of: Void.self)
    private let semaphore = DispatchSemaphore(value: 0)

    func enter() {
      entered.continuation.finish()
      semaphore.wait()
    }

    func untilEntered() async { for await _ in entered.stream {} }
    func open() { semaphore.signal() }
  }

  @Test("a password that nobody looked at does not count as a wrong one")
  func withdrawn() {
    let throttle = LoginThrottle { 1_000 }
    for _ in 1...20 {
      guard case .attempt(let attempt) = throttle.begin(name: "a", address: "b", isFamiliar: false)
      else {
        Issue.record("has to wait")
        return
      }
      throttle.withdraw(attempt)
    }
  }
}
