import Cryptography
import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

@Suite("Writing what arrived")
struct NoteReceiverTests {
  private func note(_ text: String, tags: [String] = [], isPinned: Bool = false) -> WireNote {
    WireNote(
      id: "ABC-1", text: text, isPinned: isPinned, tags: tags,
      createdAt: WireTime("2026-11-20T10:00:00.9Z")!, updatedAt: WireTime("2026-11-20T11:00:00Z")!)
  }

  @Test("a new note is what tl add would have written, and reads back")
  func creating() throws {
    let device = try Device(try FakeServer())
    for text in [
      "First steps\n\nFrom the sofa", "", "\n", "---\nid: x\n---\n", "a\r\nb", "\u{0}x", "end\n\n",
      "end\r", "end\r\n",
    ] {
      let wire = note(text, tags: ["One", " #two ", "one"], isPinned: true)
      let path: VaultPath
      do {
        let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
        path = try receiver.add(wire, naming: .asAdded).path
      }
      #expect(path.text.hasPrefix("2026/11/2026-11-20-"))
      let document = NoteDocument(try device.folder.read(path.text))
      #expect(WireText.of(document) == WireText.withoutNUL(text))
      let metadata = NoteMetadata(of: document, zone: .utc)
      #expect(metadata.id?.text == "ABC-1")
      #expect(metadata.tags.map(\.text) == ["one", "two"])
      #expect(metadata.isPinned)
      #expect(metadata.created?.rfc3339 == "2026-11-20T10:00:00Z")
      #expect(metadata.updated?.rfc3339 == "2026-11-20T11:00:00Z")
    }
  }

  @Test("nothing is written where nothing differs but times")
  func equal() throws {
    let device = try Device(try FakeServer())
    try device.write("a.md", id: "ABC-1", "text", tags: ["B", "a"], updated: "2020-01-01")
    let before = try device.folder.read("a.md")
    let path = try #require(VaultPath("a.md"))
    let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
    #expect(try !receiver.update(path, with: note("text", tags: ["A", "b"])))
    #expect(try device.folder.read("a.md") == before)
    #expect(try receiver.update(path, with: note("text", tags: ["A"])))
    #expect(
      try device.folder.readText("a.md").contains("updated: 2026-11-20T11:00:00Z\ntags: [a]\n"))
    // An edit in that very moment is not overwritten.
    #expect(try !receiver.update(path, with: note("other")) { $0.text == "something else" })
    #expect(try device.folder.readText("a.md").contains("\ntext\n"))
  }

  @Test(
    "a note is replaced while it says what is known, and its version is handed out once",
    arguments: ["text\n", "\ntext\n", "---\nmood: calm\n---\n\ntext\n", "\u{FEFF}text\n"])
  func replacing(file: String) throws {
    let device = try Device(try FakeServer())
    try device.folder.write(file, to: "a.md")
    let path = try #require(VaultPath("a.md"))
    let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
    let text = try #require(WireText.of(NoteDocument(Array(file.utf8))))
    let known = NoteContent(text: text, tags: [], isPinned: false)
    let wanted = note("other", tags: ["new"], isPinned: true)
    let other = NoteContent(text: "something else", tags: [], isPinned: false)
    var versions: [NoteDocument] = []
    #expect(
      try receiver.replace(path, with: wanted, ifStill: other) { versions.append($0) } == nil)
    #expect(try device.folder.readText("a.md") == file)
    #expect(versions.isEmpty)
    let bytes = try receiver.replace(path, with: wanted, ifStill: known) { versions.append($0) }
    #expect(versions.map(\.bytes) == [Array(file.utf8)])
    #expect(try device.folder.read("a.md") == bytes)
    let metadata = NoteMetadata(of: NoteDocument(bytes ?? []), zone: .utc)
    #expect(metadata.id?.text == "ABC-1" && metadata.tags.map(\.text) == ["new"])
    // Tags and pin alone replace no text.
    let tagged = try receiver.replace(path, with: note("other"), ifStill: NoteContent(wanted)) {
      versions.append($0)
    }
    #expect(tagged != nil && versions.count == 1)
  }

  @Test("a note with broken front matter is not touched")
  func broken() throws {
    let device = try Device(try FakeServer())
    try device.folder.write("---\nid: [\n---\ntext", to: "a.md")
    let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
    let path = try #require(VaultPath("a.md"))
    #expect(throws: EditError.self) { try receiver.update(path, with: note("other")) }
    #expect(try device.folder.readText("a.md") == "---\nid: [\n---\ntext")
  }

  @Test("no name from outside leads anywhere but into the media folder")
  func names() throws {
    let device = try Device(try FakeServer())
    try device.write("a.md", id: "ABC-1", "text")
    let path = try #require(VaultPath("a.md"))
    let names = [
      "../../x.jpg", "/etc/passwd", "..", "", ".hidden", "a/b\\c.exe", "CON", "x\u{0}y.jpg",
      "é.heic",
      String(repeating: "n", count: 400), "con.jpg ", "\u{202E}gpj.exe", "~", "photo.jpg",
    ]
    for (number, name) in names.enumerated() {
      let bytes = picture(number)
      let file = try device.folder.write(bytes, to: ".tl/local/in\(number)")
      let media = WireMedia(
        id: number % 2 == 0 ? "../\(number)" : "m\(number)", noteID: "x", kind: "image",
        filename: name,
        contentType: "image/jpeg", checksum: "",
        data: ReceivedData(
          file: file, size: Int64(bytes.count), sha256: sha256Hex(bytes), isBase64: true
        ))
      for naming in [NoteReceiver.Naming.asAdded, .byWire] {
        let receiver = try NoteReceiver(device.vault, device.surroundings, zone: .utc)
        let written = try receiver.intake(for: path).add(media, naming: naming)
        if naming == .asAdded {
          #expect(written?.parent?.text == "a.media")
          #expect(written?.name.first != UInt8(ascii: "."))
          #expect(written.map { PortableName.problems(ofBytes: $0.name) } == [])
        } else {
          // The same bytes are there already.
          #expect(written == nil)
        }
      }
    }
    let outside = try device.files().keys.filter { !$0.hasPrefix("a.media/") }
    #expect(outside == ["a.md"])
    #expect(try device.files().count == names.count + 1)
    #expect(device.folder.exists("a.media/photo.jpg"))
  }
}
