import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Media

@Suite("Copies without metadata")
struct CleanCopyTests {
  /// Those of the fixtures that have a position.
  private static let placed: [Fixtures.File] = Fixtures.all.filter {
    facts($0.bytes).details?.position != nil
  }

  /// What is in the vault after the file was copied into it.
  private static func copied(
    _ bytes: [UInt8], _ extent: MetadataExtent, in folder: TemporaryFolder
  ) throws -> (bytes: [UInt8], isRewritten: Bool, hadPosition: Bool) {
    try folder.makeFolder("vault/.tl")
    let source = try MediaSource(opening: folder.write(bytes, to: "photo"))
    let clean = try CleanCopy(of: source, without: extent)
    let vault = try VaultFolder(opening: folder.path("vault"))
    let note = try #require(VaultPath("a.md").flatMap { MediaFolder(of: $0) })
    let copy = try vault.attach(source, to: note, rewrite: clean.rewrite)
    let written = try folder.read("vault/\(copy.text)")
    #expect(clean.rewrite.map(\.size) ?? Int64(bytes.count) == Int64(written.count))
    #expect(try folder.read("photo") == bytes, "the original stays")
    return (written, clean.rewrite != nil, clean.hasPosition)
  }

  @Test("the fixtures with a position are of these formats")
  func formats() {
    let names = Set(Self.placed.compactMap { $0.name.split(separator: ".").last })
    #expect(names == ["jpg", "png", "webp", "heic", "avif", "tif", "mov"])
  }

  @Test("lose it on the way into the vault, and once only", arguments: MetadataExtent.allCases)
  func position(extent: MetadataExtent) throws {
    for file in Self.placed where !(file.name.hasSuffix("tif") && extent == .all) {
      let folder = try TemporaryFolder()
      let copy = try Self.copied(file.bytes, extent, in: folder)
      #expect(copy.isRewritten && copy.hadPosition, "\(file.name)")
      #expect(facts(copy.bytes).details?.position == nil, "\(file.name)")
      #expect(try copy.bytes == stripped(file.bytes, extent), "\(file.name)")
      let again = try Self.copied(copy.bytes, extent, in: folder)
      #expect(!again.isRewritten && !again.hadPosition, "\(file.name)")
      #expect(again.bytes == copy.bytes)
    }
  }

  @Test("a file without metadata is copied as it is", arguments: MetadataExtent.allCases)
  func plain(extent: MetadataExtent) throws {
    for bytes in [FileBuilder.jpeg(), FileBuilder.png([]), try Fixtures.bytes("plain.webp")] {
      let copy = try Self.copied(bytes, extent, in: TemporaryFolder())
      #expect(!copy.isRewritten)
      #expect(copy.bytes == bytes)
    }
  }

  @Test("only what lies behind a picture goes, and its size is known")
  func trailer() throws {
    let folder = try TemporaryFolder()
    let bytes = FileBuilder.jpeg(trailer: Array("unknown".utf8))
    let source = try MediaSource(opening: folder.write(bytes, to: "photo"))
    let clean = try CleanCopy(of: source, without: .position)
    #expect(clean.trailer == 7)
    #expect(!clean.removesMetadata)
    #expect(try Self.copied(bytes, .position, in: folder).bytes == Array(bytes.dropLast(7)))
  }

  @Test("a file that still has its metadata is not clean", arguments: MetadataExtent.allCases)
  func check(extent: MetadataExtent) throws {
    let folder = try TemporaryFolder()
    for file in Self.placed where !(file.name.hasSuffix("tif") && extent == .all) {
      let path = try folder.write(file.bytes, to: file.name)
      let opened = try FileDescriptor(openingFile: path)
      #expect(try !CleanCopy.isClean(opened, of: extent), "\(file.name)")
      let clean = try folder.write(stripped(file.bytes, extent), to: "clean")
      let reopened = try FileDescriptor(openingFile: clean)
      #expect(try CleanCopy.isClean(reopened, of: extent), "\(file.name)")
    }
  }

  @Test(
    "what the module cannot clean is refused",
    arguments: [("s.mp3", MetadataExtent.position), ("s.flac", .all), ("photo.tif", .all)])
  func refused(name: String, extent: MetadataExtent) throws {
    let source = try MediaSource(opening: RepositoryRoot.path("\(Fixtures.folder)/\(name)"))
    do {
      _ = try CleanCopy(of: source, without: extent)
      Issue.record("it was not refused")
    } catch let error as MetadataRemovalError {
      #expect("\(error)".contains("cannot remove"))
    }
  }
}
