import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("The ledger")
struct LedgerTests {
  private func acknowledgement(_ number: Int) -> Acknowledgement {
    var note = Acknowledgement(
      contentHash: "hash\(number)", serverTime: WireTime(microseconds: Int64(number) * 7),
      sentTime: WireTime(seconds: Int64(number)), createdAt: WireTime(seconds: -1))
    note.media = ["m\(number)", "n"]
    note.path = VaultPath(Array("a b/é%\n\(number).md".utf8) + [0xFF])
    return note
  }

  private func pending(_ id: NoteID, _ op: String) -> PendingOperation {
    PendingOperation(
      id: op, kind: .update, noteID: id, contentHash: "h", updatedAt: WireTime(seconds: 5),
      deletedAt: nil, media: ["x", "y"])
  }

  @Test(
    "a ledger without labels is read, and what is known of them is written with the next record")
  func withoutLabels() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let content = "note a hash 1000000 2000000 3000000  sum  "
    let sum = sha256Hex(content.utf8).prefix(16)
    try folder.write("tl notesync ledger 1\n\(sum) \(content)\n", to: "ledger")
    let ledger = try Ledger(in: folder.path)
    var note = try #require(ledger["a"])
    #expect(note.contentHash == "hash" && note.labels == nil && note.media == ["sum"])
    #expect(note.serverTime == WireTime(seconds: 1) && note.sentTime == WireTime(seconds: 2))
    note.know(
      NoteContent(text: "text", tags: ["b, c", "ä"].compactMap { Tag($0) }, isPinned: true))
    ledger.acknowledge("a", note)
    ledger.move("a", to: try #require(VaultPath("sub/a.md")))
    try ledger.commit()
    let again = try #require(try Ledger(in: folder.path)["a"])
    #expect(again.labels == note.labels && again.labels?.isPinned == true)
    #expect(again.path?.text == "sub/a.md")
    #expect(try folder.readText("ledger").hasPrefix("tl notesync ledger 2\n"))
  }

  @Test(
    "a failure is over after an hour, and no number in the file is too large",
    arguments: [
      (1_000, 999, true), (1_000, 1_000, false), (1_000, 4_599, false), (1_000, 4_600, true),
      (Int64.max, 1_000, true), (Int64.min, 1_000, true),
    ])
  func failureIsOver(_ time: Int64, _ now: Int64, _ isOver: Bool) {
    let note = RefusedNote(fingerprint: "f", reason: "", status: 500, time: time)
    #expect(note.isOver(at: now) == isOver)
    let refused = RefusedNote(fingerprint: "f", reason: "", status: 400, time: time)
    #expect(!refused.isOver(at: now))
  }

  @Test("what was committed is there again, whatever the ids are made of")
  func comesBack() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let ids: [NoteID] = [
      "a", " ", "ü\u{0}%", "u\u{308}\u{0}%", "a\nb", "A", "\u{301}mark",
    ]
    let ledger = try Ledger(in: folder.path)
    for (number, id) in ids.enumerated() { ledger.acknowledge(id, acknowledgement(number)) }
    ledger.willSend(pending("a", "op 1"))
    ledger.remove(media: "gone", of: "a")
    ledger.setAside("A", RefusedNote(fingerprint: "f", reason: "no\nway ", status: 400, time: 7))
    try ledger.commit()
    let again = try Ledger(in: folder.path)
    for (number, id) in ids.enumerated() { #expect(again[id] == acknowledgement(number)) }
    #expect(again.pendingOperations(on: "a") == [pending("a", "op 1")])
    #expect(again.removedMedia(of: "a") == ["gone"])
    #expect(again.setAside("A")?.reason == "no\nway ")
    again.acknowledge("a", acknowledgement(9))
    again.regain(media: "gone", of: "a")
    try again.commit()
    let third = try Ledger(in: folder.path)
    #expect(third.pendingOperations(on: "a") == [])
    #expect(third.removedMedia(of: "a") == [])
  }

  @Test("looking at a ledger that another process writes changes nothing")
  func reading() throws {
    let folder = try TemporaryFolder(inMemory: true)
    #expect(try Ledger(readingIn: folder.path + "/none").ids == [])
    #expect(folder.contents() == [])
    let ledger = try Ledger(in: folder.path)
    for number in 0..<3 { ledger.acknowledge("n\(number)", acknowledgement(number)) }
    try ledger.commit()
    let torn = try folder.read("ledger").dropLast(5)
    try folder.write(torn, to: "ledger")
    #expect(try Ledger(readingIn: folder.path).ids.sorted() == ["n0", "n1"])
    #expect(try folder.read("ledger") == Array(torn))
  }

  @Test("a crash at any byte of a commit leaves what was before, and whole records of it")
  func crashes() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let ledger = try Ledger(in: folder.path)
    ledger.acknowledge("before", acknowledgement(0))
    try ledger.commit()
    let before = try folder.read("ledger").count
    for number in 1...3 { ledger.acknowledge("n\(number)", acknowledgement(number)) }
    try ledger.commit()
    let whole = try folder.read("ledger")
    for end in before...whole.count {
      try folder.write(whole[..<end], to: "ledger")
      let left = try Ledger(in: folder.path)
      #expect(left["before"] == acknowledgement(0))
      var seenGap = false
      for number in 1...3 {
        let found = left["n\(number)"]
        #expect(found == nil || found == acknowledgement(number))
        #expect(!(seenGap && found != nil))
        if found == nil { seenGap = true }
      }
      // It can be written on.
      left.acknowledge("after", acknowledgement(4))
      try left.commit()
      let third = try Ledger(in: folder.path)
      #expect(third["after"] == acknowledgement(4))
      #expect(third["n1"] == left["n1"])
    }
  }

  @Test("a damaged line costs no other")
  func damage() throws {
    try withSeed { (generator: inout SeededGenerator, _) throws in
      let folder = try TemporaryFolder(inMemory: true)
      let ledger = try Ledger(in: folder.path)
      for number in 0..<20 { ledger.acknowledge("n\(number)", acknowledgement(number)) }
      try ledger.commit()
      let whole = try folder.read("ledger")
      for _ in 0..<100 {
        var bytes = whole
        let place = Int.random(in: 21..<bytes.count, using: &generator)
        bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
        try folder.write(bytes, to: "ledger")
        let left = try Ledger(in: folder.path)
        let right = (0..<20).count { left["n\($0)"] == acknowledgement($0) }
        let wrong = (0..<20).count {
          left["n\($0)"] != nil && left["n\($0)"] != acknowledgement($0)
        }
        #expect(right >= 18)
        #expect(wrong == 0)
      }
    }
  }

  @Test("forgetting keeps times, deletions and what was removed")
  func forgetting() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let ledger = try Ledger(in: folder.path)
    ledger.acknowledge("a", acknowledgement(3))
    var gone = acknowledgement(4)
    gone.isDeleted = true
    ledger.acknowledge("b", gone)
    ledger.remove(media: "gone", of: "a")
    ledger.forgetAcknowledgements()
    try ledger.commit()
    let again = try Ledger(in: folder.path)
    #expect(again["a"]?.contentHash == nil)
    #expect(again["a"]?.media == [])
    #expect(again["a"]?.serverTime == acknowledgement(3).serverTime)
    #expect(again["b"] == gone)
    #expect(again.removedMedia(of: "a") == ["gone"])
  }

  @Test("a file that grew is written anew and says the same")
  func rewriting() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let ledger = try Ledger(in: folder.path)
    for number in 0..<3_000 {
      ledger.acknowledge("n\(number % 7)", acknowledgement(number))
    }
    try ledger.commit()
    let size = try folder.read("ledger").count
    let again = try Ledger(in: folder.path)
    #expect(try folder.read("ledger").count < size / 100)
    #expect(again["n3"] == ledger["n3"])
    #expect(try Ledger(in: folder.path)["n3"] == ledger["n3"])
  }

  @Test("another file is not taken for one")
  func strangers() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("something else", to: "ledger")
    let error = NotesyncError.disk(
      path: folder.path("ledger"), "is not a ledger that this version of tl can read")
    #expect(throws: error) { try Ledger(in: folder.path) }
  }
}
