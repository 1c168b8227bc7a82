import Foundation
import TestSupport
import Testing

@Suite("tl import photos --max")
struct ImportSmallerTests {
  @Test("larger pictures get smaller copies, the others are copied, and a second run adds nothing")
  func secondRun() throws {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder)
    try runner.tl("init")
    for (name, fixture) in [
      ("large.heic", "MediaWorkerTests/Fixtures/gps.heic"),
      ("small.jpg", "MediaTests/Fixtures/photo.jpg"), ("film.mov", "MediaTests/Fixtures/keys.mov"),
      ("cut.jpg", "MediaWorkerTests/Fixtures/thousand.jpg"),
    ] {
      try folder.write(
        Array(Data(contentsOf: URL(fileURLWithPath: RepositoryRoot.path("Tests/\(fixture)")))),
        to: "photos/\(name)")
    }
    let cut = try folder.read("photos/cut.jpg")
    try folder.write(Array(cut.prefix(cut.count * 2 / 3)), to: "photos/cut.jpg")
    let planned = try runner.tl("import", "photos", "--max", "200", "--dry-run", "../photos")
    #expect(planned.status == 0, "\(planned.stderrText)")
    #expect(planned.stderrText.contains(" before pictures are made smaller; once synced"))
    let output = try runner.tl("import", "photos", "--max", "200", "../photos")
    #expect(output.status == 0, "\(output.stderrText)")
    #expect(
      output.stderrText.contains(
        "cut.jpg: is damaged, so no smaller copy can be made; it is copied"),
      "\(output.stderrText)")
    let media = folder.contents().filter { $0.contains(".media/") && !$0.hasSuffix("/") }
    let names = media.compactMap { $0.split(separator: "/").last.map(String.init) }.sorted()
    #expect(names == ["cut.jpg", "film.mov", "large.jpg", "small.jpg"])
    for path in media where !path.hasSuffix("large.jpg") {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      #expect(try folder.read(path) == folder.read("photos/\(name)"), "\(name)")
    }
    #expect(!folder.contents().contains { $0.contains(".tl/local/work/") })
    let again = try runner.tl("import", "photos", "--max", "200", "../photos")
    #expect(again.status == 0 && again.stdoutText == "", "\(again.stdoutText)")
    #expect(again.stderrText.contains("4 files are here already\n"))
    #expect(again.stderrText.contains("there is nothing to import\n"))
    // The originals are wanted now, as far as they are not here.
    let whole = try runner.tl("import", "photos", "../photos")
    #expect(whole.stdoutText.split(separator: "\n").count == 1, "\(whole.stdoutText)")
  }
}
