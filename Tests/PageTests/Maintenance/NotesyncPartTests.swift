import Foundation
import Synchronization
import TestSupport
import Testing
import VaultStore
import Words

@testable import Page

/// The part of `/status` about notesync; what the program does is told by the test.
@Suite("Notesync on the page")
struct NotesyncPartTests {
  private final class Far: Sendable {
    let works = Mutex<[NotesyncMaintenance.Work]>([])
    /// Of the operations that the works are recorded as.
    let words = Mutex<[String?]>([])
    let plans = Mutex<[Int?]>([])
    let outcome = Mutex(NotesyncMaintenance.Outcome())
    let isKnown = Mutex(true)
    /// While it is true, a work goes on, and the server does not say what a restore would bring.
    let isWaiting = Mutex(false)

    var maintenance: NotesyncMaintenance {
      NotesyncMaintenance(
        followsSync: true,
        status: {
          guard self.isKnown.withLock({ $0 }) else { return nil }
          return .init(
            rows: [
              .init("signed in", "https://notes.example.org as ada"), .init("pending", "2 notes"),
            ],
            isSignedIn: true, holdsDeletions: false)
        },
        perform: { work, operation in
          self.words.withLock { $0.append(operation?.head.words) }
          self.works.withLock { $0.append(work) }
          while self.isWaiting.withLock({ $0 }) { usleep(5_000) }
          return self.outcome.withLock { $0 }
        },
        planRestore: { count in
          self.plans.withLock { $0.append(count) }
          while self.isWaiting.withLock({ $0 }) { usleep(5_000) }
          return self.outcome.withLock { $0 }
        })
    }
  }

  private static let note = "---\nid: n1\n---\n\n# First\n"

  @Test("a sync is started by a form, and its part says what it did")
  func sync() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    let before = try await maintenance.browser.get("/status").body
    #expect(before.contains("https://notes.example.org as ada"))
    far.outcome.withLock {
      $0 = .init(
        lines: ["received  new       <b>.md"],
        remarks: ["3 notes no longer on the server; --allow-deletes puts them into the trash"],
        holdsDeletions: true)
    }
    #expect(maintenance.actions("/status/notesync/deletions", in: before).isEmpty)
    let after = try await maintenance.run("/status/notesync/sync")
    #expect(far.works.withLock { $0 } == [.sync(allowsDeletions: false)])
    #expect(
      far.words.withLock { $0 } == ["on the page: starts a sync with the notesync server"])
    #expect(after.contains("received  new       &lt;b&gt;.md"))
    #expect(maintenance.actions("/status/notesync/deletions", in: after).count == 1)
    far.outcome.withLock { $0 = .init(remarks: ["nothing received"]) }
    try await expect(maintenance.run("/status/notesync/deletions"), has: "Nothing received.")
    _ = try await maintenance.run("/status/notesync/resync")
    #expect(
      far.works.withLock { $0 }.dropFirst() == [.sync(allowsDeletions: true), .resync])
    #expect(try await maintenance.browser.post("/status/notesync/other", [:]).status == 404)
  }

  @Test("while one runs, the page says so, loads itself again, and starts no second one")
  func running() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    far.isWaiting.withLock { $0 = true }
    #expect(try await maintenance.browser.post("/status/notesync/sync", [:]).status == 303)
    let body = try await maintenance.browser.get("/status").body
    #expect(body.contains(PageWords.syncRuns) && body.contains("http-equiv=\"refresh\""))
    #expect(try await maintenance.browser.post("/status/sync", [:]).status == 303)
    #expect(maintenance.page.site.syncs.run?.number == 1)
    far.isWaiting.withLock { $0 = false }
    try await maintenance.ended()
    #expect(try await maintenance.browser.get("/status").body.contains("/status/notesync/sync"))
  }

  @Test("a restore shows what it brings before it is made")
  func restore() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    try await maintenance.browser.get("/status/restore/10").expect(lacks: "formaction")
    far.outcome.withLock { $0 = .init(lines: ["received  new       b.md"]) }
    let plan = try await maintenance.browser.get("/status/restore/10").body
    #expect(plan.contains("received  new       b.md"))
    #expect(maintenance.actions("/status/restore/", in: plan) == ["/status/restore/10"])
    #expect(far.works.withLock { $0 }.isEmpty)
    _ = try await maintenance.run("/status/restore/10")
    _ = try await maintenance.browser.get("/status/restore/all")
    _ = try await maintenance.run("/status/restore/all")
    #expect(far.works.withLock { $0 } == [.restore(count: 10), .restore(count: nil)])
    #expect(far.plans.withLock { $0 } == [10, 10, nil])
    #expect(try await maintenance.browser.get("/status/restore/11").status == 404)
  }

  @Test("a server that does not answer holds up no search")
  func waiting() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    let other = try await maintenance.page.browser()
    far.isWaiting.withLock { $0 = true }
    async let plan = maintenance.browser.get("/status/restore/10").status
    while far.plans.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try await other.get("/?q=first").body.contains("First"))
    far.isWaiting.withLock { $0 = false }
    #expect(try await plan == 200)
  }

  @Test("a failure stands in the part, and every page says that the last sync failed")
  func failure() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    far.outcome.withLock {
      $0 = .init(problem: .init("the server is busy", hint: "try again later"))
    }
    let after = try await maintenance.run("/status/notesync/sync")
    #expect(after.contains("The server is busy. Try again later."))
    #expect(try await maintenance.browser.get("/").body.contains(PageWords.lastSyncFailed))
  }

  @Test("a sync with git ends with one of notesync, and both parts say what was done")
  func follows() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    try maintenance.folder.write("# Second\n", to: "vault/second.md")
    far.outcome.withLock { $0 = .init(remarks: ["sent 1 note"]) }
    try await expect(maintenance.run("/status/sync"), has: "1 note sent", "Sent 1 note.")
    #expect(far.works.withLock { $0 } == [.sync(allowsDeletions: false)])
  }

  @Test("what follows a sync with git and fails is said where no server is known, too")
  func unknown() async throws {
    let far = Far()
    far.isKnown.withLock { $0 = false }
    let maintenance = try await MaintenancePage(["n.md": Self.note], notesync: far.maintenance)
    #expect(try await !maintenance.browser.get("/status").body.contains("id=\"notesync\""))
    far.outcome.withLock { $0 = .init(problem: .init("not signed in")) }
    #expect(try await maintenance.run("/status/sync").contains("Not signed in."))
  }

  @Test("a page that only shows offers none of it")
  func readOnly() async throws {
    let far = Far()
    let maintenance = try await MaintenancePage(
      ["n.md": Self.note], isReadOnly: true, notesync: far.maintenance)
    try await maintenance.browser.get("/status")
      .expect(has: "2 notes", lacks: "/status/notesync", "/status/restore")
    #expect(
      try await maintenance.browser.post("/status/notesync/sync", ["token": "x"]).status == 403)
    #expect(far.works.withLock { $0 }.isEmpty)
  }
}
