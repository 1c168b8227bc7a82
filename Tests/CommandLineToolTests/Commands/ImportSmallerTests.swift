import Foundation
import TestSupport
import Testing

@Suite("tl import photos --max")
struct ImportSmallerTests {
  @Test("larger pictures get smaller copies, the others are copied, and a second run adds nothing")
  func secondRun() throws {
    var runner = try CommandRunner.withVault()
    for (name, fixture) in [
      ("large.heic", "MediaWorkerTests/Fixtures/gps.heic"),
      ("small.jpg", "MediaTests/Fixtures/photo.jpg"), ("film.mov", "MediaTests/Fixtures/keys.mov"),
      ("cut.jpg", "MediaWorkerTests/Fixtures/thousand.jpg"),
    ] {
      try runner.folder.write(
        Array(Data(contentsOf: URL(fileURLWithPath: RepositoryRoot.path("Tests/\(fixture)")))),
        to: "photos/\(name)")
    }
    let cut = try runner.folder.read("photos/cut.jpg")
    try runner.folder.write(Array(cut.prefix(cut.count * 2 / 3)), to: "photos/cut.jpg")
    try runner.tl("import", "photos", "--max", "200", "--dry-run", "../photos")
      .expect(0, errHas: " before pictures are made smaller; once synced")
    try runner.tl("import", "photos", "--max", "200", "../photos")
      .expect(0, errHas: "cut.jpg: is damaged, so no smaller copy can be made; it is copied")
    let media = runner.folder.contents().filter { $0.contains(".media/") && !$0.hasSuffix("/") }
    let names = media.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
    #expect(names == ["cut.jpg", "film.mov", "large.jpg", "small.jpg"])
    for path in media where !path.hasSuffix("large.jpg") {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      #expect(try runner.folder.read(path) == runner.folder.read("photos/\(name)"), "\(name)")
    }
    #expect(!runner.folder.contents().contains { $0.contains(".tl/local/work/") })
    try runner.tl("import", "photos", "--max", "200", "../photos")
      .expect(0, out: "", errHas: "4 files are here already\n", "there is nothing to import\n")
    // The originals are wanted now, as far as they are not here.
    let whole = try runner.tl("import", "photos", "../photos")
    #expect(whole.stdoutText.split(separator: "\n").count == 1, "\(whole.stdoutText)")
  }
}
