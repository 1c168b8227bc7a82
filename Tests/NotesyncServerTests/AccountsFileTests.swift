import Foundation
import Notesync
import SystemCalls
import TestSupport
import Testing

@testable import WebServer

@Suite("The file of accounts")
struct AccountsFileTests {
  @Test("of many changes at once none is lost")
  func concurrentChanges() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = AccountsFile(folder.path("people/accounts.json"))
    let cost = try #require(PasswordCost("ln=10,r=8,p=1"))
    try file.add("leaving", password: "x", cost: cost)
    DispatchQueue.concurrentPerform(iterations: 24) { number in
      _ = try? file.add("name \(number)", password: "x", cost: cost)
      if number == 12 { try? file.remove("leaving") }
    }
    let names = try file.accounts().map(\.name)
    #expect(Set(names) == Set((0..<24).map { "name \($0)" }))
  }

  @Test("a change waits for one that is under way, and builds on it")
  func waiting() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = AccountsFile(folder.path("accounts.json"))
    let other = AccountsFile(folder.path("other.json"))
    try other.add("ada", password: "x", cost: .least)
    var lock: FileLock? = try FileLock(waitingFor: "\(file.path).lock")
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? file.add("bob", password: "x", cost: .least)
      done.signal()
    }
    #expect(done.wait(timeout: .now() + .milliseconds(300)) == .timedOut)
    try folder.write(try folder.read("other.json"), to: "accounts.json")
    withExtendedLifetime(lock) {}
    lock = nil
    done.wait()
    #expect(try file.accounts().map(\.name) == ["ada", "bob"])
  }

  @Test("every password that can be set signs in; a longer one is refused with its limit")
  func passwordLength() async throws {
    try await TestServer.run { server in
      let file = AccountsFile(server.folder.path("state/accounts.json"))
      // Of two spellings of the same letters, the shorter one counts.
      for longest in [
        String(repeating: "x", count: 1024), String(repeating: "e\u{301}", count: 512),
      ] {
        try file.setPassword(of: TestServer.name, to: longest, cost: .least)
        _ = try await server.logIn(TestServer.name, longest)
        let longer = longest + "x"
        #expect(throws: AccountsFile.Problem.longPassword) {
          try file.setPassword(of: TestServer.name, to: longer, cost: .least)
        }
        #expect(throws: AccountsFile.Problem.longPassword) { try file.add("bob", password: longer) }
        try await server.attempt(longer).expect(401)
      }
      #expect("\(AccountsFile.Problem.longPassword)".contains("1024 bytes"))
    }
  }

  @Test("a change that is refused leaves no file behind")
  func refused() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let file = AccountsFile(folder.path("people/accounts.json"))
    #expect(throws: AccountsFile.Problem.unknown(name: "bob")) { try file.remove("bob") }
    #expect(throws: AccountsFile.Problem.emptyPassword) { try file.add("bob", password: "") }
    #expect(folder.contents() == [])
  }
}
