import Foundation
import Notesync
import NotesyncServer
import SystemCalls
import TestSupport
import Testing
import VaultStore

@Suite("GET /api/notes")
struct RestoreTests {
  @Test("newest first, ties by id, ten without a limit, and the same whatever the limit")
  func order() async throws {
    try await TestServer.withPhone { _, phone in
      _ = try await phone.sync(
        (0..<12).map { index in
          Operation(note: "n\(10 + index)", updated: "2026-03-01T09:00:0\(index / 4)Z")
        })
      let all = try await phone.notes().notes.compactMap { $0["id"] as? String }
      #expect(
        all == [
          "n18", "n19", "n20", "n21", "n14", "n15", "n16", "n17", "n10", "n11", "n12", "n13",
        ])
      let ten = try await phone.notes("").notes.compactMap { $0["id"] as? String }
      #expect(ten == Array(all.prefix(10)))
      for limit in 1...12 {
        let some = try await phone.notes("?limit=\(limit)").notes.compactMap { $0["id"] as? String }
        #expect(some == Array(all.prefix(limit)))
      }
    }
  }

  @Test(
    "limits are read leniently",
    arguments: [
      ("3", 3), ("%203+", 3), ("%2B3", 3), ("0_3", 3), ("%D9%A3", 3), ("9223372036854775807", 4),
      ("99999999999999999999999", 4), ("1&limit=2", 1),
    ])
  func limits(text: String, count: Int) async throws {
    try await TestServer.withPhone(having: (0..<4).map { Operation(note: "n\($0)") }) { _, phone in
      let found = try await phone.notes("?limit=\(text)").notes
      #expect(found.count == count)
    }
  }

  @Test(
    "what is no number from 1 on is refused",
    arguments: ["", "0", "-1", "2.5", "1e3", "all", "1__0", "_1", "1_"])
  func badLimits(text: String) async throws {
    try await TestServer.run { server in
      let answer = try await Phone(server).notes("?limit=\(text)").expect(400)
      #expect(answer.text == #"{"error":"invalid_limit"}"#)
    }
  }

  @Test("data=no leaves out the data of media, and nothing else")
  func withoutData() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo()])]) { _, phone in
      let whole = try await phone.notes("?limit=10")
      let bare = try await phone.notes("?limit=10&data=no")
      #expect(whole.media.count == 1 && whole.media[0]["dataBase64"] != nil)
      var media = whole.media[0]
      media["dataBase64"] = nil
      #expect(bare.media.map { NSDictionary(dictionary: $0) } == [NSDictionary(dictionary: media)])
      #expect(bare.notes.map { $0["id"] as? String } == ["n1"])
    }
  }

  @Test("HEAD says how much it would be")
  func head() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo()])]) { server, phone in
      let whole = try await phone.notes()
      let head = try await server.send(
        "HEAD", "/api/notes?limit=1000", headers: server.credentials(phone.token))
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.header("content-length") == "\(whole.body.count)")
    }
  }

  @Test("accounts see their own vaults alone")
  func accounts() async throws {
    let folder = try TestServer.prepared()
    let file = try AccountsFileOfTests(folder)
    try file.add("bob")
    try await TestServer.run(in: folder, change: { $0.accountsFile = file.path }) { server in
      let ada = try await Phone(server)
      let bob = try await Phone(server, name: "bob")
      let operation = Operation(text: "ada's")
      #expect(try await ada.sync(operation).outcomes == ["applied"])
      #expect(try await bob.notes().notes.isEmpty)
      var other = operation
      other.text = "bob's"
      #expect(try await bob.sync(other).outcomes == ["applied"])
      #expect(try await ada.notes().notes.map { $0["text"] as? String } == ["ada's"])
      #expect(server.folder.exists("bob/2026/03/2026-03-01-bob-s.md"))
    }
  }
}

@Suite("What happens on the computer")
struct EditorTests {
  private static let path = "vault/2026/03/2026-03-01-hello.md"

  @Test("an edit in an editor is the newest, and loses only against what is later than it")
  func edits() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      try server.folder.replace("Hello", with: "Edited", in: Self.path)
      try Self.touch(server, Self.path, TestServer.start - 60)
      let listed = try await phone.notes().notes
      #expect(listed[0]["text"] as? String == "Edited")
      #expect(listed[0]["updatedAt"] as? String == "2026-03-01T09:29:00Z")
      let older = Operation(text: "from the phone", updated: "2026-03-01T09:28:00Z")
      try await phone.sync(older).expect(outcomes: ["skipped"], note: "Edited")
      let later = Operation(text: "from the phone", updated: "2026-03-01T09:29:01Z")
      #expect(try await phone.sync(later).outcomes == ["applied"])
      #expect(try server.folder.readText(Self.path).contains("from the phone"))
    }
  }

  @Test("an edit that leaves size and time of the file as they were is seen all the same")
  func unchangedTimes() async throws {
    // Long after the files were written, so that their stat data are believed.
    try await TestServer.withPhone(having: [Operation()], clock: TestClock(4_000_000_000)) {
      server, phone in
      try Self.touch(server, Self.path, TestServer.start)
      for _ in 1...2 { #expect(try await phone.notes().notes[0]["text"] as? String == "Hello") }
      let path = server.folder.path(Self.path)
      let before = try FileDescriptor.status(ofPath: path)
      let edited = try server.folder.readText(Self.path).replacing("Hello", with: "Jello")
      var after = before
      while after.changed == before.changed {
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.write(contentsOf: Data(edited.utf8))
        try handle.close()
        try Self.touch(server, Self.path, TestServer.start)
        after = try FileDescriptor.status(ofPath: path)
      }
      #expect((after.size, after.inode) == (before.size, before.inode))
      #expect(after.modified == before.modified)
      #expect(try await phone.notes().notes[0]["text"] as? String == "Jello")
    }
  }

  @Test("an edit is never older than what it was made of, whatever its file's time says")
  func oldFiles() async throws {
    try await TestServer.withPhone(having: [Operation(updated: "2026-03-01T09:20:00.5Z")]) {
      server, phone in
      try server.folder.replace("Hello", with: "Edited", in: Self.path)
      try Self.touch(server, Self.path, TestServer.start - 86_400)
      let same = Operation(text: "again", updated: "2026-03-01T09:20:00.5Z")
      try await phone.sync(same).expect(outcomes: ["skipped"], note: "Edited")
    }
  }

  @Test("`updated` in the file counts where it is later")
  func updatedKey() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      let file = try server.folder.readText(Self.path)
      try server.folder.write(
        file.replacingOccurrences(of: "Hello", with: "Edited")
          .replacingOccurrences(
            of: "updated: 2026-03-01T10:00:00", with: "updated: 2026-03-01T10:10:00"),
        to: Self.path)
      #expect(try await phone.notes().notes[0]["updatedAt"] as? String == "2026-03-01T09:10:00Z")
    }
  }

  @Test(
    "a note that was written on the computer reaches the phone, and what the phone does to it comes back"
  )
  func newNotes() async throws {
    try await TestServer.withPhone { server, phone in
      try server.folder.write(
        "---\ncreated: 2026-02-01T10:00:00Z\nmood: calm\n---\n\nFrom the computer\n",
        to: "vault/by hand.md")
      let note = try #require(try await phone.notes().notes.first)
      #expect(note["text"] as? String == "From the computer")
      #expect(note["createdAt"] as? String == "2026-02-01T10:00:00Z")
      let id = try #require(note["id"] as? String)
      let edit = Operation(note: id, text: "From both", updated: "2026-03-01T09:00:00Z")
      #expect(try await phone.sync(edit).outcomes == ["applied"])
      let file = try server.folder.readText("vault/by hand.md")
      expect(file, has: "mood: calm", "id: \(id)")
      #expect(file.hasSuffix("From both\n"))
      #expect(try await phone.notes().notes.count == 1)
    }
  }

  @Test("tags in another order are the same tags")
  func reorderedTags() async throws {
    try await TestServer.withPhone(having: [Operation(tags: ["b", "a"])]) { server, phone in
      try server.folder.replace("[b, a]", with: "[A, b]", in: Self.path)
      let note = try #require(try await phone.notes().notes.first)
      #expect(note["tags"] as? [String] == ["a", "b"])
      #expect(note["updatedAt"] as? String == "2026-03-01T09:00:00Z")
    }
  }

  @Test("a note that moved is the same note")
  func moved() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      try server.folder.makeFolder("vault/people")
      try server.folder.move(Self.path, to: "vault/people/kaia.md")
      let edit = Operation(text: "Edited", updated: "2026-03-01T09:00:01Z")
      #expect(try await phone.sync(edit).outcomes == ["applied"])
      #expect(try server.folder.readText("vault/people/kaia.md").contains("Edited"))
      #expect(!server.folder.exists(Self.path))
      #expect(try await phone.notes().notes.count == 1)
    }
  }

  @Test("a copy of a note's file is another note, wherever it lies; the note stays the one it was")
  func copied() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      for name in ["2025/a copy.md", "zz/copy.md"] {
        try server.folder.write(try server.folder.read(Self.path), to: "vault/\(name)")
      }
      let listed = try await phone.notes().notes
      let ids = listed.compactMap { $0["id"] as? String }
      #expect(ids.count == 3)
      #expect(Set(ids).count == 3)
      let edit = Operation(text: "Edited", updated: "2026-03-01T09:20:00Z")
      #expect(try await phone.sync(edit).outcomes == ["applied"])
      #expect(try server.folder.readText(Self.path).contains("Edited"))
      let copy = try #require(ids.first { $0 != "n1" })
      let other = Operation(note: copy, text: "The copy", updated: "2026-03-01T09:21:00Z")
      #expect(try await phone.sync(other).outcomes == ["applied"])
      let texts = try await phone.notes().notes.compactMap { $0["text"] as? String }
      #expect(texts.sorted() == ["Edited", "Hello", "The copy"])
    }
  }

  @Test("a note that was deleted on the computer is gone, unless the phone edited it since")
  func deleted() async throws {
    try await TestServer.withPhone(having: [
      Operation(note: "a", text: "a"), Operation(note: "b", text: "b"),
    ]) { server, phone in
      try server.folder.remove("vault/2026/03/2026-03-01-a.md", "vault/2026/03/2026-03-01-b.md")
      #expect(try await phone.notes().notes.isEmpty)
      let answer = try await phone.sync([
        Operation(note: "a", text: "a"),
        Operation(note: "b", text: "b!", updated: "2026-03-01T09:00:01Z"),
      ]).expect(outcomes: ["skipped", "applied"])
      #expect(answer.note(0)["deletedAt"] is String)
      #expect(try await phone.notes().notes.map { $0["text"] as? String } == ["b!"])
    }
  }

  @Test(
    "a file that was away and comes back as it was loses against what a phone wrote meanwhile, an edited one does not",
    arguments: [false, true])
  func away(isEdited: Bool) async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      let file = try server.folder.readText(Self.path)
      try server.folder.remove(Self.path)
      #expect(try await phone.notes().notes.isEmpty)
      server.clock.advance(60)
      try server.folder.write(
        isEdited ? file.replacing("Hello", with: "Edited") : file, to: Self.path)
      let back = try #require(try await phone.notes().notes.first)
      // Later than the deletion also for those that see no fraction of a second.
      let time = isEdited ? "2026-03-01T09:31:00Z" : "2026-03-01T09:30:01Z"
      #expect(back["updatedAt"] as? String == time)
      let meanwhile = Operation(text: "Meanwhile", updated: "2026-03-01T09:30:30Z")
      #expect(try await phone.sync(meanwhile).outcomes == [isEdited ? "skipped" : "applied"])
      let text = try await phone.notes().notes[0]["text"] as? String
      #expect(text == (isEdited ? "Edited" : "Meanwhile"))
    }
  }

  @Test("while front matter cannot be read the note stays as it was, and is not written to")
  func broken() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      let good = try server.folder.readText(Self.path)
      try server.folder.write("---\nid: [\n---\nHalf an edit", to: Self.path)
      #expect(try await phone.notes().notes.map { $0["text"] as? String } == ["Hello"])
      let edit = Operation(text: "Edited", updated: "2026-03-01T09:20:00Z")
      let answer = try await phone.sync([edit, Operation(note: "n2", text: "other")])
      #expect(answer.outcomes == ["skipped", "applied"])
      #expect(try server.folder.readText(Self.path) == "---\nid: [\n---\nHalf an edit")
      #expect(server.folder.contents().contains { $0.contains("/aside/") })
      try server.folder.write(good, to: Self.path)
      // It is not used up: the same operation may come again.
      #expect(try await phone.sync(edit).outcomes == ["applied"])
    }
  }

  @Test("what a crash left written without being remembered is recognized when it comes again")
  func crash() async throws {
    let folder = try TestServer.prepared()
    let operation = Operation(media: [Photo(id: "m")])
    try await TestServer.run(in: folder) { server in
      _ = try await Phone(server).sync(operation)
    }
    // The files are there, the database is not.
    for name in folder.contents() where name.hasPrefix("state/vaults/") && name.contains("sqlite") {
      try folder.remove(name)
    }
    let account = try #require(folder.contents().first { $0.hasSuffix("/incoming") })
    for name in ["half.json", "half.media/a", "bare.media/b", "coming.json", "coming.media/c"] {
      try folder.write("{\"ops\": [", to: "\(account)/\(name)")
    }
    let coming = try #require(try FileLock(folder.path("\(account)/coming.json")))
    try await TestServer.run(in: folder) { server in
      let left = server.folder.contents().filter { $0.hasPrefix("\(account)/") }
      #expect(Set(left).isSuperset(of: ["\(account)/coming.json", "\(account)/coming.media/c"]))
      #expect(!left.contains { $0.contains("half") || $0.contains("bare") })
      let phone = try await Phone(server)
      try await phone.sync(operation).expect(note: "Hello")
      let listed = try await phone.notes()
      #expect(listed.notes.count == 1)
      #expect(listed.media.map { $0["id"] as? String } == ["m"])
      #expect(server.folder.contents().filter { $0.hasSuffix(".jpg") }.count == 1)
      // The text is the app's own, whoever is thought to have written it.
      let next = Operation(text: "Next", updated: "2026-03-01T09:00:01Z")
      #expect(try await phone.sync(next).outcomes == ["applied"])
      let month = server.folder.path("vault/2026/03")
      let names = try FileManager.default.contentsOfDirectory(atPath: month)
      #expect(names.filter { $0.hasSuffix(".md") } == ["2026-03-01-hello.md"])
    }
    withExtendedLifetime(coming) {}
  }

  @Test("a vault that cannot be written to is no reason to lose anything: 503")
  func unwritable() async throws {
    try await TestServer.withPhone { server, phone in
      try server.folder.write("format: 99\n", to: "vault/.tl/config.yaml")
      let operation = Operation()
      #expect(try await phone.sync(operation).status == 503)
      try server.folder.write("format: 1\n", to: "vault/.tl/config.yaml")
      #expect(try await phone.sync(operation).outcomes == ["applied"])
    }
  }

  private static func touch(_ server: TestServer, _ path: String, _ time: Int64) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(time))],
      ofItemAtPath: server.folder.path(path))
  }
}
