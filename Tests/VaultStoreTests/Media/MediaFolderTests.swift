import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Media")
struct MediaFolderTests {
  private let vault: TemporaryVault

  init() throws { vault = try TemporaryVault() }

  @Test(
    "the media folder is the sibling with the note's stem",
    arguments: [
      ("a.md", "a.media"), ("x/y.markdown", "x/y.media"), ("v1.2.md", "v1.2.media"),
    ])
  func folder(_ note: String, _ media: String) {
    #expect(MediaFolder(of: path(note))?.path == path(media))
  }

  @Test("other files have none", arguments: ["a.txt", "a", "md", ".md", "a.MD"])
  func noFolder(_ name: String) {
    #expect(MediaFolder(of: path(name)) == nil)
  }

  @Test("the listing is in natural order; hidden files do not count, skipped are told")
  func listing() throws {
    let folder = MediaFolder(of: path("n/a.md"))!
    #expect(try vault.folder.media(in: folder).files == [])
    for name in ["img10.jpg", "img2.JPG", "voice.m4a", "clip.mov", "paper.pdf", ".hidden.jpg"] {
      try vault.write("n/a.media/\(name)", name)
    }
    try vault.makeFolder("n/a.media/sub")
    try vault.link("n/a.media/link.jpg", to: "/etc/passwd")
    vault.makeFIFO("n/a.media/pipe")
    let listing = try vault.folder.media(in: folder)
    #expect(
      listing.files.map(\.path.text) == [
        "n/a.media/clip.mov", "n/a.media/img2.JPG", "n/a.media/img10.jpg", "n/a.media/paper.pdf",
        "n/a.media/voice.m4a",
      ])
    #expect(listing.files.map(\.kind) == [.video, .photo, .photo, .file, .audio])
    #expect(listing.files.first?.size == 8)
    #expect(listing.skipped.map(\.kind) == [.link, .fifo, .folder])
  }

  @Test("a media folder that is a link is an oddity and not opened")
  func linkedFolder() throws {
    try vault.link("a.media", to: "/etc")
    let listing = try vault.folder.media(in: MediaFolder(of: path("a.md"))!)
    #expect(listing.files == [])
    #expect(listing.skipped == [.init(path: path("a.media"), kind: .link)])
  }

  @Test(
    "attaching copies under a portable, unused name",
    arguments: [
      ("kitchen.jpg", "kitchen.jpg"), ("a:b?.jpg", "a-b-.jpg"), (".hidden.jpg", "hidden.jpg"),
      ("nul.jpg", "nul_.jpg"), ("taken.jpg", "taken-2.jpg"), ("TAKEN.JPG", "TAKEN-2.JPG"),
      ("  spaced .jpg", "spaced .jpg"), ("...", "file"),
    ])
  func attach(_ name: String, _ expected: String) throws {
    let outside = try TemporaryVault()
    try vault.write("a.media/taken.jpg", "other")
    // A name that is only dots cannot be made under that name; a trailing part makes it one.
    let sourceName = name == "..." ? "... " : name
    try outside.write(sourceName, "photo")
    let source = try MediaSource(opening: outside.absolute(sourceName))
    let added = try vault.folder.attach(source, to: MediaFolder(of: path("a.md"))!)
    #expect(added.text == "a.media/" + expected)
    #expect(vault.text("a.media/" + expected) == "photo")
    #expect(vault.text("a.media/taken.jpg") == "other")
    #expect(outside.text(sourceName) == "photo")
    #expect(vault.files().count == 3)
  }

  @Test("large files arrive whole", arguments: [1 << 20, (1 << 20) + 1, 5_000_000])
  func large(_ size: Int) throws {
    let outside = try TemporaryVault()
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try data.write(to: URL(fileURLWithPath: outside.absolute("big.mov")))
    let source = try MediaSource(opening: outside.absolute("big.mov"))
    #expect(source.status.size == Int64(size))
    let added = try vault.folder.attach(source, to: MediaFolder(of: path("a.md"))!)
    #expect(FileManager.default.contents(atPath: vault.absolute(added.text)) == data)
  }

  @Test("what is no regular file is refused without waiting")
  func refused() throws {
    vault.makeFIFO("pipe")
    for (place, words) in [
      (vault.absolute("pipe"), "is a FIFO, not a file"), ("/dev/zero", "is a device, not a file"),
      (vault.root, "is a folder, not a file"), ("/no/such", "no such file or directory"),
    ] {
      let error = #expect(throws: StoreError.self) { _ = try MediaSource(opening: place) }
      #expect(error?.path == place)
      #expect(error?.description == words)
    }
  }

  @Test("kinds go by the extension in any case")
  func kinds() {
    let names: [(String, MediaKind)] = [
      ("jpg", .photo), ("HEIC", .photo), ("webp", .photo), ("m4a", .audio), ("Opus", .audio),
      ("mp4", .video), ("WEBM", .video), ("pdf", .file), ("", .file), ("jpgjpgjpg", .file),
    ]
    for (name, kind) in names { #expect(MediaKind(fileExtension: name.utf8) == kind, "\(name)") }
  }
}
