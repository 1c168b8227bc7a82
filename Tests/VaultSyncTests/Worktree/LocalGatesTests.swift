import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultStore
@testable import VaultSync

@Suite("What a sync does not commit unasked")
struct LocalGatesTests {
  private func file(_ count: Int, _ byte: UInt8 = 65) -> [UInt8] {
    [UInt8](repeating: byte, count: count)
  }

  // MARK: - Media

  @Test("a file above the limit is left out and the rest is committed; with yes it goes")
  func largeFile() throws {
    let repository = try TestRepository.vault(["a.md": "x", "old.jpg": "small"])
    try repository.folder.write(file(1001), to: "big.jpg")
    try repository.folder.write(file(1002), to: "old.jpg")
    try repository.folder.write(file(1000), to: "fits.jpg")
    try repository.folder.write("y", to: "a.md")
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    #expect(report.summary == ["~ a.md", "+ fits.jpg"])
    #expect(
      gate.questions == [
        .largeFile(path("big.jpg"), size: 1001, limit: 1000),
        .largeFile(path("old.jpg"), size: 1002, limit: 1000),
      ])
    #expect(report.heldPaths == [path("big.jpg"), path("old.jpg")])
    // The old version stays; nothing is recorded as deleted.
    #expect(try repository.committedTexts()["old.jpg"] == "small")
    gate.answer = true
    #expect(try repository.sync(gate: gate).summary == ["+ big.jpg", "~ old.jpg"])
    #expect(try repository.porcelain == "")
  }

  @Test("a large file that moved adds nothing and is let through")
  func largeFileMoved() throws {
    let repository = try TestRepository.vault(["a.md": "x"])
    try repository.folder.write(file(2000), to: "a.media/big.jpg")
    let gate = Gatekeeper(answer: true)
    _ = try repository.sync(gate: gate)
    try repository.folder.makeFolder("b.media")
    rename(
      repository.folder.path("a.media/big.jpg"), repository.folder.path("b.media/other.jpg"))
    let second = Gatekeeper()
    #expect(
      try repository.sync(gate: second).summary == ["- a.media/big.jpg", "+ b.media/other.jpg"])
    #expect(second.questions.isEmpty)
  }

  @Test(
    "where a file that is left out came from, its last version stays", arguments: [true, false])
  func largeFileMovedAndChanged(sameName: Bool) throws {
    let repository = try TestRepository.vault(["a.md": "x", "gone.txt": "g"])
    try repository.folder.write(file(900), to: "one/big.jpg")
    _ = try repository.sync()
    let new = sameName ? "two/big.jpg" : "two/renamed.jpg"
    try repository.folder.makeFolder("two")
    if sameName {
      try repository.remove("one/big.jpg")
    } else {
      rename(repository.folder.path("one/big.jpg"), repository.folder.path(new))
    }
    // In place, so that it stays the same file.
    let handle =
      try sameName
      ? nil : FileHandle(forWritingTo: URL(fileURLWithPath: repository.folder.path(new)))
    try handle?.write(contentsOf: Data(file(2000, 66)))
    if sameName { try repository.folder.write(file(2000, 66), to: new) }
    try repository.remove("gone.txt")
    let report = try repository.sync()
    #expect(report.summary == ["- gone.txt"])
    #expect(
      report.held == [
        "one/big.jpg: waits on \(new)", "\(new): largeFile(size: 2000, limit: 1000)",
      ])
  }

  @Test(
    "new media that are too much together are left out, notes are not, nor what git has already")
  func largeSync() throws {
    let repository = try TestRepository.vault([
      "a.md": "x", "had.jpg": String(repeating: "C", count: 900),
    ])
    try repository.folder.write(file(900, 67), to: "had-again.jpg")
    for number in 1...5 {
      try repository.folder.write(file(990, UInt8(70 + number)), to: "\(number).jpg")
    }
    try repository.folder.write(file(990), to: "n.md")
    let gate = Gatekeeper()
    // 4,950 new bytes, and 900 that are not new.
    #expect(try repository.sync(gate: gate, preview: true).changes.count == 7)
    #expect(gate.questions.isEmpty)
    try repository.folder.write(file(990, 90), to: "6.jpg")
    let report = try repository.sync(gate: gate)
    #expect(report.summary == ["+ had-again.jpg", "+ n.md"])
    let files = (1...6).map { path("\($0).jpg") }
    #expect(gate.questions == [.largeSync(files: files, size: 5940, limit: 5000)])
    #expect(report.skipped.map(\.path) == files)
    gate.answer = true
    #expect(try repository.sync(gate: gate).changes.count == 6)
  }

  @Test("no setting has a file of over 100 MiB committed unasked")
  func neverSilently() throws {
    let repository = try TestRepository.vault(["a.md": "x"])
    let size: Int64 = 100 << 20 + 1
    try repository.folder.write("", to: "film.mp4")
    truncate(repository.folder.path("film.mp4"), off_t(size))
    let gate = Gatekeeper()
    let limits = GateLimits(fileSize: 1 << 40, syncSize: 1 << 40)
    let report = try repository.sync(gate: gate, preview: true, limits: limits)
    #expect(gate.questions == [.largeFile(path("film.mp4"), size: size, limit: 100 << 20)])
    #expect(report.held == ["film.mp4: largeFile(size: \(size), limit: 104857600)"])
  }

  // MARK: - Deletions

  private func notes(_ count: Int) -> [String: String?] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ("n/\($0).md", "note \($0)\n") })
  }

  private func remove(_ count: Int, from repository: TestRepository) throws {
    for number in 0..<count { try repository.remove("n/\(number).md") }
  }

  @Test(
    "more than twenty notes that are also more than a tenth are held back",
    arguments: [(20, 30, false), (21, 30, true), (21, 210, false), (22, 219, true)])
  func manyDeletions(deleted: Int, of all: Int, isHeld: Bool) throws {
    let repository = try TestRepository.vault(
      notes(all).merging(["a.txt": "x", "n/0.media/p.jpg": "p"]) { $1 })
    try remove(deleted, from: repository)
    try repository.write(["n/0.media/p.jpg": nil, "a.txt": "y"])
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    if isHeld {
      #expect(gate.questions.count == 1)
      guard case .deletions(let notes, let count)? = gate.questions.first else {
        Issue.record("\(gate.questions)")
        return
      }
      #expect(notes.count == deleted && count == all)
      #expect(report.summary == ["~ a.txt"])
      // What went with the notes is held with them.
      #expect(report.skipped.count == deleted + 1)
      #expect(report.skipped.allSatisfy { $0.reason == .heldDeletion })
      #expect(try repository.committedTexts().count == all + 2)
    } else {
      #expect(gate.questions.isEmpty)
      #expect(report.changes.count == deleted + 2)
    }
  }

  @Test("with --allow-deletes, or a yes, they go")
  func allowedDeletions() throws {
    for way in ["option", "answer"] {
      let repository = try TestRepository.vault(notes(40))
      try remove(30, from: repository)
      let gate = Gatekeeper()
      gate.answer = way == "answer"
      let limits = GateLimits(fileSize: 1000, syncSize: 5000, allowsDeletions: way == "option")
      #expect(try repository.sync(gate: gate, limits: limits).changes.count == 30)
      #expect(gate.questions.count == (way == "option" ? 0 : 1))
    }
  }

  @Test("a folder without any note is taken for one that is not there, however few they were")
  func noNoteLeft() throws {
    let repository = try TestRepository.vault(["a.md": "x", "p/b.markdown": "y", "c.txt": "z"])
    try repository.write(["a.md": nil, "p/b.markdown": nil, "c.txt": nil])
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    #expect(gate.questions == [.noNotesLeft(notes: [path("a.md"), path("p/b.markdown")])])
    #expect(report.changes.isEmpty && report.commit == nil)
    #expect(report.skipped.count == 3)
    try repository.folder.write("new", to: "new.md")
    #expect(try repository.sync(gate: gate).changes.count == 4)
  }

  @Test("templates, what .tlignore names, hidden and media folders hold no note that is left")
  func whatIsANote() throws {
    let repository = try TestRepository.vault([
      ".tlignore": "docs/\n", "a.md": "x", "docs/d.md": "d", ".hidden/h.md": "h",
      "a.media/m.md": "m", "docs/sub/.tlignore": "!*\n", "docs/sub/e.md": "e", "T/t.md": "t",
    ])
    try repository.write([".tl/config.yaml": "templates: [T]\n", "a.md": nil])
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    // Without its note the folder is an ordinary one, and what is in it is no new file.
    #expect(gate.questions == [.noNotesLeft(notes: [path("a.md")])])
    #expect(report.skipped.map(\.path.text) == ["a.md"])
  }

  @Test("templates, ignored notes and notes in media folders count as files that are no notes")
  func filesThatAreNoNotes() throws {
    var files: [String: String?] = [".tlignore": "ign/\n", "a.md": "x", "t.media/t.md": "t"]
    for number in 0..<10 {
      files["T/\(number).md"] = "template \(number)"
      files["ign/\(number).md"] = "ignored \(number)"
      files["a.media/\(number).md"] = "text of a \(number)"
    }
    let repository = try TestRepository.vault(files)
    try repository.folder.write("templates: T\n", to: ".tl/config.yaml")
    for name in files.keys where name != "a.md" && !name.hasPrefix(".") {
      if name != "a.media/0.md" { try repository.remove(name) }
    }
    let gate = Gatekeeper()
    _ = try repository.sync(gate: gate)
    guard case .mediaDeletions(let gone, let count)? = gate.questions.first else {
      Issue.record("\(gate.questions)")
      return
    }
    // `t.media/t.md` is a note: no note has that media folder.
    #expect(gone.count == 29 && count == 30 && gate.questions.count == 1)
  }

  /// Photos of one note, or of as many notes.
  private func photos(_ count: Int, perNote: Int) -> [String: String?] {
    var files: [String: String?] = [:]
    for number in 0..<count {
      let note = number / perNote
      files["p/\(note).md"] = "note \(note)\n"
      files["p/\(note).media/\(number).jpg"] = "photo \(number)"
    }
    return files
  }

  @Test(
    "more than twenty media files that are also more than a tenth are held back, below notes that stay too",
    arguments: [(20, 30, false), (21, 30, true), (21, 210, false), (22, 219, true)])
  func manyMedia(deleted: Int, of all: Int, isHeld: Bool) throws {
    let repository = try TestRepository.vault(photos(all, perNote: 5))
    for number in 0..<deleted { try repository.remove("p/\(number / 5).media/\(number).jpg") }
    try repository.folder.write("new", to: "p/new.md")
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    #expect(report.skipped.count == (isHeld ? deleted : 0))
    #expect(report.summary.contains("+ p/new.md"))
    if isHeld {
      guard case .mediaDeletions(let files, let count)? = gate.questions.first else {
        Issue.record("\(gate.questions)")
        return
      }
      #expect(files.count == deleted && count == all)
      #expect(gate.questions.count == 1)
    } else {
      #expect(gate.questions.isEmpty)
    }
  }

  @Test("media that were renamed or copied elsewhere are no deletion", arguments: [true, false])
  func movedMedia(byRename: Bool) throws {
    let repository = try TestRepository.vault(photos(30, perNote: 30))
    try repository.folder.makeFolder("p/1.media")
    for number in 0..<30 {
      let (old, new) = ("p/0.media/\(number).jpg", "p/1.media/\(number).jpg")
      if byRename {
        rename(repository.folder.path(old), repository.folder.path(new))
      } else {
        try repository.folder.write("photo \(number)", to: new)
        try repository.remove(old)
      }
    }
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).changes.count == 60)
    #expect(gate.questions.isEmpty)
  }

  @Test("the files of a plugin or a theme in a hidden folder are no media")
  func hiddenFiles() throws {
    var files: [String: String?] = ["a.md": "x"]
    for number in 0..<30 { files[".obsidian/plugins/\(number).js"] = "js \(number)" }
    let repository = try TestRepository.vault(files)
    for number in 0..<30 { try repository.remove(".obsidian/plugins/\(number).js") }
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).changes.count == 30)
    #expect(gate.questions.isEmpty)
  }

  // MARK: - What tl removed

  private func trash(_ repository: TestRepository) throws -> Trash {
    try repository.folder.makeFolder(".tl/local")
    return Trash(try VaultFolder(opening: repository.path))
  }

  @Test("notes and media that tl removed are in the trash, and were meant")
  func trashed() throws {
    var files = photos(60, perNote: 2)
    files["p/0.md"] = "---\nid: one\n---\nx\n"
    let repository = try TestRepository.vault(files)
    let trash = try trash(repository)
    // An edit since the last commit went to the trash with its note.
    try repository.folder.write("---\nid: one\n---\nx, edited\n", to: "p/0.md")
    for number in 0..<25 {
      _ = try trash.put(note: path("p/\(number).md"), at: "2026-11-20T18:00:00Z")
    }
    _ = try trash.put(media: path("p/29.media/58.jpg"), at: "2026-11-20T18:00:00Z")
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).changes.count == 76)
    #expect(gate.questions.isEmpty)
  }

  @Test("the last note that tl removed was meant too; one that is just gone was not")
  func lastNoteTrashed() throws {
    let repository = try TestRepository.vault(["a.md": "a", "b.md": "b"])
    _ = try trash(repository).put(note: path("a.md"), at: "2026-11-20T18:00:00Z")
    try repository.remove("b.md")
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).summary == ["- a.md"])
    #expect(gate.questions == [.noNotesLeft(notes: [path("b.md")])])
    try repository.folder.write("b", to: "b.md")
    _ = try trash(repository).put(note: path("b.md"), at: "2026-11-20T18:00:00Z")
    let second = Gatekeeper()
    #expect(try repository.sync(gate: second).summary == ["- b.md"])
    #expect(second.questions.isEmpty)
  }

  @Test("what lies in the trash from an older file of the same path says nothing")
  func staleTrash() throws {
    let repository = try TestRepository.vault(notes(30))
    let trash = try trash(repository)
    for number in 0..<30 {
      try repository.folder.write("long ago \(number)", to: "n/\(number).md")
      _ = try trash.put(note: path("n/\(number).md"), at: "2020-01-01T00:00:00Z")
    }
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).skipped.count == 30)
    #expect(gate.questions.count == 1)
  }

  @Test("a placeholder of a cloud counts as present")
  func placeholders() throws {
    let repository = try TestRepository.vault(notes(30))
    for number in 0..<30 {
      try repository.folder.write("stub", to: "n/.\(number).md.icloud")
      try FileManager.default.removeItem(atPath: repository.folder.path("n/\(number).md"))
    }
    let gate = Gatekeeper()
    let report = try repository.sync(gate: gate)
    #expect(gate.questions.isEmpty && report.commit == nil && report.skipped.isEmpty)
  }

  @Test(
    "a folder of notes that was renamed or copied elsewhere is no deletion",
    arguments: [true, false])
  func movedFolder(byRename: Bool) throws {
    let repository = try TestRepository.vault(
      notes(30).merging(["ids/a.md": "---\nid: one\n---\nx\n"]) { $1 })
    if byRename {
      rename(repository.folder.path("n"), repository.folder.path("m"))
    } else {
      for number in 0..<30 {
        try repository.write(["m/\(number).md": "note \(number)\n", "n/\(number).md": nil])
      }
    }
    try repository.write(["ids/a.md": nil, "m/edited.md": "---\nid: one\n---\nedited too\n"])
    let gate = Gatekeeper()
    #expect(try repository.sync(gate: gate).changes.count == 62)
    #expect(gate.questions.isEmpty)
  }

  @Test("what would lie below a name that is held back waits for it")
  func blocked() throws {
    let repository = try TestRepository.vault(notes(30).merging(["n/0.md": "x"]) { $1 })
    try remove(30, from: repository)
    try repository.write(["n/0.md/inner.txt": "x", "m": "x"])
    let report = try repository.sync()
    #expect(report.summary == ["+ m"])
    #expect(report.held.contains("n/0.md/inner.txt: waits on n/0.md"))
    #expect(report.skipped.count == 31)
  }

  @Test("a file that has the name of a folder whose files are held back waits")
  func blockedFolder() throws {
    let repository = try TestRepository.vault(notes(30))
    try remove(30, from: repository)
    try repository.folder.write("x", to: "n")
    let report = try repository.sync()
    #expect(report.commit == nil)
    #expect(report.held.contains { $0.hasPrefix("n: waits on ") })
  }
}
