import Cryptography
import Foundation
import TestSupport
import Testing
import WebServer

@testable import NotesyncServer

@Suite("POST /api/notesync")
struct SyncTests {
  @Test("a new note becomes a file as `tl add` writes it")
  func creates() async throws {
    try await TestServer.withPhone { server, phone in
      let answer = try await phone.sync(
        Operation(
          type: "create", note: "2B1C7F0A-93D1-4C7F-8D43-1F0B7F3F2C55",
          text: "Bought seeds 🌱\nand a rake", isPinned: true, tags: ["Garden", "#buy"],
          created: "2026-03-01T09:30:00Z", updated: "2026-03-01T09:31:00Z")
      ).expect(200, outcomes: ["applied"])
      #expect(answer.header("content-type") == "application/json")
      #expect(answer.body.allSatisfy { $0 < 0x80 })
      #expect(answer.results.count == 1)
      #expect(answer.results[0]["noteId"] as? String == "2B1C7F0A-93D1-4C7F-8D43-1F0B7F3F2C55")
      let note = answer.note(0)
      #expect(
        Set(note.keys) == [
          "id", "text", "isPinned", "tags", "createdAt", "updatedAt", "deletedAt",
        ])
      #expect(note["text"] as? String == "Bought seeds 🌱\nand a rake")
      #expect(note["isPinned"] as? Bool == true)
      #expect(note["createdAt"] as? String == "2026-03-01T09:30:00Z")
      #expect(note["updatedAt"] as? String == "2026-03-01T09:31:00Z")
      #expect(note["deletedAt"] is NSNull)
      let file = try server.folder.readText("vault/2026/03/2026-03-01-bought-seeds.md")
      #expect(
        file == """
          ---
          id: 2B1C7F0A-93D1-4C7F-8D43-1F0B7F3F2C55
          created: 2026-03-01T10:30:00+01:00
          updated: 2026-03-01T10:31:00+01:00
          pinned: true
          tags: [garden, buy]
          ---

          Bought seeds 🌱
          and a rake

          """)
    }
  }

  @Test("create, update and upsert mean the same", arguments: ["create", "update", "upsert"])
  func kinds(type: String) async throws {
    try await TestServer.withPhone { _, phone in
      try await phone.sync(Operation(type: type)).expect(outcomes: ["applied"])
      let later = Operation(type: type, text: "Later", updated: "2026-03-01T09:00:01Z")
      #expect(try await phone.sync(later).note(0)["text"] as? String == "Later")
    }
  }

  @Test("the later write wins, by a microsecond; an equal or older one is skipped")
  func lastWriteWins() async throws {
    try await TestServer.withPhone { _, phone async throws in
      func write(_ text: String, _ time: String) async throws -> String {
        let answer = try await phone.sync(Operation(text: text, updated: time))
        return "\(answer.outcomes[0]) \(answer.note(0)["text"] as? String ?? "")"
      }
      #expect(try await write("a", "2026-03-01T09:00:00.123Z") == "applied a")
      #expect(try await write("b", "2026-03-01T09:00:00.123Z") == "skipped a")
      #expect(try await write("c", "2026-03-01T09:00:00.122999Z") == "skipped a")
      #expect(try await write("d", "2026-03-01T09:00:00.123001Z") == "applied d")
      #expect(try await write("e", "2026-03-01T09:00:00.123001Z") == "skipped d")
      #expect(try await write("f", "2099-01-01T00:00:00Z") == "applied f")
      #expect(try await write("g", "2026-03-01T10:00:00Z") == "skipped f")
    }
  }

  @Test(
    "times come in every form and go out in one, the fraction cut",
    arguments: [
      ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"),
      ("2026-03-01T10:00:00.999999", "2026-03-01T10:00:00Z"),
      ("2026-03-01t10:00:00.5z", "2026-03-01T10:00:00Z"),
      ("2026-03-01 10:00", "2026-03-01T10:00:00Z"),
    ])
  func times(sent: String, answered: String) async throws {
    try await TestServer.withPhone { _, phone in
      try await phone.sync(Operation(created: sent, updated: sent)).expect(updated: answered)
      let listed = try await phone.notes().notes
      #expect(listed[0]["updatedAt"] as? String == answered)
      #expect(listed[0]["createdAt"] as? String == answered)
    }
  }

  @Test("createdAt stays what it was first")
  func created() async throws {
    try await TestServer.withPhone(having: [Operation()]) { _, phone in
      let later = Operation(
        text: "b", created: "2020-01-01T00:00:00Z", updated: "2026-03-01T09:00:01Z")
      let answer = try await phone.sync(later)
      #expect(answer.note(0)["createdAt"] as? String == "2026-03-01T09:00:00Z")
    }
  }

  @Test("what does not differ is not written")
  func unchanged() async throws {
    try await TestServer.withPhone(having: [Operation(tags: ["b", "a"])]) { server, phone in
      let path = "vault/2026/03/2026-03-01-hello.md"
      let before = try server.folder.readText(path)
      let again = Operation(tags: ["A", "b"], updated: "2026-03-01T09:10:00Z")
      try await phone.sync(again).expect(outcomes: ["applied"], updated: "2026-03-01T09:10:00Z")
      #expect(try server.folder.readText(path) == before)
    }
  }

  @Test("what another app wrote, and what comes too late, goes to the trash and not away")
  func otherApps() async throws {
    try await TestServer.run { server in
      let (phone, tablet) = (try await Phone(server), try await Phone(server))
      func trash() throws -> [String] {
        try server.folder.contents()
          .filter { $0.contains("local/trash") && $0.hasSuffix(".md") }
          .map {
            try server.folder.readText($0).components(separatedBy: "\n").dropLast().last ?? ""
          }
          .sorted()
      }
      _ = try await phone.sync(Operation(text: "first", updated: "2026-03-01T09:00:00Z"))
      _ = try await phone.sync(Operation(text: "second", updated: "2026-03-01T09:01:00Z"))
      #expect(try trash() == [])
      _ = try await tablet.sync(Operation(text: "third", updated: "2026-03-01T09:02:00Z"))
      #expect(try trash() == ["second"])
      let late = Operation(text: "fourth", updated: "2026-03-01T09:01:30Z")
      for _ in 1...2 { #expect(try await phone.sync(late).outcomes == ["skipped"]) }
      #expect(try trash() == ["fourth", "second"])
      let same = Operation(text: "third", updated: "2026-03-01T09:01:30Z")
      #expect(try await phone.sync(same).outcomes == ["skipped"])
      #expect(try trash() == ["fourth", "second"])
      // What the tablet deletes, and the phone had edited before.
      let deletion = Operation(
        type: "delete", text: "", updated: "2026-03-01T09:02:00Z", deleted: "2026-03-01T09:05:00Z")
      _ = try await tablet.sync(deletion)
      let lost = Operation(text: "fifth", updated: "2026-03-01T09:04:00Z")
      #expect(try await phone.sync(lost).outcomes == ["skipped"])
      #expect(try trash() == ["fifth", "fourth", "second", "third"])
      // The note that comes back is the note.
      let back = Operation(text: "sixth", updated: "2026-03-01T09:06:00Z")
      #expect(try await tablet.sync(back).outcomes == ["applied"])
      #expect(try await phone.notes().notes.map { $0["text"] as? String } == ["sixth"])
    }
  }

  @Test(
    "a text of the vault that an app replaces is kept: as a conflict copy, or in the trash once it was sent",
    arguments: [nil, "HEAD", "GET"])
  func unfetched(method: String?) async throws {
    // The answer to a HEAD has no text in it.
    let isFetched = method == "GET"
    try await TestServer.withPhone(having: [Operation(text: "Hello")]) { server, phone in
      let path = "vault/2026/03/2026-03-01-hello.md"
      try server.folder.replace("Hello", with: "Hello, by hand", in: path)
      if let method {
        let answer = try await server.send(
          method, "/api/notes", headers: server.credentials(phone.token))
        #expect(answer.status == 200)
      }
      let later = Operation(text: "Hello, by thumb", updated: "2099-01-01T00:00:00Z")
      #expect(try await phone.sync(later).outcomes == ["applied"])
      #expect(try server.folder.readText(path).contains("by thumb"))
      let copies = server.folder.contents().filter { $0.contains(".conflict-here-") }
      #expect(copies.count == (isFetched ? 0 : 1))
      let trash = server.folder.contents().filter {
        $0.contains("local/trash") && $0.hasSuffix(".md")
      }
      #expect(trash.count == (isFetched ? 1 : 0))
      for file in trash {
        let text = try server.folder.readText(file)
        #expect(text.contains("Hello, by hand"))
      }
      let again = Operation(text: "Once more", updated: "2099-01-01T00:00:01Z")
      #expect(try await phone.sync(again).outcomes == ["applied"])
      let kept = server.folder.contents().filter { $0.hasSuffix(".md") }
      #expect(kept.count == 2)
      for copy in copies {
        let text = try server.folder.readText(copy)
        #expect(text.contains("Hello, by hand") && text.contains("conflict_of: "))
      }
    }
  }

  @Test("an operation is looked at once, whatever comes under its id again")
  func idempotency() async throws {
    try await TestServer.withPhone { _, phone in
      let first = Operation(id: "op", text: "a")
      let again = Operation(id: "op", text: "b", updated: "2026-03-01T10:00:00Z")
      try await phone.sync([first, again]).expect(outcomes: ["applied", "skipped"])
      let other = Operation(id: "op", note: "n2", text: "c", updated: "2026-03-01T10:00:00+09:00")
      let answer = try await phone.sync([again, other])
        .expect(outcomes: ["skipped", "skipped"], note: "a")
      // Of an unknown note the request's own is given back, its offset converted.
      #expect(answer.note(1)["text"] as? String == "c")
      #expect(answer.note(1)["updatedAt"] as? String == "2026-03-01T01:00:00Z")
      #expect(try await phone.notes().notes.count == 1)
    }
  }

  @Test("the id of an operation may be anything, the empty text and half a megabyte too")
  func operationIDs() async throws {
    try await TestServer.withPhone { _, phone in
      for (index, id) in ["", String(repeating: "x", count: 500_000), "é", "e\u{301}"].enumerated()
      {
        try await phone.sync([
          Operation(id: id, note: "n\(index)"), Operation(id: id, note: "n\(index)"),
        ]).expect(outcomes: ["applied", "skipped"])
      }
    }
  }

  @Test("every result has the note as it is after the whole request")
  func finalState() async throws {
    try await TestServer.withPhone { _, phone in
      let answer = try await phone.sync([
        Operation(text: "a"), Operation(text: "b", updated: "2026-03-01T09:00:02Z"),
        Operation(text: "c", updated: "2026-03-01T09:00:01Z"),
        Operation(text: "d", updated: "2026-03-01T09:00:03Z"),
      ]).expect(outcomes: ["applied", "applied", "skipped", "applied"])
      for index in 0..<4 { #expect(answer.note(index)["text"] as? String == "d") }
    }
  }

  @Test("nothing to do is done")
  func nothing() async throws {
    try await TestServer.run { server in
      let answer = try await Phone(server).sync([Operation]()).expect(200)
      #expect(answer.text == #"{"results":[]}"#)
    }
  }

  @Test(
    "a text comes back as it was",
    arguments: [
      "", " ", "\n", "\n\n", "a\n", "a\n\n", "\na", "  a  ", "a\r\nb", "\r\n", "---\nid: x\n---\n",
      "👩‍👩‍👧‍👦 e\u{301} \u{202E}x", "\u{FEFF}x", "\u{1}\u{7F}", "# Title\n\n```\ncode\n```\n",
      "...", "token_expired",
    ])
  func texts(text: String) async throws {
    try await TestServer.withPhone { _, phone in
      #expect(try await phone.sync(Operation(text: text)).note(0)["text"] as? String == text)
      let other = Operation(note: "n2", text: "other")
      _ = try await phone.sync(other)
      let later = Operation(note: "n2", text: text, updated: "2026-03-01T09:00:01Z")
      #expect(try await phone.sync(later).note(0)["text"] as? String == text)
      for note in try await phone.notes().notes { #expect(note["text"] as? String == text) }
    }
  }

  @Test("no answer but that about a token holds its word, whatever notes hold")
  func tokenExpired() async throws {
    try await TestServer.withPhone { _, phone in
      let word = "token_expired"
      let operation = Operation(
        note: word, text: "a \(word) and \(word)_", tags: [word], media: [Photo(id: word)])
      let bad = Operation(id: word, note: "2 \(word)", text: word, updated: word)
      let answer = try await phone.sync([operation, bad])
        .expect(outcomes: ["applied", "skipped"], note: operation.text, lacks: word)
      #expect(answer.results[1]["noteId"] as? String == "2 \(word)")
      let listed = try await phone.notes().expect(lacks: word)
      #expect(listed.notes[0]["id"] as? String == word)
      #expect(listed.notes[0]["text"] as? String == operation.text)
      #expect(listed.notes[0]["tags"] as? [String] == [word])
      #expect(listed.media[0]["id"] as? String == word)
    }
  }

  @Test("ids are compared byte for byte and never become paths")
  func ids() async throws {
    try await TestServer.withPhone { server, phone in
      let ids = ["ABC", "abc", "../../x", "/etc/passwd", "é", "e\u{301}", "a: b # c", "🙂", "'\"\\"]
      let answer = try await phone.sync(ids.map { Operation(note: $0, text: $0) })
      #expect(answer.outcomes == ids.map { _ in "applied" })
      let listed = try await phone.notes().notes.compactMap { $0["id"] as? String }
      #expect(
        listed.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
          == ids.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
      let outside = server.folder.contents().filter {
        !$0.hasPrefix("vault") && !$0.hasPrefix("state")
      }
      #expect(outside == [])
    }
  }
}

@Suite("Deleting")
struct DeletionTests {
  @Test("a later delete puts the note into the trash and is remembered; an equal one is skipped")
  func deletes() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo()])]) { server, phone in
      let equal = Operation(
        type: "delete", updated: "2026-03-01T09:00:00Z", deleted: "2026-03-01T09:00:00Z")
      #expect(try await phone.sync(equal).outcomes == ["skipped"])
      let delete = Operation(type: "delete", text: "ignored", deleted: "2026-03-01T09:00:05Z")
      let answer = try await phone.sync(delete)
        .expect(outcomes: ["applied"], note: "Hello", updated: "2026-03-01T09:00:05Z")
      #expect(answer.note(0)["deletedAt"] as? String == "2026-03-01T09:00:05Z")
      #expect(!server.folder.exists("vault/2026/03/2026-03-01-hello.md"))
      #expect(
        server.folder.contents().contains { $0.contains("local/trash") && $0.hasSuffix(".md") })
      let listed = try await phone.notes()
      #expect(listed.notes.isEmpty)
      #expect(listed.media.isEmpty)
    }
  }

  @Test("the later of its two times counts; without a deletedAt it is the time of the update")
  func times() async throws {
    try await TestServer.withPhone(having: [Operation()]) { _, phone in
      let older = Operation(
        type: "delete", updated: "2026-03-01T09:00:07Z", deleted: "2026-02-01T00:00:00Z")
      let answer = try await phone.sync(older)
        .expect(outcomes: ["applied"], updated: "2026-03-01T09:00:07Z")
      #expect(answer.note(0)["deletedAt"] as? String == "2026-02-01T00:00:00Z")
      let again = Operation(type: "delete", updated: "2026-03-01T09:00:08Z")
      let moved = try await phone.sync(again).expect(outcomes: ["applied"])
      #expect(moved.note(0)["deletedAt"] as? String == "2026-03-01T09:00:08Z")
      #expect(try await phone.sync(Operation(type: "delete")).outcomes == ["skipped"])
    }
  }

  @Test("deleting what nobody knows leaves a tombstone that older writes lose against")
  func unknown() async throws {
    try await TestServer.withPhone { _, phone in
      let delete = Operation(
        type: "delete", text: "gone", tags: ["x"], updated: "2026-03-01T09:00:05Z", media: [Photo()]
      )
      let answer = try await phone.sync(delete).expect(outcomes: ["applied"], note: "gone")
      #expect(answer.note(0)["tags"] as? [String] == [])
      #expect(answer.note(0)["deletedAt"] as? String == "2026-03-01T09:00:05Z")
      let older = Operation(type: "create", updated: "2026-03-01T09:00:05Z", media: [Photo()])
      #expect(try await phone.sync(older).outcomes == ["skipped"])
      #expect(try await phone.notes().notes.isEmpty)
    }
  }

  @Test(
    "what was written before its deletion came first is in the trash, once, under the note's id")
  func lateCreation() async throws {
    try await TestServer.withPhone { server, phone in
      for (id, name) in [("n1", "n1.md"), ("../x", "\(sha256Hex("../x".utf8)).md")] {
        func trash() throws -> [String] {
          try server.folder.contents()
            .filter { $0.contains("local/trash") && $0.hasSuffix(name) }
            .map { try server.folder.readText($0) }
        }
        let delete = Operation(
          type: "delete", note: id, text: "written", updated: "2026-03-01T09:00:05Z")
        #expect(try await phone.sync(delete).outcomes == ["applied"])
        #expect(try trash() == [])
        for text in ["written", "written", ""] {
          let late = Operation(type: "create", note: id, text: text)
          #expect(try await phone.sync(late).outcomes == ["skipped"])
        }
        let texts = try trash()
        #expect(texts.count == 1)
        #expect(texts.allSatisfy { $0.contains("\nconflict_of: ") && $0.contains(id) })
        #expect(texts.allSatisfy { $0.hasSuffix("\nwritten\n") })
      }
      let notes = server.folder.contents().filter { $0.hasSuffix(".md") }
      #expect(notes.allSatisfy { $0.contains("local/trash") })
    }
  }

  @Test("a later write brings a deleted note back, with its pictures")
  func resurrection() async throws {
    try await TestServer.withPhone(having: [Operation(media: [Photo(id: "m1")])]) { _, phone in
      _ = try await phone.sync(Operation(type: "delete", updated: "2026-03-01T09:00:05Z"))
      let back = Operation(text: "Back", updated: "2026-03-01T09:00:06Z")
      let answer = try await phone.sync(back).expect(outcomes: ["applied"])
      #expect(answer.note(0)["deletedAt"] is NSNull)
      #expect(answer.note(0)["createdAt"] as? String == "2026-03-01T09:00:00Z")
      let listed = try await phone.notes()
      #expect(listed.notes.map { $0["text"] as? String } == ["Back"])
      #expect(listed.media.map { $0["id"] as? String } == ["m1"])
    }
  }

  @Test("a note that comes back without what was in the trash is as old as it was")
  func resurrectionWithoutTrash() async throws {
    try await TestServer.withPhone(having: [Operation()]) { server, phone in
      _ = try await phone.sync(Operation(type: "delete", updated: "2026-03-01T09:00:05Z"))
      try server.folder.remove("vault/.tl/local/trash")
      let back = Operation(created: "2020-01-01T00:00:00Z", updated: "2026-03-01T09:00:06Z")
      #expect(try await phone.sync(back).outcomes == ["applied"])
      let file = try server.folder.readText("vault/2026/03/2026-03-01-hello.md")
      #expect(file.contains("created: 2026-03-01T10:00:00+01:00"))
      let note = try #require(try await phone.notes().notes.first)
      #expect(note["createdAt"] as? String == "2026-03-01T09:00:00Z")
    }
  }

  @Test("a write with a deletedAt deletes, and a write without brings back")
  func upsertDeletes() async throws {
    try await TestServer.withPhone(having: [Operation()]) { _, phone in
      let delete = Operation(
        text: "Last words", updated: "2026-03-01T09:00:05Z", deleted: "2026-03-01T09:00:04Z")
      let answer = try await phone.sync(delete).expect(outcomes: ["applied"], note: "Last words")
      #expect(answer.note(0)["deletedAt"] as? String == "2026-03-01T09:00:04Z")
      #expect(try await phone.notes().notes.isEmpty)
      let back = Operation(text: "Back", updated: "2026-03-01T09:00:06Z")
      #expect(try await phone.sync(back).outcomes == ["applied"])
      #expect(try await phone.notes().notes.count == 1)
    }
  }

  @Test("asking with a used id tells of every note without changing any")
  func probe() async throws {
    try await TestServer.withPhone(having: [Operation(note: "live"), Operation(note: "dead")]) {
      _, phone in
      _ = try await phone.sync(
        Operation(type: "delete", note: "dead", updated: "2026-03-01T09:00:05Z"))
      let time = "0001-01-01T00:00:00Z"
      func ask(_ note: String, _ type: String = "upsert") -> Operation {
        Operation(id: "probe", type: type, note: note, text: "?", created: time, updated: time)
      }
      let answer = try await phone.sync(
        [ask("scratch", "delete"), ask("live"), ask("dead"), ask("nobody")])
      #expect(answer.outcomes == ["applied", "skipped", "skipped", "skipped"])
      #expect(answer.note(1)["text"] as? String == "Hello")
      #expect(answer.note(1)["deletedAt"] is NSNull)
      #expect(answer.note(2)["deletedAt"] as? String == "2026-03-01T09:00:05Z")
      #expect(answer.note(3)["text"] as? String == "?")
      #expect(try await phone.notes().notes.count == 1)
    }
  }
}
