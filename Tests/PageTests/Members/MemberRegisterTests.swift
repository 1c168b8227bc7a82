import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Page

@Suite("Members of circles, as the server keeps them")
struct MemberRegisterTests {
  private static let (lan, circle, other) = (
    NoteID(nonEmpty: "lan"), NoteID(nonEmpty: "grandparents"), NoteID(nonEmpty: "friends")
  )
  private static let day: Int64 = 86_400

  private let folder: TemporaryFolder
  private let clock = TestClock(1_000_000)
  private let store: MemberStore

  init() throws {
    let (folder, clock) = (try TemporaryFolder(inMemory: true), clock)
    self.folder = folder
    store = MemberStore(in: folder.path) { clock.now }
  }

  private func state(_ circle: NoteID = Self.circle) throws -> MemberRegister.State? {
    try store.register().membership(of: Self.lan, in: circle)?.state(at: clock.now)
  }

  @Test("a link is pending, lets one device in, and is nothing then")
  func once() throws {
    let start = clock.now
    let link = try store.invite(Self.lan, to: Self.circle, days: 14)
    #expect(try state() == .pending(until: start + 14 * Self.day))
    let value = try #require(try store.accept(link, device: "a phone"))
    #expect(try state() == .accepted(since: start))
    #expect(try store.device(of: value)?.circles == ["grandparents"])
    #expect(try store.accept(link, device: "another") == nil)
    #expect(try store.invited(by: link) == nil)
  }

  @Test("of many who use a link at the same time, one is let in")
  func atOnce() async throws {
    let link = try store.invite(Self.lan, to: Self.circle, days: 14)
    let store = store
    let values = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<16 { group.addTask { try store.accept(link, device: "") } }
      return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    #expect(values.count == 1)
    #expect(try store.register().devices.count == 1)
  }

  @Test("a link ends at its time, and when another one is made")
  func ends() throws {
    let first = try store.invite(Self.lan, to: Self.circle, days: 1)
    let second = try store.invite(Self.lan, to: Self.circle, days: 1)
    #expect(try store.invited(by: first) == nil)
    clock.advance(Self.day - 1)
    #expect(try store.invited(by: second) == "lan")
    clock.advance(1)
    #expect(try store.accept(second, device: "") == nil)
    #expect(try state() == .expired)
  }

  @Test("who is revoked is out at once, and stays in other circles")
  func revoked() throws {
    let first = try store.invite(Self.lan, to: Self.circle, days: 14)
    let value = try #require(try store.accept(first, device: ""))
    let second = try store.invite(Self.lan, to: Self.other, days: 14)
    #expect(try store.accept(second, device: "") != nil)
    let pending = try store.invite(Self.lan, to: Self.circle, days: 14)
    #expect(try store.revoke(Self.lan, from: Self.circle))
    #expect(try state() == .revoked)
    #expect(try store.invited(by: pending) == nil)
    #expect(try store.device(of: value)?.circles == ["friends"])
    #expect(try store.revoke(Self.lan, from: Self.other))
    #expect(try store.device(of: value) == nil)
    #expect(try store.register().devices.isEmpty)
    #expect(try !store.revoke(Self.lan, from: Self.other))
  }

  @Test("a device is known for a year after each visit")
  func year() throws {
    let link = try store.invite(Self.lan, to: Self.circle, days: 14)
    let value = try #require(try store.accept(link, device: ""))
    clock.advance(364 * Self.day)
    let found = try #require(try store.device(of: value))
    #expect(store.use(found.device))
    clock.advance(364 * Self.day)
    #expect(try store.device(of: value) != nil)
    clock.advance(Self.day)
    #expect(try store.device(of: value) == nil)
  }

  @Test("another device is let in by another link, and the state stays accepted")
  func anotherDevice() throws {
    let start = clock.now
    let first = try store.invite(Self.lan, to: Self.circle, days: 14)
    _ = try store.accept(first, device: "")
    clock.advance(Self.day)
    let second = try store.invite(Self.lan, to: Self.circle, days: 14)
    #expect(try state() == .accepted(since: start))
    #expect(try store.accept(second, device: "") != nil)
    #expect(try store.register().devices.count == 2)
  }

  @Test("secrets are kept as hashes, in a file of its owner alone")
  func hashes() throws {
    let link = try store.invite(Self.lan, to: Self.circle, days: 14)
    let value = try #require(try store.accept(link, device: ""))
    let pending = try store.invite(Self.lan, to: Self.other, days: 14)
    let text = try folder.readText("members.json")
    expect(text, lacks: link, value, pending)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("members.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a file that cannot be read lets nobody in, and is not written over")
  func unreadable() throws {
    try folder.write("no register", to: "members.json")
    #expect(throws: (any Error).self) { try store.device(of: "x") }
    #expect(throws: (any Error).self) { try store.invite(Self.lan, to: Self.circle, days: 1) }
    #expect(try folder.readText("members.json") == "no register")
  }
}
