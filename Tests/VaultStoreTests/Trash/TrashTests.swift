import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("The trash")
struct TrashTests {
  static let time = "2026-11-20T18:03:11+01:00"

  /// With a note and its photo.
  private let vault: TemporaryVault
  private let trash: Trash

  init() throws {
    vault = try TemporaryVault()
    try vault.write(["2026/a.md": "text", "2026/a.media/p.jpg": "photo"])
    trash = Trash(vault.folder)
  }

  @discardableResult
  private func put(_ note: String = "2026/a.md") throws -> TrashEntry {
    try trash.put(note: path(note), at: Self.time).entry
  }

  /// Needs the right to mount, as root has on most machines.
  @Test("the last entry is deleted also where there is no room for the mark of its number")
  func noRoomForMark() throws {
    try vault.makeFolder(".tl/local/trash")
    let place = vault.absolute(".tl/local/trash")
    guard let disk = MemoryDisk(at: place, option: "nr_inodes=16") else { return }
    defer { withExtendedLifetime(disk) {} }
    _ = try trash.put(media: path("2026/a.media/p.jpg"), at: Self.time)
    var number = 0
    while (try? vault.write(".tl/local/trash/filler\(number)", "")) != nil { number += 1 }
    let emptied = try trash.empty()
    #expect(emptied.count == 1 && emptied.failures.isEmpty)
    #expect(try trash.entries().isEmpty && trash.folder.next() == 2)
  }

  @Test(
    "nothing comes back into git's folder or tl's own, whatever its record says",
    arguments: [".git/hooks/pre-push", "a\\b/.Git/hooks/pre-push", ".tl/local/sync/journal"])
  func placesOfRecords(place: String) throws {
    let name = place.split(separator: "/").last.map(String.init) ?? ""
    try vault.write(".tl/local/trash/1/record", "what: note\npath: \(place)\n")
    try vault.write(".tl/local/trash/1/files/\(name)", "#!/bin/sh")
    #expect(try trash.restore(1).path == path(name))
    #expect(vault.text(place) == nil && vault.text(name) == "#!/bin/sh")
  }

  @Test("a note goes with its media and comes back as it was")
  func roundTrip() throws {
    let before = vault.files()
    let result = try trash.put(note: path("2026/a.md"), at: Self.time)
    #expect(result.leftovers == [])
    #expect(result.entry.number == 1)
    #expect(vault.files() == ["2026": "/"])
    let entries = try trash.entries()
    #expect(entries == [result.entry])
    #expect(entries.first?.origin == path("2026/a.md"))
    #expect(entries.first?.time == Self.time)
    #expect(vault.text(".tl/local/trash/1/files/a.media/p.jpg") == "photo")

    let restored = try trash.restore(1)
    #expect(restored.path == path("2026/a.md"))
    #expect(restored.media == path("2026/a.media"))
    #expect(vault.files() == before)
    #expect(try trash.entries() == [])
  }

  @Test(
    "what a kill left of a version that was being put there is no entry, and nothing is restored of it"
  )
  func unfinishedVersion() throws {
    let entry = try trash.put(version: Array("older".utf8), of: path("2026/a.md"), at: Self.time)
    let file = try #require(entry.file)
    #expect(try trash.entries() == [entry])
    try FileManager.default.moveItem(
      atPath: vault.absolute(file.text),
      toPath: vault.absolute(".tl/local/trash/1/files/.tl-tmp-1-2"))
    #expect(try trash.entries() == [])
    #expect(throws: (any Error).self) { try trash.restore(1) }
    #expect(vault.text("2026/a.md") == "text")
  }

  @Test("a media file goes back to its note, wherever that is now; without it, to where it was")
  func mediaOfMovedNote() throws {
    try vault.write("2026/a.md", "---\nid: n1\n---\ntext")
    let entry = try trash.put(media: path("2026/a.media/p.jpg"), at: Self.time)
    #expect(entry.note == NoteID("n1"))
    func place(_ now: VaultPath?) throws -> VaultPath {
      try #require(trash.entries().first).following(in: vault.folder) { id in
        #expect(id == NoteID("n1"))
        return now
      }.origin
    }
    // While a note is there, nobody looks for another.
    #expect(try place(path("other.md")) == path("2026/a.media/p.jpg"))
    try vault.folder.removeFile(path("2026/a.md"))
    #expect(try place(nil) == path("2026/a.media/p.jpg"))
    let moved = try place(path("2027/b.md"))
    #expect(moved == path("2027/b.media/p.jpg"))
    #expect(try trash.restore(1, at: moved).path == moved)
    #expect(vault.text("2027/b.media/p.jpg") == "photo")
    #expect(try trash.entries() == [])
  }

  @Test("a taken name is not overwritten: the note comes back as -2, its media with it")
  func taken() throws {
    try put()
    try vault.write(["2026/a.md": "newer", "2026/a.media/p.jpg": "newer photo"])
    let restored = try trash.restore(1)
    #expect(restored.path == path("2026/a-2.md"))
    #expect(
      vault.files() == [
        "2026": "/", "2026/a.md": "newer", "2026/a.media": "/",
        "2026/a.media/p.jpg": "newer photo", "2026/a-2.md": "text", "2026/a-2.media": "/",
        "2026/a-2.media/p.jpg": "photo",
      ])
  }

  @Test("media join what is in the folder, under free names")
  func mediaJoin() throws {
    try put()
    try vault.write("2026/a.media/p.jpg", "other")
    let restored = try trash.restore(1)
    #expect(restored.path == path("2026/a.md"))
    #expect(vault.text("2026/a.media/p.jpg") == "other")
    #expect(vault.text("2026/a.media/p-2.jpg") == "photo")
    #expect(try trash.entries() == [])
  }

  @Test("a folder that is gone is made again")
  func folderGone() throws {
    try put()
    try vault.folder.removeTree(path("2026"))
    #expect(try trash.restore(1).path == path("2026/a.md"))
    #expect(vault.text("2026/a.media/p.jpg") == "photo")
  }

  @Test("missing media do not stop it; a link as media folder stays and is told")
  func oddMedia() throws {
    let vault = try TemporaryVault()
    let trash = Trash(vault.folder)
    try vault.write("a.md", "a")
    #expect(try trash.put(note: path("a.md"), at: Self.time).leftovers == [])
    try vault.write("b.md", "b")
    try vault.link("b.media", to: "/")
    let result = try trash.put(note: path("b.md"), at: Self.time)
    #expect(result.leftovers == [StoreError("b.media", .link)])
    #expect(result.entry.number == 2)
    #expect(Array(vault.files().keys) == ["b.media"])
  }

  @Test("media of two notes stay with the other one")
  func twin() throws {
    try vault.write("2026/a.markdown", "twin")
    let result = try trash.put(note: path("2026/a.md"), at: Self.time)
    #expect(result.twin == path("2026/a.markdown"))
    #expect(vault.text("2026/a.media/p.jpg") == "photo")
  }

  @Test("a media file comes back into its folder, or beside a new one of its name")
  func media() throws {
    _ = try trash.put(media: path("2026/a.media/p.jpg"), at: Self.time)
    #expect(try trash.entries().map(\.what) == [.media])
    #expect(try trash.restore(1).path == path("2026/a.media/p.jpg"))
    _ = try trash.put(media: path("2026/a.media/p.jpg"), at: Self.time)
    try vault.write("2026/a.media/p.jpg", "new")
    #expect(try trash.restore(2).path == path("2026/a.media/p-2.jpg"))
    #expect(vault.text("2026/a.media/p-2.jpg") == "photo")
  }

  @Test("a number that was restored or emptied is not given again")
  func retired() throws {
    for number in 1...3 {
      #expect(try put().number == number)
      _ = try trash.restore(number)
    }
    try put()
    #expect(try trash.empty().count == 1)
    try vault.write("2026/b.md", "other")
    #expect(try put("2026/b.md").number == 5)
    #expect(throws: StoreError.self) { try trash.restore(4) }
    #expect(try trash.restore(5).path == path("2026/b.md"))
    let left = try FileManager.default.contentsOfDirectory(
      atPath: vault.folder.path + "/.tl/local/trash")
    #expect(left == [".5"])
  }

  @Test("numbers stay while their entries do")
  func numbers() throws {
    let vault = try TemporaryVault()
    let trash = Trash(vault.folder)
    for name in ["a.md", "b.md", "c.md"] {
      try vault.write(name, name)
      _ = try trash.put(note: path(name), at: Self.time)
    }
    _ = try trash.restore(2)
    #expect(try trash.entries().map(\.number) == [1, 3])
    #expect(try trash.entries().map(\.origin) == [path("a.md"), path("c.md")])
    let error = #expect(throws: StoreError.self) { try trash.restore(2) }
    #expect(error?.description == "has no entry 2")
    let emptied = try trash.empty()
    #expect(emptied.count == 2)
    #expect(emptied.failures == [])
    #expect(try trash.entries() == [])
    #expect(vault.files() == ["b.md": "b.md"])
  }

  @Test("what is no regular file is refused and stays")
  func refused() throws {
    let vault = try TemporaryVault()
    try vault.link("a.md", to: "/etc/passwd")
    vault.makeFIFO("b.md")
    let trash = Trash(vault.folder)
    for name in ["a.md", "b.md", "missing.md"] {
      #expect(throws: StoreError.self) { try trash.put(note: path(name), at: Self.time) }
    }
    #expect(vault.files().keys.sorted() == ["a.md", "b.md"])
    #expect(try trash.entries() == [])
  }

  @Test(
    "a lost or damaged record does not lose the file", arguments: ["", "path: ../../x\n", "\u{0}"])
  func damaged(_ record: String) throws {
    try put()
    try vault.write(".tl/local/trash/1/record", record)
    #expect(try trash.restore(1).path.stem.elementsEqual("a".utf8))
    #expect(vault.files().values.sorted() == ["/", "/", "photo", "text"])
  }

  @Test(
    "a process that dies before the move leaves the note, and no entry",
    arguments: ["temporaryMade", "published", "folderSynced"])
  func killed(_ step: String) throws {
    let before = vault.files()
    let place = path(".tl/local/trash/1")
    // The state after each step of writing the record, which comes before any move.
    try vault.folder.makeFolders(place.appending("files".utf8)!)
    if step == "temporaryMade" { try vault.write(".tl/local/trash/1/.tl-tmp-00", "") }
    if step != "temporaryMade" { try vault.write(".tl/local/trash/1/record", "what: note\n") }
    #expect(try trash.entries() == [])
    #expect(vault.files() == before)
    #expect(try put().number == 2)
    #expect(try trash.empty().count == 2)
  }

  @Test("what comes into the trash after someone looked is not removed with the rest")
  func emptying() throws {
    try vault.write("b.md", "b")
    try vault.writing { writer in
      let seen = try writer.remove(path("2026/a.md")).entry.number
      _ = try writer.remove(path("b.md"))
      #expect(try writer.emptyTrash(through: seen).count == 1)
    }
    #expect(try trash.entries().map(\.origin) == [path("b.md")])
  }

  @Test("a process that dies between note and media leaves both to be put together again")
  func killedBetween() throws {
    let before = vault.files()
    let held = path("2026/held")
    try vault.folder.move(path("2026/a.media"), to: held)
    try put()
    try vault.folder.move(held, to: path("2026/a.media"))
    _ = try trash.restore(1)
    #expect(vault.files() == before)
  }

  @Test("across file systems the content is copied and the original goes")
  func copied() throws {
    try vault.folder.copyFile(path("2026/a.md"), to: path("2026/copy.md"))
    let (old, new) = (
      try #require(try vault.folder.status(path("2026/a.md"))),
      try #require(try vault.folder.status(path("2026/copy.md")))
    )
    #expect(vault.text("2026/copy.md") == "text")
    #expect(old.modified == new.modified)
    #expect(old.permissions == new.permissions)
    #expect(throws: StoreError("2026/copy.md", .taken)) {
      try vault.folder.copyFile(path("2026/a.md"), to: path("2026/copy.md"))
    }
    #expect(vault.files().count == 5)
  }

  /// Needs the right to mount, as root has on most machines.
  @Test("a trash on another file system takes and gives back all the same")
  func otherFileSystem() throws {
    let before = vault.files()
    try vault.makeFolder(".tl/local")
    guard let disk = MemoryDisk(at: vault.absolute(".tl/local"), size: "1m") else { return }
    defer { withExtendedLifetime(disk) {} }
    vault.makeFIFO("2026/a.media/pipe")
    let result = try trash.put(note: path("2026/a.md"), at: Self.time)
    #expect(result.leftovers.map(\.path) == ["2026/a.media/pipe"])
    #expect(result.entry.media != nil)
    try vault.folder.removeTree(path("2026/a.media"))
    #expect(vault.files() == ["2026": "/"])
    let restored = try trash.restore(1)
    #expect(restored.leftovers == [])
    #expect(vault.files() == before)
  }
}
