import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultIndex

@testable import Page

@Suite("Syncs on the page")
struct SyncingTests {
  private static let note =
    "---\nid: n1\ncreated: 2026-11-20T18:03:00Z\n---\n\n# First\n\none\ntwo\nthree\n"

  @Test("a sync sends what was written here, and receives what others wrote")
  func both() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("three", with: "three of the phone") }
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    let before = try await maintenance.browser.get("/status").body
    #expect(before.contains("Sync now"))
    #expect(before.contains("second.md"))
    let after = try await maintenance.run("/status/sync")
    #expect(after.contains("received"))
    #expect(after.contains("1 note received, 1 note sent"))
    #expect(try maintenance.folder.readText("vault/n.md").contains("three of the phone"))
    #expect(try maintenance.tl("status").stderrText.contains("nothing to sync"))
  }

  @Test("a sync that conflicts says so, and every page leads to the conflict")
  func conflict() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    #expect(try await !maintenance.browser.get("/").body.contains("/conflicts"))
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("two", with: "two of the phone") }
    try maintenance.folder.write(
      Self.note.replacing("two", with: "two of the laptop"), to: "vault/n.md")
    let after = try await maintenance.run("/status/sync")
    #expect(after.contains("1 conflict kept as a copy"))
    try await maintenance.page.settled { $0.count == 2 }
    #expect(try await maintenance.browser.get("/").body.contains("href=\"/conflicts\""))
  }

  @Test("without its remote a sync commits, and says what to do")
  func remoteGone() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try FileManager.default.moveItem(
      atPath: maintenance.folder.path("remote.git"),
      toPath: maintenance.folder.path("elsewhere.git"))
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    let after = try await maintenance.run("/status/sync")
    #expect(after.contains("class=\"warning\""))
    #expect(after.contains("committed"))
    #expect(after.contains("Last error"))
    #expect(after.contains("formaction=\"/status/sync\""))
    try FileManager.default.moveItem(
      atPath: maintenance.folder.path("elsewhere.git"),
      toPath: maintenance.folder.path("remote.git"))
    let last = try await maintenance.run("/status/sync")
    #expect(!last.contains("class=\"warning\""))
    #expect(last.contains("1 note sent"))
  }

  @Test("a gate asks on the page, and only a yes commits what it holds back")
  func gate() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try FileManager.default.removeItem(atPath: maintenance.folder.path("vault/n.md"))
    let asked = try await maintenance.run("/status/sync")
    #expect(asked.contains("The only note is gone from this folder; deleted on purpose?"))
    #expect(try maintenance.tl("log", "--json").stdoutText.contains("removed") == false)
    let number = try #require(maintenance.page.site.syncs.run?.number)

    let refused = try await maintenance.run("/status/answer", ["run": "\(number)", "q0": "no"])
    #expect(!refused.contains("deleted on purpose?"))
    #expect(refused.contains("the deletion is not committed yet"))

    // The same question again, for it is another sync.
    let again = try await maintenance.run("/status/sync")
    #expect(again.contains("deleted on purpose?"))
    let last = try #require(maintenance.page.site.syncs.run?.number)
    let done = try await maintenance.run("/status/answer", ["run": "\(last)", "q0": "yes"])
    #expect(done.contains("1 note sent"))
    #expect(try maintenance.tl("log", "--json").stdoutText.contains("removed"))
  }

  @Test("an answer to the question of an earlier sync starts nothing")
  func staleAnswer() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try FileManager.default.removeItem(atPath: maintenance.folder.path("vault/n.md"))
    _ = try await maintenance.run("/status/sync")
    let answer = try await maintenance.browser.post("/status/answer", ["run": "7", "q0": "yes"])
    #expect(answer.header("location") == "/status?done=stale")
    #expect(maintenance.page.site.syncs.run?.number == 1)
  }

  @Test("while another tl sync runs, the page says that one is running, and changes nothing")
  func locked() async throws {
    let wait = """
      #!/bin/sh
      : > ../started
      while [ ! -e ../go ]; do sleep 0.02; done
      """
    let maintenance = try await MaintenancePage(["n.md": Self.note], hook: wait)
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    async let other = WorkQueue("other").run { try maintenance.tl("sync").status }
    while !maintenance.folder.exists("started") { try await Task.sleep(for: .milliseconds(5)) }
    let body = try await maintenance.run("/status/sync")
    #expect(body.contains("Another sync of this vault is running"))
    try maintenance.folder.write("", to: "go")
    #expect(try await other == 0)
    #expect(try await maintenance.run("/status/sync").contains("Up to date"))
  }

  @Test(
    "while a sync of the page runs, its page says so and loads itself again; a second one does not start"
  )
  func running() async throws {
    let wait = """
      #!/bin/sh
      : > ../started
      while [ ! -e ../go ]; do sleep 0.02; done
      """
    let maintenance = try await MaintenancePage(["n.md": Self.note], hook: wait)
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    #expect(try await maintenance.browser.post("/status/sync", [:]).status == 303)
    while !maintenance.folder.exists("started") { try await Task.sleep(for: .milliseconds(5)) }
    let body = try await maintenance.browser.get("/status").body
    #expect(body.contains("A sync is running"))
    #expect(body.contains("http-equiv=\"refresh\""))
    #expect(!body.contains("formaction=\"/status/sync\""))
    #expect(try await maintenance.browser.post("/status/sync", [:]).status == 303)
    #expect(maintenance.page.site.syncs.run?.number == 1)
    // A note can be written meanwhile: the lock of the vault is free.
    let form = try await maintenance.browser.post("/new", ["text": "# Third", "id": "n3"])
    #expect(form.status == 303)
    try maintenance.folder.write("", to: "go")
    try await maintenance.ended()
    #expect(try await maintenance.browser.get("/status").body.contains("1 note sent"))
  }

  @Test("an undo lists what it does before it is made")
  func undo() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    #expect(try await !maintenance.browser.get("/status").body.contains("/status/undo"))
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("three", with: "three of the phone") }
    #expect(try await maintenance.run("/status/sync").contains("/status/undo"))
    let received = try await maintenance.browser.get("/changes").body
    #expect(received.contains("A sync") && received.contains(">Undo<"), "\(received)")
    #expect(maintenance.actions("/status/undo", in: received).count == 1)
    let asked = try await maintenance.run("/status/undo")
    #expect(asked.contains("Undo the last sync that received something, here and on all devices?"))
    #expect(asked.contains("as before"))
    #expect(try maintenance.folder.readText("vault/n.md").contains("of the phone"))
    let done = try await maintenance.run("/status/answer", ["run": "2", "q0": "yes"])
    #expect(done.contains("1 note undone"))
    let undone = try await maintenance.browser.get("/changes").body
    #expect(undone.contains(", taken back") && undone.contains(">Redo<"), "\(undone)")
    #expect(maintenance.actions("/status/undo", in: undone).count == 1)
    #expect(try maintenance.folder.readText("vault/n.md") == Self.note)
  }

  @Test("a page that only shows offers no sync, and none can be started")
  func readOnly() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note], isReadOnly: true)
    let body = try await maintenance.browser.get("/status").body
    #expect(body.contains("Branch"))
    #expect(!body.contains("formaction"))
    #expect(try await maintenance.browser.post("/status/sync", ["token": "x"]).status == 403)
    #expect(maintenance.page.site.syncs.run == nil)
  }

  @Test("a vault without a repository says what to do")
  func noRepository() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try FileManager.default.removeItem(atPath: maintenance.folder.path("vault/.git"))
    let body = try await maintenance.browser.get("/status").body
    #expect(body.contains("This vault has no git repository"))
    #expect(!body.contains("formaction=\"/status/sync\""))
    #expect(try await !maintenance.browser.get("/n/n1").body.contains("/history"))
  }
}
