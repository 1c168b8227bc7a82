import Cryptography
import Foundation
import Synchronization
import TestSupport
import Testing
import VaultFormat
import WebServer

@testable import Page

@Suite("Operations are remembered")
struct OperationsTests {
  private struct Crash: Error {}

  /// A vault that is one number, and a browser that asks until it has an answer.
  private final class Counter: Sendable {
    let value = Mutex(0)
    /// Where the next attempt ends; nil for none.
    let crash = Mutex<Operations.Step?>(nil)
  }

  private func store(
    _ folder: TemporaryFolder, _ counter: Counter, at time: Int64 = 1_795_000_000
  ) throws -> Operations {
    try Operations(in: folder.path(""), now: { time }) { step in
      guard counter.crash.withLock({ $0 }) == step else { return }
      counter.crash.withLock { $0 = nil }
      throw Crash()
    }
  }

  private func key(_ id: String) throws -> OperationKey {
    try #require(OperationKey(id, account: "local") { sha256Hex($0.utf8) })
  }

  private let done = OperationOutcome(kind: .saved, id: "n1", path: "a.md", number: 3)

  @Test("after a crash at any step, an operation that is asked for again is made once")
  func crashes() throws {
    try withSeed { generator, _ in
      let folder = try TemporaryFolder()
      let counter = Counter()
      for number in 0..<40 {
        let key = try key("operation-\(number)")
        var outcome: OperationOutcome?
        while outcome == nil {
          let steps: [Operations.Step?] = Operations.Step.allCases + [nil]
          let crash = steps.randomElement(using: &generator) ?? nil
          counter.crash.withLock { $0 = crash }
          // As after a restart, or not.
          let operations = try store(folder, counter)
          outcome = try? operations.once(key) { isAgain in
            // What says the wanted state may be done twice.
            counter.value.withLock { if !isAgain || $0 == number { $0 = number + 1 } }
            return done
          }
          if crash == nil { break }
        }
        counter.crash.withLock { $0 = nil }
        #expect(counter.value.withLock { $0 } == number + 1)
        var calls = 0
        let again = try store(folder, counter).once(key) { _ in
          calls += 1
          return OperationOutcome(kind: .removed)
        }
        #expect(calls == 0 && again == done)
      }
    }
  }

  @Test("an operation that was begun and not done is told so, also after a restart")
  func begun() throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    counter.crash.withLock { $0 = .begun }
    let key = try key("operation-1")
    #expect(throws: Crash.self) { try store(folder, counter).once(key) { _ in done } }
    let operations = try store(folder, counter)
    #expect(operations.outcome(of: key) == nil)
    var wasAgain = false
    #expect(
      try operations.once(key) { isAgain in
        wasAgain = isAgain
        return done
      } == done)
    #expect(wasAgain)
    #expect(operations.path(of: "n1") == VaultPath("a.md"))
  }

  @Test("a refused operation may be asked for again")
  func refused() throws {
    let folder = try TemporaryFolder()
    let operations = try store(folder, Counter())
    let key = try key("operation-1")
    #expect(throws: Crash.self) { try operations.once(key) { _ in throw Crash() } }
    #expect(try operations.once(key) { _ in done } == done)
  }

  @Test("a line that was cut off at any byte counts as not written, and the next one is whole")
  func torn() throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let (first, second) = (try key("operation-1"), try key("operation-2"))
    _ = try store(folder, counter).once(first) { _ in done }
    _ = try store(folder, counter).once(second) { _ in done }
    let file = URL(fileURLWithPath: folder.path("operations"))
    let whole = try Data(contentsOf: file)
    let length = try #require(whole.lastIndex(of: UInt8(ascii: "{")).map { whole.count - $0 })
    for cut in 0...length {
      try whole.dropLast(cut).write(to: file)
      let operations = try store(folder, counter)
      #expect(operations.outcome(of: first) == done)
      #expect(try operations.once(second) { _ in done } == done)
      #expect(try store(folder, counter).outcome(of: second) == done)
    }
  }

  @Test("after ninety days an operation is forgotten, and not before")
  func old() throws {
    let folder = try TemporaryFolder()
    let counter = Counter()
    let key = try key("operation-1")
    _ = try store(folder, counter, at: 1000).once(key) { _ in done }
    let end = 1000 + Operations.lifetime
    #expect(try store(folder, counter, at: end).outcome(of: key) == done)
    #expect(try store(folder, counter, at: end + 1).outcome(of: key) == nil)
  }

  @Test(
    "a file that is no journal is replaced by one", arguments: ["\0\0", "{}\n[]\n", "{\"key\":"])
  func broken(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "operations")
    let key = try key("operation-1")
    _ = try store(folder, Counter()).once(key) { _ in done }
    #expect(try store(folder, Counter()).outcome(of: key) == done)
  }

  @Test(
    "ids are 8 to 64 letters, digits and hyphens, and of one account",
    arguments: [
      "", "short", "has space", "../../../etc", "ümlaut-ümlaut", String(repeating: "x", count: 65),
    ])
  func ids(id: String) throws {
    #expect(OperationKey(id, account: "local") { $0 } == nil)
    #expect(
      try key("operation-1") != OperationKey("operation-1", account: "anna") { sha256Hex($0.utf8) })
  }
}
