import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Media

/// Imports from a folder into a vault, on disk.
@Suite("An import of photos")
struct PhotoImportTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try Vault.initialize(folder.path("vault"), timeZone: nil)
    try folder.makeFolder("camera")
  }

  private func add(_ fixture: String, as name: String, times count: Int = 1) throws {
    // Bytes behind a picture belong to no part of it: a file of its own.
    let bytes = try Fixtures.bytes(fixture) + Array(repeating: 0x20, count: count - 1)
    try folder.write(bytes, to: "camera/\(name)")
  }

  private func plan(_ grouping: PhotoGrouping = .none) throws -> PhotoImportPlan {
    let collection = PhotoCollection(of: [folder.path("camera")])
    #expect(collection.problems == [])
    let (plan, problems) = try photos().plan(collection.files, grouping: grouping)
    #expect(problems == [])
    return plan
  }

  private func photos() throws -> PhotoImport {
    let surroundings = Surroundings(
      now: { 1_795_194_191 }, zone: .utc, makeID: { NoteID(nonEmpty: UUID().uuidString) })
    return PhotoImport(
      try Vault(opening: folder.path("vault")), surroundings, zone: .utc, threads: 2)
  }

  private func importAll(_ grouping: PhotoGrouping = .none) throws -> [VaultPath] {
    try photos().carryOut(plan(grouping).notes).flatMap(\.media)
  }

  @Test("a photo becomes a note of its time and place, and stays the same byte for byte")
  func photo() throws {
    try add("photo.jpg", as: "IMG_1.jpg")
    let media = try importAll()
    let path = try #require(media.first)
    #expect(media.count == 1)
    #expect(try folder.read("vault/\(path.text)") == folder.read("camera/IMG_1.jpg"))
    let mediaFolder = try #require(path.parent?.text)
    let text = try folder.readText("vault/\(mediaFolder.dropLast(6)).md")
    #expect(text.contains("\ndate: "))
    #expect(text.contains("\ncoordinates: ["))
  }

  @Test("a second import adds nothing, whatever the files are called by then")
  func again() throws {
    try add("photo.jpg", as: "IMG_1.jpg")
    try add("photo.jpg", as: "IMG_2.jpg", times: 2)
    try add("v.mp4", as: "VID_1.mp4")
    #expect(try importAll().count == 3)
    let before = folder.contents()
    try FileManager.default.moveItem(
      atPath: folder.path("camera/IMG_1.jpg"), toPath: folder.path("camera/other.jpg"))
    let plan = try plan()
    #expect(plan.notes.isEmpty)
    #expect(plan.doubles.count == 3)
    #expect(
      folder.contents().filter { $0.hasPrefix("vault") } == before.filter { $0.hasPrefix("vault") })
  }

  @Test("an import that ended anywhere is completed by the next one", arguments: 0..<4)
  func interrupted(copied: Int) throws {
    for number in 1...3 { try add("photo.jpg", as: "IMG_\(number).jpg", times: number) }
    let planned = try #require(try plan(.day).notes.first)
    // What a kill after so many files leaves: the note, and some of its photos.
    var part = planned
    part.media = Array(planned.media.prefix(copied))
    if copied > 0 {
      _ = try photos().carryOut([part])
    } else {
      #expect(planned.isNew)
      let text = "---\nid: one\ndate: \(planned.time.time.rfc3339)\n---\n"
      try folder.write(text, to: "vault/\(planned.path)")
    }
    _ = try importAll(.day)
    let contents = folder.contents().filter { $0.hasPrefix("vault/2") }
    #expect(contents.count { $0.hasSuffix(".md") } == 1, "\(contents)")
    #expect(contents.count { $0.hasSuffix(".jpg") } == 3, "\(contents)")
  }

  @Test("two files of one content are imported once, and files of equal size are compared")
  func doubles() throws {
    try add("photo.jpg", as: "a.jpg")
    try add("photo.jpg", as: "b.jpg")
    var other = try Fixtures.bytes("photo.jpg")
    other[other.count - 3] ^= 1
    try folder.write(other, to: "camera/c.jpg")
    let plan = try plan()
    #expect(plan.notes.flatMap(\.media).map(\.name) == ["a.jpg", "c.jpg"])
    #expect(plan.doubles.map(\.path) == [folder.path("camera/b.jpg")])
  }

  @Test("what is no photo stays where it is, and hidden files and links are not looked at")
  func foreign() throws {
    try folder.write(["camera/list.txt": "text", "camera/.hidden.jpg": "x"])
    try folder.write(Fixtures.bytes("photo.jpg"), to: "elsewhere/photo.jpg")
    symlink(folder.path("elsewhere/photo.jpg"), folder.path("camera/link.jpg"))
    let plan = try plan()
    #expect(plan.notes.isEmpty)
    #expect(plan.foreign == [folder.path("camera/list.txt")])
  }

  @Test("a file that is gone by then is told, and the others are imported")
  func goneFile() throws {
    try add("photo.jpg", as: "a.jpg")
    try add("photo.jpg", as: "b.jpg", times: 2)
    let note = try #require(try plan(.day).notes.first)
    try FileManager.default.removeItem(atPath: folder.path("camera/a.jpg"))
    let outcome = try #require(try photos().carryOut([note]).first)
    #expect(outcome.media.count == 1)
    #expect(outcome.problems.map(\.path) == [folder.path("camera/a.jpg")])
  }

  @Test("a note none of whose files can be copied is not made, nor its folder")
  func nothingLeft() throws {
    try add("photo.jpg", as: "a.jpg")
    let note = try #require(try plan().notes.first)
    try FileManager.default.removeItem(atPath: folder.path("camera/a.jpg"))
    let outcome = try #require(try photos().carryOut([note]).first)
    #expect(outcome.path == nil && outcome.problems.count == 1)
    #expect(folder.contents().filter { $0.hasPrefix("vault/2020/11/") } == [])
  }

  @Test("many notes are written in several steps, and each has its file")
  func manyNotes() throws {
    // Names that differ in numbers would be those of a burst.
    let letters = Array("abcdefghijkl")
    for (number, first) in letters.enumerated() {
      for (other, second) in letters.enumerated() {
        try add("photo.jpg", as: "\(first)\(second).jpg", times: 1 + number * 12 + other)
      }
    }
    let plan = try plan()
    let batches = PhotoImport.batches(of: plan.notes)
    #expect(batches.count > 1 && batches.flatMap(\.self) == plan.notes)
    for batch in batches {
      let results = try photos().carryOut(batch)
      #expect(results.allSatisfy { $0.path != nil && $0.problems.isEmpty })
    }
    #expect(try self.plan().notes.isEmpty)
    #expect(folder.contents().count { $0.hasSuffix(".jpg") && $0.hasPrefix("vault") } == 144)
    #expect(!folder.contents().contains { $0.contains(".tl-tmp") })
  }
}
