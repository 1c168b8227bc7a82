import TestSupport
import Testing

@testable import Page

@Suite("A backup from the page")
struct BackupDownloadTests {
  @Test("the button gives one, and leaves nothing in the vault")
  func download() async throws {
    let maintenance = try await MaintenancePage(["n.md": "# First\n"])
    try await maintenance.browser.get("/status").expect(has: "Download a backup")
    let answer = try await maintenance.browser.post("/status/backup", [:])
    // Files are stored as they are.
    answer.expect(200, has: "vault/n.md", "# First", "history.bundle", "manifest.tsv")
    #expect(answer.header("content-type") == "application/zip")
    #expect(answer.header("content-disposition")?.hasPrefix("attachment; ") == true)
    #expect(answer.header("cache-control") == "no-store")
    let names = try maintenance.folder.names(in: "vault/.tl/local")
    #expect(!names.contains { $0.hasPrefix(".tl-tmp-") })
  }

  @Test("without a session there is none")
  func strangers() async throws {
    let maintenance = try await MaintenancePage(["n.md": "# First\n"])
    let stranger = Browser(page: maintenance.page)
    let answer = try await stranger.send(
      "POST", "/status/backup", ["Origin": "http://\(maintenance.page.host)"], body: "token=")
    #expect(answer.status != 200)
    expect(answer.body, lacks: "# First")
  }
}
