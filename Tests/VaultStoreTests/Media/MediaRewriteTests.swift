import Foundation
import SystemCalls
import Testing
import VaultFormat

@testable import VaultStore

@Suite("Copies that differ from their source")
struct MediaRewriteTests {
  private let vault: TemporaryVault
  private let outside: TemporaryVault
  private let folder: MediaFolder

  init() throws {
    vault = try TemporaryVault()
    outside = try TemporaryVault()
    folder = try #require(MediaFolder(of: path("a.md")))
    try outside.write("photo.jpg", "0123456789")
  }

  private func attach(_ rewrite: MediaRewrite) throws -> VaultPath {
    let source = try MediaSource(opening: outside.absolute("photo.jpg"))
    return try vault.folder.attach(source, to: folder, rewrite: rewrite)
  }

  @Test("a copy consists of the pieces, and the source stays")
  func pieces() throws {
    let rewrite = MediaRewrite([
      .bytes(Array("a".utf8)), .copied(2..<4), .filled(UInt8(ascii: "-"), count: 3),
      .copied(9..<10), .copied(5..<5), .filled(0, count: 0), .bytes([]), .copied(0..<1),
    ]) { _ in true }
    #expect(rewrite.size == 8)
    #expect(try attach(rewrite) == path("a.media/photo.jpg"))
    #expect(vault.text("a.media/photo.jpg") == "a23---90")
    #expect(outside.text("photo.jpg") == "0123456789")
    let copied = try MediaSource(opening: vault.absolute("a.media/photo.jpg")).status
    let source = try MediaSource(opening: outside.absolute("photo.jpg")).status
    #expect(copied.modified == source.modified)
  }

  @Test("large pieces arrive whole", arguments: [(1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3_000_000])
  func large(_ size: Int) throws {
    let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try data.write(to: URL(fileURLWithPath: outside.absolute("photo.jpg")))
    let added = try attach(
      MediaRewrite([.copied(1..<Int64(size)), .filled(7, count: Int64(size))]) { _ in true })
    let expected = data.dropFirst() + Data(repeating: 7, count: size)
    #expect(FileManager.default.contents(atPath: vault.absolute(added.text)) == expected)
  }

  @Test("the copy is checked as it was written, before it has a name, and goes if it is not right")
  func wrong() throws {
    let vault = vault
    let error = #expect(throws: StoreError.self) {
      try attach(
        MediaRewrite([.copied(3..<6)]) { file in
          #expect(vault.text("a.media/photo.jpg") == nil)
          #expect((try? file.readChunk(10, at: 0)) == Array("345".utf8))
          return false
        })
    }
    #expect(error == StoreError(outside.absolute("photo.jpg"), .wrongCopy))
    #expect(vault.files() == ["a.media": "/"])
  }

  @Test("a source that another program changes meanwhile is not copied")
  func changed() throws {
    let short = #expect(throws: StoreError.self) {
      try attach(MediaRewrite([.copied(8..<11)]) { _ in true })
    }
    #expect(short?.reason == .changedWhileCopied)
    let source = try MediaSource(opening: outside.absolute("photo.jpg"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: source.path)
    do {
      _ = try vault.folder.attach(
        source, to: folder, rewrite: MediaRewrite([.copied(0..<10)]) { _ in true })
      Issue.record("it was copied")
    } catch {
      #expect(error.reason == .changedWhileCopied)
    }
    #expect(vault.files() == ["a.media": "/"])
  }
}
