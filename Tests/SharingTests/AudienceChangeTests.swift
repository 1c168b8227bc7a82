import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Sharing

/// Views that are made from former ones.
@Suite("What audiences see after a change")
struct AudienceChangeTests {
  private static let grandparents = VaultPath("circles/grandparents.md").map(Audience.circle)

  @Test("after random changes a view is the one that is made of the vault alone")
  func changes() throws {
    try withSeed(cases: caseCount(20)) { random in
      let vault = try SharingVault()
      try RandomVault(&random).write(to: vault)
      let audiences = try [.everybody, .readers, #require(Self.grandparents)]
      var time = SharingVault.laterTime
      var views = try audiences.map { try vault.view(for: $0, at: time) }
      for _ in 0..<5 {
        try change(vault, &random)
        // Notes open the day after.
        if Int.random(in: 0..<5, using: &random) == 0 { time += 86_400 }
        views = try zip(audiences, views).map { try vault.view(for: $0, after: $1, at: time) }
        for (audience, view) in zip(audiences, views) {
          expect(view, isAs: try vault.view(for: audience, at: time))
        }
      }
    }
  }

  @Test("who is told what has changed makes the same view of that and the former one")
  func toldChanges() throws {
    try withSeed(cases: caseCount(20)) { random in
      let vault = try SharingVault()
      try RandomVault(&random).write(to: vault)
      let audiences = try [.everybody, .readers, #require(Self.grandparents)]
      var time = SharingVault.laterTime
      var views = try audiences.map { try vault.view(for: $0, at: time) }
      for _ in 0..<8 {
        let before = try vault.contents()
        if Bool.random(using: &random) {
          try change(vault, &random)
        } else {
          try rename(in: vault, &random)
        }
        if Int.random(in: 0..<8, using: &random) == 0 { time += 86_400 }
        let changed = Self.notes(of: before, notIn: try vault.contents())
        views = try zip(audiences, views).map {
          try vault.view(for: $0, after: $1, changed: changed, at: time)
        }
        for (audience, view) in zip(audiences, views) {
          expect(view, isAs: try vault.view(for: audience, at: time))
        }
      }
    }
  }

  /// The notes that are not the same in both, or have other media.
  private static func notes(
    of before: [String: [UInt8]], notIn after: [String: [UInt8]]
  ) -> Set<VaultPath> {
    let paths = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return Set(
      paths.compactMap { VaultPath($0) }.flatMap { path in
        [path] + path.foldersAbove.flatMap { MediaFolder.notes(ofFolder: $0) }
      })
  }

  private func expect(
    _ view: AudienceView, isAs fresh: AudienceView,
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(view.notes == fresh.notes, sourceLocation: sourceLocation)
    #expect(
      view.notes.flatMap(\.media) == fresh.notes.flatMap(\.media), sourceLocation: sourceLocation)
    #expect(view.decisions == fresh.decisions, sourceLocation: sourceLocation)
    #expect(destinations(view) == destinations(fresh), sourceLocation: sourceLocation)
    #expect(
      fresh.notes.allSatisfy { view.note(at: $0.source) == $0 },
      sourceLocation: sourceLocation)
  }

  /// Of all links of all notes.
  private func destinations(_ view: AudienceView) -> [SharedDestination?] {
    view.notes.flatMap { note in
      NoteDocument(note.body).fileLinks.flatMap { link in
        [true, false].map { isEmbed in
          view.destination(
            of: link, at: link.targets(from: note.source.parent), in: note, isEmbed: isEmbed)
        }
      }
    }
  }

  /// Puts some files of another vault in place of those that are there, and removes some.
  private func change(_ vault: SharingVault, _ random: inout SeededGenerator) throws {
    let other = try SharingVault()
    try RandomVault(&random).write(to: other)
    let (old, new) = (Set(try vault.files()), Set(try other.files()))
    // Sometimes notes alone: then most of the former view can be kept.
    let isOfNotes = Bool.random(using: &random)
    for path in old.union(new).sorted() where Int.random(in: 0..<4, using: &random) == 0 {
      if isOfNotes, path.hasPrefix("circles/") || path.hasPrefix("people/") { continue }
      if old.contains(path) { try FileManager.default.removeItem(atPath: vault.folder.path(path)) }
      if new.contains(path) {
        try vault.folder.write(
          Array(Data(contentsOf: URL(fileURLWithPath: other.folder.path(path)))), to: path)
      }
    }
    try rename(in: vault, &random)
  }

  /// Gives a note, or its media folder, the name of another one, or a new name: its file stays what it was.
  private func rename(in vault: SharingVault, _ random: inout SeededGenerator) throws {
    let notes = try vault.files().filter { $0.hasSuffix("path.md") }.sorted()
    guard let old = notes.randomElement(using: &random) else { return }
    var names = [(old, "\(old.dropLast(3))new.md"), (old, "\(old.dropLast(3)).markdown")]
    names += notes.filter { $0 != old }.prefix(3).flatMap { other in
      [(old, other), ("\(old.dropLast(3)).media", "\(other.dropLast(3)).media")]
    }
    let (from, to) = random.pick(1, of: names)[0]
    guard FileManager.default.fileExists(atPath: vault.folder.path(from)) else { return }
    try? FileManager.default.removeItem(atPath: vault.folder.path(to))
    try FileManager.default.moveItem(
      atPath: vault.folder.path(from), toPath: vault.folder.path(to))
  }

  private static let vault = [
    "circles/grandparents.md": "---\ntl: circle\ntitle: Grandparents\n---\n",
    "a.md": "---\nid: 1\ncircles: [Grandparents]\n---\nOne\n",
    "b.md": "---\nid: 2\ncircles: [Grandparents]\n---\nTwo\n",
  ]

  private func address(of note: SharedNote) -> UnsafePointer<UInt8>? {
    note.body.withUnsafeBufferPointer(\.baseAddress)
  }

  @Test("a note that is as it was is not read again, unless who is called how has changed")
  func kept() throws {
    let vault = try SharingVault(Self.vault)
    let path = try #require(VaultPath("a.md"))
    let audience = try #require(Self.grandparents)
    func view(after former: AudienceView?) throws -> AudienceView {
      try vault.view(for: audience, after: former, at: SharingVault.laterTime)
    }
    let first = try view(after: nil)
    try vault.folder.write("---\nid: 2\ncircles: [Grandparents]\n---\nTwice\n", to: "b.md")
    let second = try view(after: first)
    let (old, new) = (try #require(first.note(at: path)), try #require(second.note(at: path)))
    #expect(address(of: old) == address(of: new))
    try vault.folder.write("---\ntl: person\ntitle: Lan\n---\n", to: "people/lan.md")
    let third = try #require(try view(after: second).note(at: path))
    #expect(address(of: third) != address(of: new))
  }

  @Test("a note that had just changed is read again: another version may have the same times")
  func unsettled() throws {
    let vault = try SharingVault(Self.vault)
    let path = try #require(VaultPath("a.md"))
    let audience = try #require(Self.grandparents)
    // Before the files were written, as it is with a clock of whole seconds.
    let first = try vault.view(for: audience, at: 0)
    let second = try vault.view(for: audience, after: first, at: 0)
    let (old, new) = (try #require(first.note(at: path)), try #require(second.note(at: path)))
    #expect(old == new)
    #expect(address(of: old) != address(of: new))
    #expect(!second.isOutdated(for: second.notes, in: try Vault(opening: vault.folder.path)))
  }

  @Test("who is how old is told by the settings of now")
  func leapDay() throws {
    let vault = try SharingVault([
      "circles/grandparents.md": "---\ntl: circle\ntitle: Grandparents\n---\n",
      "people/mia.md":
        "---\ntl: person\ntitle: Mia\nbirthday: 2020-02-29\ncircles: [Grandparents]\n---\n",
      "a.md":
        "---\nid: 1\ndate: 2025-02-28T12:00:00Z\ncircles: [Grandparents]\npeople: [Mia]\n---\nOne\n",
    ])
    let audience = try #require(Self.grandparents)
    func view(after former: AudienceView?) throws -> AudienceView {
      try vault.view(for: audience, after: former, at: SharingVault.laterTime)
    }
    var former: AudienceView?
    var persons: [SharedPerson?] = []
    for day in ["02-28", "03-01"] {
      try vault.folder.write("format: 1\nsince:\n  leap_day: \(day)\n", to: ".tl/config.yaml")
      let made = try view(after: former)
      expect(made, isAs: try view(after: nil))
      persons.append(made.notes.first?.people.first)
      former = made
    }
    #expect(persons.allSatisfy { $0?.age != nil })
    #expect(persons[0] != persons[1])
  }

  @Test("a photo that comes or goes is noticed, and so is a note that has the same media folder")
  func media() throws {
    let vault = try SharingVault(Self.vault)
    let audience = try #require(Self.grandparents)
    let path = try #require(VaultPath("a.md"))
    var view = try vault.view(for: audience)
    func expectMedia(_ count: Int, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
      view = try vault.view(for: audience, after: view)
      let note = try #require(view.note(at: path))
      #expect(note.media.count == count, sourceLocation: sourceLocation)
    }
    try vault.folder.write(TestPicture.jpeg("x"), to: "a.media/x.jpg")
    try expectMedia(1)
    try vault.folder.write("---\nid: 3\n---\nNot shown\n", to: "a.markdown")
    try expectMedia(0)
    try FileManager.default.removeItem(atPath: vault.folder.path("a.markdown"))
    try expectMedia(1)
    try FileManager.default.removeItem(atPath: vault.folder.path("a.media/x.jpg"))
    try expectMedia(0)
  }
}

extension SharingVault {
  fileprivate func contents() throws -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: try files().map { path in
        (path, Array(try Data(contentsOf: URL(fileURLWithPath: folder.path(path)))))
      })
  }

  /// The paths of all files but those of tl.
  fileprivate func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      var isFolder: ObjCBool = false
      return !path.hasPrefix(".tl")
        && FileManager.default.fileExists(atPath: folder.path(path), isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
