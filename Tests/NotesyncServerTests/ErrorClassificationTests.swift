import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import WebServer

@testable import Notesync
@testable import NotesyncServer
@testable import VaultStore

#if canImport(Glibc)
  private let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#else
  private let openFiles = RLIMIT_NOFILE
#endif

/// What goes wrong beside the requests: nothing is lost, and the same request may come again.
@Suite("Errors of the machine")
struct ErrorClassificationTests {
  @Test("what cannot be carried out and cannot be kept either is not answered")
  func asideFails() async throws {
    try await TestServer.withPhone(having: [Operation(note: "n0", text: "First")]) {
      server, phone in
      let state = try #require(server.folder.contents().first { $0.hasSuffix("/incoming") })
        .replacing("/incoming", with: "")
      try server.folder.write("no folder", to: "\(state)/aside")
      let request = [
        Operation(note: "good", text: "good"),
        Operation(note: "bad", text: "precious", media: [Photo(base64: "AA A=")]),
      ]
      let answer = try await phone.sync(request).expect(503)
      #expect(answer.header("retry-after") == "5")
      #expect(try await phone.notes().notes.count == 2)
      try server.folder.remove("\(state)/aside")
      let again = try await phone.sync(request)
        .expect(200, outcomes: ["skipped", "skipped"], note: "good")
      #expect(again.results.map { $0["error"] as? String } == [nil, "invalid_request"])
      #expect(server.folder.contents().contains { $0.contains("/aside/") })
    }
  }

  @Test("a request that cannot be taken in is to be sent again")
  func spoolFails() async throws {
    try await TestServer.withPhone { server, phone in
      _ = try await phone.notes()
      let state = try #require(server.folder.contents().first { $0.hasSuffix("state.sqlite") })
        .replacing("/state.sqlite", with: "")
      try server.folder.write("no folder", to: "\(state)/incoming")
      let answer = try await phone.sync(Operation()).expect(503)
      #expect(answer.header("retry-after") == "5")
    }
  }

  @Test("an empty folder where the vault's drive was is no vault without notes")
  func unmounted() async throws {
    try await TestServer.withPhone { server, phone in
      _ = try await phone.sync([
        Operation(updated: "2026-03-01T09:00:00.123456Z"), Operation(note: "n2", text: "Two"),
      ])
      let before = try await phone.notes()
      let (vault, away) = (server.folder.path("vault"), server.folder.path("away"))
      try FileManager.default.moveItem(atPath: vault, toPath: away)
      #expect(try await phone.notes().status == 503)
      try server.folder.makeFolder("vault")
      #expect(try await phone.notes().status == 503)
      #expect(try await phone.sync(Operation(text: "later")).status == 503)
      try FileManager.default.removeItem(atPath: vault)
      try FileManager.default.moveItem(atPath: away, toPath: vault)
      #expect(try await phone.notes().text == before.text)
      // The microseconds too.
      let older = Operation(text: "older", updated: "2026-03-01T09:00:00.123456Z")
      #expect(try await phone.sync(older).outcomes == ["skipped"])
    }
  }

  @Test("while another program works on the vault nothing is read amidst its changes")
  func locked() async throws {
    try await TestServer.withPhone(having: [Operation()], change: { $0.lockTimeout = 0 }) {
      server, phone in
      let lock = try VaultLock(.write, of: Vault(opening: server.folder.path("vault")).folder)
      #expect(try await phone.notes().status == 503)
      #expect(try await phone.sync(Operation(note: "n2")).status == 503)
      lock.release()
      #expect(try await phone.notes().notes.count == 1)
    }
  }

  @Test("a vault of an account is another one once the accounts name another one")
  func otherVault() async throws {
    let folder = try TestServer.prepared()
    let file = try AccountsFileOfTests(folder)
    _ = try Vault.initialize(folder.path("second"), timeZone: nil)
    try await TestServer.withPhone(
      having: [Operation(updated: "2026-03-01T09:00:00.5Z")], in: folder,
      change: { $0.accountsFile = file.path }
    ) { _, phone in
      let before = try await phone.notes()
      let accounts = try folder.readText("people/accounts.json")
      let changed = accounts.replacing(folder.path("vault"), with: folder.path("second"))
      #expect(changed != accounts)
      try folder.write(changed, to: "people/accounts.json")
      #expect(try await phone.notes().notes.isEmpty)
      try folder.write(accounts, to: "people/accounts.json")
      #expect(try await phone.notes().text == before.text)
    }
  }

  @Test("a vault is the same one by whatever path it is named")
  func otherName() async throws {
    let folder = try TestServer.prepared()
    let file = try AccountsFileOfTests(folder)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("vault"))
    try await TestServer.withPhone(
      having: [Operation(updated: "2026-03-01T09:00:00.5Z")], in: folder,
      change: { $0.accountsFile = file.path }
    ) { _, phone in
      try folder.replace(
        folder.path("vault"), with: folder.path("link"), in: "people/accounts.json")
      let older = Operation(text: "older", updated: "2026-03-01T09:00:00.4Z")
      #expect(try await phone.sync(older).outcomes == ["skipped"])
    }
  }

  @Test("with too few descriptors a restore fails; it never leaves out what is there")
  func fewDescriptors() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TestServer.prepared()
      let note = "vault/2026/03/2026-03-01-hello"
      try folder.write("---\nid: n1\n---\n\nHello\n", to: "\(note).md")
      try folder.write(Photo.jpeg(1), to: "\(note).media/a.jpg")
      let settings = TestServer.settings(in: folder, TestClock(TestServer.start))
      let account = try #require(AccountsFile(settings.accountsPath).accounts().first)
      let vault = folder.path("vault")
      let server = try AccountServer(
        account, vault: vault, folder: settings.accountFolder(account, vault: vault),
        settings: settings,
        stop: ShutdownFlag()
      ) { _ in }
      let whole = try await server.list(limit: 10, withData: false).body.length
      var limit = rlimit()
      #expect(getrlimit(openFiles, &limit) == 0)
      limit.rlim_cur = 256
      #expect(setrlimit(openFiles, &limit) == 0)
      var taken: [Int32] = []
      while case let copy = dup(0), copy >= 0 { taken.append(copy) }
      var answers = 0
      while let last = taken.popLast(), answers < 3 {
        close(last)
        guard let listing = try? await server.list(limit: 10, withData: false) else { continue }
        answers += 1
        #expect(listing.body.length == whole)
      }
      #expect(answers == 3)
    }
  }

  @Test("what is gone, or is no file, is left out")
  func missingFiles() throws {
    for code in [ENOENT, EISDIR, ELOOP, EACCES, EINVAL] {
      let left: Int? = try ErrorClassification.ignoringFileErrors {
        throw SystemError(code, .read, path: "a.jpg")
      }
      #expect(left == nil)
    }
    for code in [EMFILE, ENFILE, ENOMEM, EIO] {
      #expect(throws: SystemError.self) {
        try ErrorClassification.ignoringFileErrors { throw SystemError(code, .read, path: "a.jpg") }
      }
      #expect(throws: StoreError.self) {
        try ErrorClassification.ignoringFileErrors {
          throw StoreError("a.jpg", .system(SystemError(code, .read)))
        }
      }
    }
  }

  @Test("what is said of a note that cannot be written holds nothing of it, its path neither")
  func privacy() async throws {
    try await TestServer.withPhone(having: [Operation(note: "n\n7", text: "Secret love")]) {
      server, phone in
      let path = "vault/2026/03/2026-03-01-secret-love.md"
      try server.folder.write("---\nsecret: [\n---\n", to: path)
      let later = Operation(note: "n\n7", text: "Secret hate", updated: "2026-03-01T09:20:00Z")
      let answer = try await phone.sync(later)
      let details = try #require(answer.results[0]["details"] as? [[String: Any]])
      #expect(!"\(details)".lowercased().contains("secret"))
      let log = server.lines.all
      #expect(!log.contains { $0.lowercased().contains("secret") })
      #expect(log.contains { $0.contains(#"note "n\n7": ops.0: the note's front matter"#) })
    }
  }

  @Test("what the machine lacks stops the request; what is wrong with one note does not")
  func faults() throws {
    func isFault(_ error: any Error) -> Bool { ErrorClassification.concernsOneOperation(error) }
    for code in [ENOSPC, EDQUOT, EROFS, EMFILE, ENFILE, ENOMEM, EIO] {
      #expect(!isFault(StoreError("a.md", .system(SystemError(code, .write)))))
      #expect(!isFault(SystemError(code, .read, path: "/spool/x")))
    }
    for code in [EACCES, EPERM, ENAMETOOLONG, EILSEQ, EINVAL] {
      #expect(isFault(StoreError("a.md", .system(SystemError(code, .write)))))
      #expect(!isFault(SystemError(code, .read, path: "/spool/x")))
    }
    #expect(!isFault(StoreError("a.md", .locked(.write, holder: 7))))
    #expect(!isFault(StoreError("a.md", .keepsChanging(tries: 5))))
    #expect(isFault(StoreError("a.md", .invalidName)))
    #expect(isFault(EditError.flowMapping(line: 1)))
    #expect(isFault(ReceivingError.unusableID))
    #expect(!isFault(Unavailable(description: "")))
  }
}
