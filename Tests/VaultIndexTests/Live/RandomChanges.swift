import Foundation
import TestSupport

/// Changes a vault at random as editors, file managers, git and people do.
struct RandomChanges {
  private let folder: TemporaryFolder
  private var note = RandomNote()
  /// What was done, for messages.
  private(set) var done: [String] = []

  init(in folder: TemporaryFolder) {
    self.folder = folder
  }

  private static let folders = RandomVault.folders + ["new", "new/deep/er", "a/b/x", "gone", ""]
  private static let names = [
    "walk.md", "note.md", "2026-11-20-walk.md", "keep.md", "gone.md", "x.md", "new.markdown",
    "titel-ä.md", "ignored-1.md", "plain.txt",
  ]
  private static let mediaNames = ["walk.media", "gone.media", "note.media", "keep.media"]

  mutating func change(using random: inout SeededGenerator) {
    let (place, other) = (random.pick(Self.folders), random.pick(Self.folders))
    let name = random.pick(Self.names)
    let path = Self.join(place, name)
    switch Int.random(in: 0..<17, using: &random) {
    case 0...3: write(path, using: &random)
    case 4: replace(path, using: &random)
    case 5: remove(path)
    case 6: move(path, to: Self.join(other, random.pick(Self.names)))
    case 7: move(place, to: Self.join(other, "moved-\(Int.random(in: 0..<4, using: &random))"))
    case 8: move(Self.join(place, "moved-\(Int.random(in: 0..<4, using: &random))"), to: other)
    case 9: remove(place)
    case 10: addFolder(place, using: &random)
    case 11:
      let rules = random.pick(["ignored*\n", "draft/\n", "*.md\n!keep.md\n", "walk.media\n", "a\n"])
      log("ignore \(place)") { folder in
        try folder.write(rules, to: Self.join(place, ".tlignore"))
      }
    case 12: remove(Self.join(place, ".tlignore"))
    case 13:
      let media = Self.join(place, random.pick(Self.mediaNames))
      log("media \(media)") { folder in try folder.write("# In", to: media + "/inner.md") }
    case 14: remove(Self.join(place, random.pick(Self.mediaNames)))
    case 15:
      log("link \(path)") { folder in _ = symlink(folder.path("x.md"), folder.path(path)) }
    default:
      log("touch \(path)") { folder in
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1_234_567_890)],
          ofItemAtPath: folder.path(path))
      }
    }
  }

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder + "/" + name
  }

  /// Many changes cannot be made: the file may not be there, or a folder may be in its place.
  private mutating func log(_ what: String, _ body: (TemporaryFolder) throws -> Void) {
    done.append(what)
    try? body(folder)
  }

  private mutating func write(_ path: String, using random: inout SeededGenerator) {
    let bytes = note.bytes(using: &random)
    log("write \(path)") { folder in
      // In place, as some editors do; `Data.write` would too.
      if let handle = FileHandle(forWritingAtPath: folder.path(path)) {
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
      } else {
        try folder.write(bytes, to: path)
      }
    }
  }

  private mutating func replace(_ path: String, using random: inout SeededGenerator) {
    let bytes = note.bytes(using: &random)
    log("replace \(path)") { folder in
      try folder.write(bytes, to: ".replacement")
      guard rename(folder.path(".replacement"), folder.path(path)) == 0 else {
        throw CommandFailure(description: "rename")
      }
    }
  }

  private mutating func remove(_ path: String) {
    guard !path.isEmpty else { return }
    log("remove \(path)") { folder in
      try FileManager.default.removeItem(atPath: folder.path(path))
    }
  }

  private mutating func move(_ path: String, to target: String) {
    guard !path.isEmpty, !target.isEmpty else { return }
    log("move \(path) to \(target)") { folder in
      guard rename(folder.path(path), folder.path(target)) == 0 else {
        throw CommandFailure(description: "rename")
      }
    }
  }

  /// A folder with notes, moved into the vault at once as an unpacked archive would be.
  private mutating func addFolder(_ place: String, using random: inout SeededGenerator) {
    let bytes = (0..<3).map { _ in note.bytes(using: &random) }
    log("add \(place)") { folder in
      for (number, text) in bytes.enumerated() {
        try folder.write(text, to: Self.join(place, "deep/er/\(number).md"))
      }
    }
  }
}
