import Archives
import Journal
import Operations
import Rendering
import Sharing
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultIndex
import VaultStore

@testable import Publishing

/// A vault of files on the disk with a book, on 20 November 2026.
struct BookVault {
  let folder: TemporaryFolder

  init(_ files: [String: String]) throws {
    folder = try TemporaryFolder(inMemory: true)
    try folder.write("format: 1\n", to: ".tl/config.yaml")
    for (path, text) in files { try folder.write(text, to: path) }
  }

  /// - Parameter size: in dots.
  func addPhoto(_ path: String, width: Int = 40, height: Int = 30) throws {
    try folder.write(Self.jpeg(width, height, comment: path), to: path)
  }

  /// A JPEG with a comment, of which no program needs more than the headers.
  private static func jpeg(_ width: Int, _ height: Int, comment: String) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
    return [0xFF, 0xD8] + segment(0xFE, Array("secret \(comment)".utf8))
      + segment(0xC0, [8] + size + [1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
      // Other pixels for each path, so that no two photos are the same.
      + Array(comment.utf8).map { ($0 &+ 1) & 0x7F } + [0xFF, 0xD9]
  }

  func plan(_ book: String = "books/book.md") throws -> BookPlan {
    let surroundings = Surroundings(
      now: { 1_795_194_191 }, zone: .utc, makeID: { NoteID(nonEmpty: "made") })
    let vault = try Vault(opening: folder.path)
    let source = NoteSource(vault, surroundings, zone: .utc, threads: 2)
    let index = try source.scanner().scan()
    let path = try #require(VaultPath(book))
    let found = try #require(source.books(of: index).books.first { $0.path == path })
    let document = NoteDocument(try vault.folder.read(path).bytes)
    let notes = BookNotes(of: found).narrowed(index)
    return BookPlan(found, document, in: try AudienceView(of: source, notes, for: .readers))
  }

  /// The photos as they are, without tl-media.
  func photos(of wanted: [BookPhotos.Wanted], in work: TemporaryFolder) throws -> BookPhotos {
    try BookPhotos(
      wanted, in: work.path, of: Vault(opening: folder.path), threads: 2, program: nil)
  }

  /// The bytes of the EPUB file.
  func epub(_ plan: BookPlan) throws -> [UInt8] {
    let work = try TemporaryFolder(inMemory: true)
    let photos = try photos(of: plan.wantedOnScreen, in: work)
    let output = try TemporaryFolder(inMemory: true)
    let file = try TemporaryFile(
      in: FileDescriptor(openingFolder: output.path), prefix: [0x61], permissions: 0o600,
      isRead: true)
    try BookEPUB(plan, photos).write(
      to: ZipWriter(file.file.duplicated()), photosIn: work.path)
    let size = try file.file.status().size
    return try file.file.readChunk(Int(size), at: 0)
  }

  /// The files of an archive, by name, in its order.
  static func files(of archive: [UInt8]) throws -> [(name: String, text: String)] {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write(archive, to: "book.epub")
    let reader = try ZipReader(FileDescriptor(openingFile: "\(folder.path)/book.epub"))
    return try reader.entries.map { entry in
      let bytes = try reader.contents(of: entry, limit: 1 << 24)
      return (
        String(decoding: entry.name, as: UTF8.self), String(decoding: bytes, as: UTF8.self)
      )
    }
  }

  static func note(_ id: String, _ keys: String = "", _ text: String = "Text.") -> String {
    "---\nid: \(id)\ndate: 2026-06-14\n\(keys)---\n\n\(text)\n"
  }
}
