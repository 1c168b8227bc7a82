import Foundation
import TestSupport
import Testing

@testable import Page
@testable import WebServer

@Suite("Sessions")
struct SessionStoreTests {
  private let folder: TemporaryFolder
  private let clock = TestClock(1_000_000)
  private let store: SessionStore

  init() throws {
    let (folder, clock) = (try TemporaryFolder(inMemory: true), clock)
    self.folder = folder
    store = try SessionStore(in: folder.path) { clock.now }
  }

  /// What a request with this value of the cookie is answered.
  private func ask(_ value: String) -> (isIn: Bool, next: String?) {
    guard let session = store.session(of: value) else { return (false, nil) }
    return (true, store.use(session, by: value).replacement)
  }

  @Test(
    "a value is replaced after a day; the former one is valid for two minutes after the next was used"
  )
  func rotation() throws {
    let first = try store.open(for: nil, device: "")
    #expect(ask(first) == (true, nil))
    clock.advance(BrowserSession.rotationTime)
    let second = try #require(ask(first).next)
    #expect(ask(first) == (true, nil))
    #expect(ask(second) == (true, nil))
    clock.advance(BrowserSession.formerLifetime - 1)
    #expect(ask(first).isIn)
    clock.advance(1)
    #expect(!ask(first).isIn)
    #expect(ask(second) == (true, nil))
  }

  @Test("a browser that never got the next value stays in, and is given another one")
  func lostAnswer() throws {
    let first = try store.open(for: nil, device: "")
    clock.advance(BrowserSession.rotationTime)
    let lost = try #require(ask(first).next)
    clock.advance(BrowserSession.formerLifetime - 1)
    #expect(ask(first) == (true, nil))
    clock.advance(30 * 86_400)
    let third = try #require(ask(first).next)
    #expect(third != lost)
    #expect(!ask(lost).isIn)
    #expect(ask(third).isIn)
  }

  @Test("of requests at the same time, one is given the next value, and all are let in")
  func concurrent() async throws {
    let first = try store.open(for: nil, device: "")
    clock.advance(BrowserSession.rotationTime)
    let store = store
    let values = try await atOnce(50) { _ in
      store.session(of: first).flatMap { store.use($0, by: first).replacement }
    }.compactMap(\.self)
    #expect(values.count == 1)
    #expect(values.allSatisfy { ask($0).isIn })
    #expect(ask(first).isIn)
  }

  @Test("a session that is not used ends; a restart ends none")
  func lifetime() throws {
    let value = try store.open(for: nil, device: "")
    clock.advance(BrowserSession.lifetime - 1)
    let again = try SessionStore(in: folder.path) { [clock] in clock.now }
    #expect(again.session(of: value) != nil)
    clock.advance(1)
    #expect(again.session(of: value) == nil)
    #expect(again.all.isEmpty)
  }

  @Test("the file holds neither the cookie nor a name of it")
  func file() throws {
    let value = try store.open(for: nil, device: "")
    let text = try String(contentsOfFile: folder.path("sessions.json"), encoding: .utf8)
    #expect(!text.contains(value))
    #expect(store.all.allSatisfy { !text.contains($0.name) })
  }

  @Test("of too many sessions, the one that was used least recently goes")
  func limit() throws {
    let first = try store.open(for: nil, device: "first")
    for number in 2...SessionStore.limit {
      clock.advance(1)
      _ = try store.open(for: nil, device: "\(number)")
    }
    #expect(store.all.count == SessionStore.limit)
    clock.advance(1)
    _ = try store.open(for: nil, device: "last")
    #expect(store.all.count == SessionStore.limit)
    #expect(!ask(first).isIn)
    #expect(store.all.first?.device == "last")
  }

  @Test("an account that signs in too often ends its own sessions alone")
  func accounts() throws {
    let owner = try store.open(for: nil, device: "owner")
    let eve = Account(
      id: "eve", name: "eve", password: try PasswordHash(of: "x", cost: .least), vault: nil)
    for _ in 0...SessionStore.limit {
      clock.advance(1)
      _ = try store.open(for: eve, device: "")
    }
    #expect(store.all.count == SessionStore.limit + 1)
    #expect(ask(owner).isIn)
  }
}
