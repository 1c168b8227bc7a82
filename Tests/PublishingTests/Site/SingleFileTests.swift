import Foundation
import Sharing
import SystemCalls
import TestSupport
import Testing

@testable import Publishing

@Suite("One file with pictures in it")
struct SingleFileTests {
  @Test("it has the notes and their pictures, and loads nothing")
  func single() throws {
    let vault = try SiteVault([
      "a.md": SiteVault.note(1, "# A\n\nSee [B](b.md#part). src=\"media/x\" &quot;"),
      "b.md": SiteVault.note(2, "# B\n\n## Part"),
    ])
    let photo = try Data(
      contentsOf: URL(
        fileURLWithPath: RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.jpg")))
    try vault.folder.write(photo, to: "a.media/p.jpg")
    let path = vault.sites.path("single.html")
    let folder = try FileDescriptor(openingFolder: vault.sites.path)
    try SingleFile(vault.edition(), SiteLook()).write(
      to: folder.createFile(Array("single.html".utf8), permissions: 0o600), of: vault.vault)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("src=\"data:image/jpeg;base64,"))
    #expect(!text.contains("src=\"media/") && !text.contains("<link rel=\"stylesheet\""))
    #expect(text.contains("href=\"#n-\(SiteVault.id)02\""))
    let start = try #require(text.range(of: "data:image/jpeg;base64,")).upperBound
    let data = try #require(Data(base64Encoded: String(text[start...].prefix { $0 != "\"" })))
    let medium = try #require(try vault.edition().notes.first { !$0.media.isEmpty }?.media.first)
    #expect(Int64(data.count) == medium.bytes)
  }
}
