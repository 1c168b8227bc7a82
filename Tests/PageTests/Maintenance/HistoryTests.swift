import Foundation
import TestSupport
import Testing
import VaultIndex

@testable import Page

@Suite("Conflicts, history and findings on the page")
struct HistoryTests {
  private static let note =
    "---\nid: n1\ncreated: 2026-11-20T18:03:00Z\n---\n\n# First\n\none\ntwo\nthree\n"

  // MARK: - Conflicts

  /// A vault whose note has two versions.
  private func conflicting(isReadOnly: Bool = false) async throws -> MaintenancePage {
    let maintenance = try await MaintenancePage(["n.md": Self.note], isReadOnly: isReadOnly)
    try maintenance.clone()
    try maintenance.changeOnPhone("n.md") { $0.replacing("two", with: "two of the phone") }
    try maintenance.folder.write(
      Self.note.replacing("two", with: "two of the laptop"), to: "vault/n.md")
    #expect(try maintenance.tl("sync").status == 3)
    try await maintenance.page.settled { $0.count == 2 }
    return maintenance
  }

  @Test("both versions are shown, and the one that is taken stays", arguments: ["note", "copy"])
  func take(_ choice: String) async throws {
    let maintenance = try await conflicting()
    let body = try await maintenance.browser.get("/conflicts").body
    expect(
      body, has: "two of the <mark>phone</mark>", "two of the <mark>laptop</mark>", "On phone",
      lacks: "conflict_of", "updated:")
    let text = try maintenance.folder.readText("vault/n.md")
    let action = try #require(maintenance.actions("/conflicts/\(choice)/", in: body).first)
    #expect(try await maintenance.browser.post(action, [:]).status == 303)
    let kept = try maintenance.folder.readText("vault/n.md")
    #expect(kept.contains("of the phone") != kept.contains("of the laptop"))
    #expect((kept.contains("of the phone") == text.contains("of the phone")) == (choice == "note"))
    #expect(try maintenance.tl("conflicts").status == 0)
    // The other one can be brought back.
    #expect(try !maintenance.tl("trash").stdoutText.isEmpty)
    try await maintenance.browser.get("/conflicts").expect(has: "No note has two versions")
  }

  @Test("two versions of a text among the files of a sealed note are not compared")
  func sealedMedia() async throws {
    let maintenance = try await MaintenancePage([
      "s.md": "---\nid: s\nopen_after: 2999-05-17\n---\nHidden\n", "s.media/a.txt": "one zebra\n",
      "s.media/a.conflict-phone-20261120T080000Z.txt": "two zebras\n",
    ])
    try await maintenance.browser.get("/conflicts").expect(has: "a.txt", lacks: "zebra")
  }

  @Test("both can be kept")
  func keepBoth() async throws {
    let maintenance = try await conflicting()
    let body = try await maintenance.browser.get("/conflicts").body
    let action = try #require(maintenance.actions("/conflicts/both/", in: body).first)
    #expect(try await maintenance.browser.post(action, [:]).status == 303)
    #expect(try maintenance.page.notes().count == 2)
    #expect(try maintenance.tl("conflicts").status == 0)
    try await maintenance.page.settled { _ in true }
  }

  @Test("a choice for versions that were changed since is refused, and nothing is done")
  func changedSince() async throws {
    let maintenance = try await conflicting()
    let body = try await maintenance.browser.get("/conflicts").body
    let action = try #require(maintenance.actions("/conflicts/copy/", in: body).first)
    try maintenance.folder.write(Self.note.replacing("two", with: "a third one"), to: "vault/n.md")
    #expect(try await maintenance.browser.post(action, [:]).status == 409)
    #expect(try maintenance.folder.readText("vault/n.md").contains("a third one"))
    #expect(try maintenance.page.notes().count == 2)
  }

  @Test("one text of both ends the conflict, once its markers are gone")
  func edit() async throws {
    let maintenance = try await conflicting()
    let list = try await maintenance.browser.get("/conflicts").body
    let id = try #require(list.values(after: "href=\"/conflicts/edit/").first)
    let address = "/conflicts/edit/\(id)"
    let form = try await maintenance.browser.get(address).body
    expect(form, has: "&lt;&lt;&lt;&lt;&lt;&lt;&lt; the conflict copy", lacks: "created: 2026")
    var fields: [String: String] = [:]
    for name in ["base", "marked", "copy"] {
      let value = try #require(form.values(after: "name=\"\(name)\" value=\"").first)
      fields[name] = value
    }
    fields["text"] = "<<<<<<< the conflict copy\r\nx\r\n"
    try await maintenance.browser.post(address, fields).expect(422, has: "are still in the text")
    fields["text"] = "# First\r\n\r\none\r\ntwo of both\r\nthree\r\n"
    #expect(try await maintenance.browser.post(address, fields).status == 303)
    try expect(
      maintenance.folder.readText("vault/n.md"), has: "id: n1\n", "one\ntwo of both\nthree\n",
      lacks: "\r")
    #expect(try maintenance.tl("conflicts").status == 0)
  }

  @Test("a page that only shows lists conflicts without choices")
  func readOnly() async throws {
    let maintenance = try await conflicting(isReadOnly: true)
    try await maintenance.browser.get("/conflicts")
      .expect(has: "<mark>phone</mark>", lacks: "formaction", "/conflicts/edit/")
  }

  // MARK: - History

  /// The commits of the versions in a list, the newest first.
  private static func versions(in body: String) -> [String] {
    body.matches(of: /history\?v=([0-9a-f]{40,64})#/).map { String($0.1) }
  }

  @Test("the history has each version with its lines, and what is in no commit yet")
  func versions() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.write(Self.note.replacing("two", with: "2"), to: "vault/n.md")
    try maintenance.tl("sync")
    try maintenance.folder.write(
      Self.note.replacing("two", with: "II").replacing("id: n1", with: "id: n1\npinned: true"),
      to: "vault/n.md")
    #expect(try await maintenance.browser.get("/n/n1").body.contains("href=\"/n/n1/history\""))
    let body = try await maintenance.browser.get("/n/n1/history").body
    expect(body, has: "Written since the last sync", "<del>2</del>", "<ins>II</ins>")
    // What only programs read is behind a fold.
    let parts = body.components(separatedBy: "<summary>Details</summary>")
    #expect(parts.count == 2)
    #expect(!parts[0].contains("pinned: true") && parts[1].contains("<ins>pinned: true</ins>"))
    #expect(maintenance.actions("/n/n1/restore", in: body).isEmpty)
    let version = try #require(Self.versions(in: body).first)
    try await maintenance.browser.get("/n/n1/history?v=\(version)")
      .expect(has: "<del>two</del>", "<ins>2</ins>", "/n/n1/restore?v=\(version)")
  }

  @Test("a version comes back as a change, and what was written meanwhile is in the trash")
  func restore() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.write(Self.note.replacing("two", with: "2"), to: "vault/n.md")
    try maintenance.tl("sync")
    let list = try await maintenance.browser.get("/n/n1/history").body
    let oldest = try #require(Self.versions(in: list).last)
    let body = try await maintenance.browser.get("/n/n1/history?v=\(oldest)").body
    let action = try #require(maintenance.actions("/n/n1/restore", in: body).last)
    // Another program, after the page was loaded.
    try maintenance.folder.write(Self.note.replacing("two", with: "meanwhile"), to: "vault/n.md")
    #expect(try await maintenance.browser.post(action, [:]).status == 303)
    let text = try maintenance.folder.readText("vault/n.md")
    #expect(text == Self.note)
    let trash = maintenance.folder.contents().filter {
      $0.hasPrefix("vault/.tl/") && $0.contains("trash") && $0.hasSuffix(".md")
    }
    #expect(try trash.contains { try maintenance.folder.readText($0).contains("meanwhile") })
    #expect(try maintenance.tl("log", "n1").stdoutText.split(separator: "\n").count >= 4)
  }

  @Test("a note that another device removed has a history, and comes back")
  func removed() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note, "m.md": "# Other\n"])
    try #require(try maintenance.tl("rm", "-y", "n1").status == 0)
    try maintenance.tl("sync")
    try await maintenance.page.settled { $0.count == 1 }
    #expect(try await maintenance.browser.get("/n/n1").status == 404)
    let body = try await maintenance.browser.get("/n/n1/history").body
    #expect(body.contains("Removed"))
    let action = try #require(maintenance.actions("/n/n1/restore", in: body).first)
    #expect(try await maintenance.browser.post(action, [:]).status == 303)
    #expect(try maintenance.folder.readText("vault/n.md").contains("three"))
  }

  @Test("a note that was sealed and then removed shows no line of its earlier versions")
  func sealedAndRemoved() async throws {
    let text = Self.note.replacing("two", with: "zebra")
    let maintenance = try await MaintenancePage(["n.md": text, "m.md": "# Other\n"])
    let sealed = text.replacing("id: n1", with: "id: n1\nopen_after: 2999-05-17")
    try maintenance.folder.write(sealed, to: "vault/n.md")
    try maintenance.tl("sync")
    try maintenance.folder.remove("vault/n.md")
    try maintenance.tl("sync")
    try await maintenance.page.settled { $0.count == 1 }
    let body = try await maintenance.browser.get("/n/n1/history").expect(lacks: "zebra").body
    let versions = body.values(after: "/n/n1/history?v=").map { $0.prefix { $0 != "#" } }
    #expect(versions.count == 3)
    for version in versions {
      for query in ["v=\(version)", "before=\(version)"] {
        try await maintenance.browser.get("/n/n1/history?\(query)").expect(200, lacks: "zebra")
      }
    }
  }

  @Test("unknown notes and versions are not found, and nothing is changed")
  func unknown() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    #expect(try await maintenance.browser.get("/n/none/history").status == 404)
    #expect(try await maintenance.browser.get("/n/n1/history?v=x&before=y").status == 200)
    for version in ["x", "HEAD~9", "-p", String(repeating: "0", count: 40)] {
      #expect(try await maintenance.browser.post("/n/n1/restore?v=\(version)", [:]).status == 404)
    }
    #expect(try maintenance.folder.readText("vault/n.md") == Self.note)
  }

  // MARK: - Findings

  @Test("repairs are listed before they are made, and made as they were listed")
  func repairs() async throws {
    let maintenance = try await MaintenancePage(["n.md": Self.note])
    try maintenance.folder.write("# Without an id\n", to: "vault/plain.md")
    try maintenance.folder.write("[x](gone.md)\n", to: "vault/broken.md")
    try await maintenance.page.settled { $0.count == 3 }
    let body = try await maintenance.browser.get("/doctor").body
    expect(
      body, has: "2 notes are not marked yet", ">Without an id</a>", "plain.md gets the id",
      "1 link leads nowhere", "broken.md, line 1")
    let action = try #require(maintenance.actions("/doctor/ids", in: body).first)
    try maintenance.folder.write("# Another\n", to: "vault/another.md")
    #expect(try await maintenance.browser.post(action, [:]).status == 409)
    #expect(try maintenance.folder.readText("vault/plain.md") == "# Without an id\n")
    let fresh = try await maintenance.browser.get("/doctor").body
    let next = try #require(maintenance.actions("/doctor/ids", in: fresh).first)
    #expect(try await maintenance.browser.post(next, [:]).status == 303)
    #expect(try maintenance.folder.readText("vault/plain.md").contains("id: "))
    let after = try await maintenance.browser.get("/doctor").body
    #expect(!after.contains("not marked yet"))
    #expect(after.contains("plain.md: stored the id"))
    #expect(maintenance.actions("/doctor/ids", in: after).isEmpty)
  }
}
