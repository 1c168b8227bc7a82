import Foundation
import Testing

@testable import SeededVault

@Suite struct VaultWriterTests {
  @Test("notes and media are written where they belong, and never into a folder that exists")
  func writes() throws {
    let root = NSTemporaryDirectory() + "tl-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let note = SeededNote(
      folder: "2010/01", stem: "one", bytes: Array("text".utf8),
      media: SeededMedia(name: "a.jpg", bytes: [0xFF, 0xD8]))
    var writer = try VaultWriter(root: root)
    try writer.add(note)
    let text = try Data(contentsOf: URL(fileURLWithPath: "\(root)/2010/01/one.md"))
    #expect(Array(text) == note.bytes)
    let media = try Data(contentsOf: URL(fileURLWithPath: "\(root)/2010/01/one.media/a.jpg"))
    #expect(Array(media) == [0xFF, 0xD8])
    #expect(throws: VaultWritingError.self) { try VaultWriter(root: root) }
  }
}
