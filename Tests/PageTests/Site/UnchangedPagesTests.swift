import Foundation
import Synchronization
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Page

#if os(Linux)
  @Suite("Pages of which nothing has changed")
  struct UnchangedPagesTests {
    @Test(
      "after any change in the folders of its notes, a page is known only if their stamps are the same",
      arguments: [nil, 5] as [Int32?])
    func law(watchLimit: Int32?) throws {
      try withSeed { generator, _ in
        let vault = try ChangingVault()
        let pages = UnchangedPages(try FolderWatcher(watchLimit: watchLimit ?? .max)) { 0 }
        var kept: [PageVersion: [CardCache.Stamp?]] = [:]
        var known = 0
        for step in 0..<600 {
          let folder = try vault.opened()
          for (version, notes) in vault.pages {
            let now = CardCache.stamps(of: notes, in: folder)
            if let tag = pages.tag(of: version, in: folder) {
              known += 1
              #expect(kept[version] == now, "step \(step): \(vault.changes.suffix(3))")
              #expect(tag == PageTag(version, shown: now.compactMap(\.self)))
            } else if let look = pages.look(at: notes, in: folder) {
              // A change between the look and the moment at which the tag is kept.
              if Int.random(in: 0..<4, using: &generator) == 0 { try vault.change(&generator) }
              let stamps = CardCache.stamps(of: notes, in: folder)
              if Int.random(in: 0..<4, using: &generator) == 0 { try vault.change(&generator) }
              pages.keep(PageTag(version, shown: stamps.compactMap(\.self)), of: version, look)
              kept[version] = stamps
            }
          }
          if Int.random(in: 0..<3, using: &generator) == 0 { try vault.change(&generator) }
        }
        if watchLimit == nil { #expect(known > 100) }
      }
    }

    @Test("a write that the system does not report is seen after a second")
    func unreported() throws {
      let vault = try ChangingVault()
      let elsewhere = try TemporaryFolder()
      let path = "\(vault.root)/a.md"
      try FileManager.default.removeItem(atPath: path)
      try Data("one".utf8).write(to: URL(fileURLWithPath: elsewhere.path + "/a.md"))
      try FileManager.default.linkItem(atPath: elsewhere.path + "/a.md", toPath: path)
      let time = Mutex<Int64>(0)
      let pages = UnchangedPages(try FolderWatcher()) { time.withLock { $0 } }
      let folder = try vault.opened()
      let version = PageVersion(text: "a")
      let notes = [try #require(VaultPath("a.md"))]
      let look = try #require(pages.look(at: notes, in: folder))
      let stamps = CardCache.stamps(of: notes, in: folder).compactMap(\.self)
      pages.keep(PageTag(version, shown: stamps), of: version, look)
      let file = try #require(FileHandle(forWritingAtPath: elsewhere.path + "/a.md"))
      try file.write(contentsOf: Data("another".utf8))
      try file.close()
      time.withLock { $0 = UnchangedPages.lifetime - 1 }
      #expect(pages.tag(of: version, in: folder) != nil)
      time.withLock { $0 = UnchangedPages.lifetime }
      #expect(pages.tag(of: version, in: folder) == nil)
    }
  }

  /// A folder with notes in three folders, some with media, which changes at random.
  private final class ChangingVault {
    private let parent: TemporaryFolder
    let root: String
    /// The notes of each page; not all exist at all times.
    let pages: [PageVersion: [VaultPath]]
    private(set) var changes: [String] = []
    private var count = 0

    private static let folders = ["", "x/", "x/y/"]
    private static let names = ["a", "b"]

    init() throws {
      parent = try TemporaryFolder()
      root = parent.path + "/vault"
      let paths = Self.folders.flatMap { folder in Self.names.map { folder + $0 + ".md" } }
      let notes = paths.compactMap { VaultPath($0) }
      pages = [
        PageVersion(text: "all"): notes, PageVersion(text: "first"): Array(notes.prefix(2)),
        PageVersion(text: "last"): Array(notes.suffix(2)),
      ]
      try fill(root)
    }

    func opened() throws -> VaultFolder { try VaultFolder(opening: root) }

    private func fill(_ root: String) throws {
      for folder in Self.folders {
        try make("\(root)/\(folder)a.media")
        for name in Self.names { try write("\(root)/\(folder)\(name).md") }
      }
    }

    private func make(_ folder: String) throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func write(_ path: String) throws {
      count += 1
      try Data("\(count)".utf8).write(to: URL(fileURLWithPath: path))
    }

    /// Changes something; does nothing if what it would change is not there.
    func change(_ generator: inout SeededGenerator) throws {
      let folder = root + "/" + (Self.folders.randomElement(using: &generator) ?? "")
      let stem = folder + (Self.names.randomElement(using: &generator) ?? "")
      let media = stem + ".media"
      let number = Int.random(in: 0..<11, using: &generator)
      changes.append("\(number) \(stem)")
      let files = FileManager.default
      switch number {
      case 0: try? write(stem + ".md")
      case 1:
        // In place, as an editor that keeps the inode.
        guard let file = FileHandle(forWritingAtPath: stem + ".md") else { return }
        try file.write(contentsOf: Data("longer than before \(count)".utf8))
        try file.close()
      case 2: try? files.removeItem(atPath: stem + ".md")
      case 3: try? write(media + "/photo.jpg")
      case 4: try? files.removeItem(atPath: media + "/photo.jpg")
      case 5: try? make(media)
      case 6: try? files.removeItem(atPath: media)
      case 7: try? files.moveItem(atPath: media, toPath: stem + "-aside")
      case 8: try? files.moveItem(atPath: stem + "-aside", toPath: media)
      case 9:
        // Another folder takes the place of this one.
        try? files.moveItem(atPath: root + "/x", toPath: root + "/\(count)")
        try make(root + "/x/y")
        try write(root + "/x/a.md")
      default:
        try? files.moveItem(atPath: root, toPath: parent.path + "/\(count)")
        try fill(root)
      }
    }
  }
#endif
