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
  /// A hook that says that it has started, and waits.
  private static let wait = """
    #!/bin/sh
    : > ../started
    while [ ! -e ../go ]; do sleep 0.02; done
    """

  @Test("a sync sends what was written here, and receives what others wrote")
  func both() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("three", with: "three of the phone") }
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    try await maintenance.browser.get("/status")
      .expect(has: "1 note to send", "Sync now", "second.md")
    try await expect(
      maintenance.run("/status/sync"), has: "received", "1 note received, 1 note sent")
    #expect(try maintenance.folder.readText("vault/n.md").contains("three of the phone"))
    #expect(try maintenance.tl("status").stderrText.contains("nothing to sync"))
  }

  @Test("a sync that conflicts says so, and every page leads to the conflict")
  func conflict() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    #expect(try await maintenance.browser.get("/").body.contains("<b data-count=\"\" hidden"))
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("two", with: "two of the phone") }
    try maintenance.folder.write(
      Self.note.replacing("two", with: "two of the laptop"), to: "vault/n.md")
    try await expect(
      maintenance.run("/status/sync"), has: "1 conflict kept as a copy", lacks: "tl conflict")
    try await maintenance.page.settled { $0.count == 2 }
    #expect(try await maintenance.browser.get("/").body.contains("<b data-count=\"1\">"))
    #expect(try await maintenance.browser.get("/me").body.contains("href=\"/conflicts\""))
  }

  @Test("without its remote a sync commits, and says what to do")
  func remoteGone() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.move("remote.git", to: "elsewhere.git")
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    try await expect(
      maintenance.run("/status/sync"), has: "class=\"warning\"", "committed", "Last error",
      "formaction=\"/status/sync\"")
    try maintenance.folder.move("elsewhere.git", to: "remote.git")
    try await expect(
      maintenance.run("/status/sync"), has: "1 note sent", lacks: "class=\"warning\"")
  }

  @Test("a sync that failed in a terminal is told on every page, until one succeeds")
  func failedElsewhere() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.move("remote.git", to: "elsewhere.git")
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    #expect(try maintenance.tl("sync").status != 0)
    let failed = try await maintenance.browser.get("/me").body
    #expect(failed.contains(PageWords.lastSyncFailed))
    try await maintenance.browser.get("/status").expect(has: PageWords.lastSyncFailed)
    try maintenance.folder.move("elsewhere.git", to: "remote.git")
    #expect(try maintenance.tl("sync").status == 0)
    let synced = try await maintenance.browser.get("/me").body
    #expect(!synced.contains(PageWords.lastSyncFailed))
  }

  @Test("a gate asks on the page, and only a yes commits what it holds back")
  func gate() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.remove("vault/n.md")
    let asked = try await maintenance.run("/status/sync")
    #expect(asked.contains("The only note is gone from this folder; deleted on purpose?"))
    #expect(try maintenance.tl("log", "--json").stdoutText.contains("removed") == false)
    let number = try #require(maintenance.page.site.syncs.run?.number)

    let refused = try await maintenance.run("/status/answer", ["run": "\(number)", "q0": "no"])
    expect(refused, has: "the deletion is not committed yet", lacks: "deleted on purpose?")

    // The same question again, for it is another sync.
    try await expect(maintenance.run("/status/sync"), has: "deleted on purpose?")
    let last = try #require(maintenance.page.site.syncs.run?.number)
    let done = try await maintenance.run("/status/answer", ["run": "\(last)", "q0": "yes"])
    #expect(done.contains("1 note sent"))
    #expect(try maintenance.tl("log", "--json").stdoutText.contains("removed"))
  }

  @Test("an answer to the question of an earlier sync starts nothing")
  func staleAnswer() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.remove("vault/n.md")
    _ = try await maintenance.run("/status/sync")
    let answer = try await maintenance.browser.post("/status/answer", ["run": "7", "q0": "yes"])
    #expect(answer.header("location") == "/status?done=stale")
    #expect(maintenance.page.site.syncs.run?.number == 1)
  }

  @Test("while another tl sync runs, the page says that one is running, and changes nothing")
  func locked() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note], hook: Self.wait)
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    async let other = WorkQueue("other").run { try maintenance.tl("sync").status }
    while !maintenance.folder.exists("started") { try await Task.sleep(for: .milliseconds(5)) }
    try await expect(maintenance.run("/status/sync"), has: "Another sync of this vault is running")
    try maintenance.folder.write("", to: "go")
    #expect(try await other == 0)
    #expect(try await maintenance.run("/status/sync").contains("Up to date"))
  }

  @Test(
    "while a sync of the page runs, its page says so and loads itself again; a second one does not start"
  )
  func running() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note], hook: Self.wait)
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    #expect(try await maintenance.browser.post("/status/sync", [:]).status == 303)
    while !maintenance.folder.exists("started") { try await Task.sleep(for: .milliseconds(5)) }
    try await maintenance.browser.get("/status")
      .expect(
        has: "A sync is running", "http-equiv=\"refresh\"", lacks: "formaction=\"/status/sync\"")
    #expect(try await maintenance.browser.post("/status/sync", [:]).status == 303)
    #expect(maintenance.page.site.syncs.run?.number == 1)
    // A note can be written meanwhile: the lock of the vault is free.
    try await maintenance.browser.post("/new", ["text": "# Third", "id": "n3"]).expect(303)
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
    #expect(received.contains("From other devices") && received.contains(">Undo<"), "\(received)")
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
    try await maintenance.browser.get("/status").expect(has: "Branch", lacks: "formaction")
    #expect(try await maintenance.browser.post("/status/sync", ["token": "x"]).status == 403)
    #expect(maintenance.page.site.syncs.run == nil)
  }

  @Test("a vault without a repository says what to do")
  func noRepository() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.remove("vault/.git")
    try await maintenance.browser.get("/status")
      .expect(
        has: "Sync is off", "How to switch sync on", "This vault has no git repository",
        lacks: "formaction=\"/status/sync\"")
    #expect(try await !maintenance.browser.get("/n/n1").body.contains("/history"))
  }
}
