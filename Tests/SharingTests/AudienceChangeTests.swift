import Foundation
import TestSupport
import Testing
import VaultFormat

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
      var views = try audiences.map { try vault.view(for: $0) }
      for _ in 0..<5 {
        try change(vault, &random)
        views = try zip(audiences, views).map { try vault.view(for: $0, after: $1) }
        for (audience, view) in zip(audiences, views) {
          let fresh = try vault.view(for: audience)
          #expect(view.notes == fresh.notes)
          #expect(view.notes.flatMap(\.media) == fresh.notes.flatMap(\.media))
          #expect(view.noteDecisions == fresh.noteDecisions)
          #expect(fresh.notes.allSatisfy { view.note(withID: $0.id) == $0 })
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
    let audience = try #require(Self.grandparents)
    let path = try #require(VaultPath("a.md"))
    let first = try vault.view(for: audience)
    try vault.folder.write("---\nid: 2\ncircles: [Grandparents]\n---\nTwice\n", to: "b.md")
    let second = try vault.view(for: audience, after: first)
    let (old, new) = (try #require(first.note(at: path)), try #require(second.note(at: path)))
    #expect(address(of: old) == address(of: new))
    try vault.folder.write("---\ntl: person\ntitle: Lan\n---\n", to: "people/lan.md")
    let third = try #require(try vault.view(for: audience, after: second).note(at: path))
    #expect(address(of: third) != address(of: new))
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
