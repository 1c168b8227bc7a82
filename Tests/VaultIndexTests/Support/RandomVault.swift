import Foundation
import TestSupport

/// Writes folders of notes as people and programs leave them behind, and everything that a scan may meet
/// beside them.
struct RandomVault {
  let folder: TemporaryFolder
  private var note = RandomNote()
  /// Notes get a time of modification of their own, long past, so that it is known.
  private var modified = 1_000_000_000

  init(using random: inout SeededGenerator) throws {
    folder = try TemporaryFolder()
    for place in Self.folders.shuffled(using: &random).prefix(Int.random(in: 2...7, using: &random))
      + [""]
    {
      try folder.makeFolder(place)
      for _ in 0..<Int.random(in: 1...7, using: &random) { try addNote(in: place, using: &random) }
      if Int.random(in: 0..<3, using: &random) == 0 { try addIgnoreFile(in: place, using: &random) }
      try addOddities(in: place, using: &random)
    }
  }

  static let folders = [
    "a", "a/b", "a/b/c", "2026/11", "people", "Ünï/日記", "draft", ".hidden/deep", ".obsidian",
    "gone.media", "a/gone.media", "a/gone.media/inner", "with blank", "x.md",
  ]

  private static let stems = [
    "walk", "note", "2026-11-20-walk", "2025_01_02", "20240229", "202403011830", "2026-13-01-no",
    "titel-ä", "x.y", "日記", "keep", "ignored-1", "draft", "a b", "UPPER", "gone",
  ]

  private static let ignoreLines = [
    "ignored*", "draft", "draft/", "/note.md", "*.markdown", "!keep.md", "*.md", "walk.media",
    "*.media/",
    "# comment", "a/**/c", "people/*", "日記.md", "",
  ]

  private static let media = [
    "one.jpg", "two.PNG", "voice.m4a", "film.mp4", "paper.pdf", "noending", ".hidden.jpg",
    "inner.md",
    "a.b.heic",
  ]

  private mutating func addNote(in place: String, using random: inout SeededGenerator) throws {
    let stem = Self.stems.randomElement(using: &random) ?? "note"
    let ending =
      [".md", ".md", ".md", ".markdown", ".txt", ".MD"].randomElement(using: &random) ?? ".md"
    let path = [place, stem + ending].filter { !$0.isEmpty }.joined(separator: "/")
    guard !folder.exists(path) else { return }
    try folder.write(note.bytes(using: &random), to: path)
    modified += 86_399
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(modified))],
      ofItemAtPath: folder.path(path))
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    let media = [place, stem + ".media"].filter { !$0.isEmpty }.joined(separator: "/")
    try folder.makeFolder(media)
    for name in Self.media.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
      try folder.write("x", to: media + "/" + name)
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      try folder.write("# In", to: media + "/sub/in.md")
    }
  }

  private func addIgnoreFile(in place: String, using random: inout SeededGenerator) throws {
    let lines = Self.ignoreLines.shuffled(using: &random).prefix(
      Int.random(in: 1...3, using: &random))
    let text = lines.joined(separator: "\n") + "\n"
    try folder.write(text, to: place.isEmpty ? ".tlignore" : place + "/.tlignore")
  }

  private func addOddities(in place: String, using random: inout SeededGenerator) throws {
    let base = folder.path(place.isEmpty ? "" : place + "/")
    switch Int.random(in: 0..<6, using: &random) {
    case 0: mkfifo(base + "pipe.md", 0o644)
    case 1: symlink(folder.path("walk.md"), base + "link.md")
    case 2: symlink(folder.path("a"), base + "linked")
    case 3: symlink(folder.path("a"), base + "note.media")
    case 4: try folder.write("# Hidden", to: (place.isEmpty ? "" : place + "/") + ".hidden.md")
    default: break
    }
  }
}
