import TestSupport
import Testing
import VaultFormat

@testable import VaultSync

@Suite("Names that one disk cannot hold both")
struct NameClashesTests {
  private func rivals(
    of text: String, in files: [String]
  ) throws -> (files: [String], winner: NameClashes.Winner) {
    var clashes = NameClashes { folder in
      var names: [[UInt8]: Bool] = [:]
      for file in files {
        var rest = Array(file.utf8)[...]
        if let folder {
          guard path(file).isBelow(folder) else { continue }
          rest = rest.dropFirst(folder.bytes.count + 1)
        }
        let parts = rest.split(separator: UInt8(ascii: "/"), maxSplits: 1)
        names[Array(parts[0])] = parts.count > 1
      }
      return names.map { (name: $0.key, isFolder: $0.value) }
    }
    let (files, winner) = try clashes.rivals(of: path(text))
    return (files.map(\.text), winner)
  }

  @Test("a file alone is written")
  func alone() throws {
    let (files, winner) = try rivals(of: "a/b.md", in: ["a/b.md", "a/c.md", "B.md"])
    #expect(files == ["a/b.md"])
    #expect(winner == .file(path("a/b.md")))
  }

  @Test("of files that differ in case or normalisation the smallest bytes are written")
  func files() throws {
    let names = ["note.md", "Note.md", "NOTE.md"]
    for name in names {
      let (files, winner) = try rivals(of: name, in: names)
      #expect(files == ["NOTE.md", "Note.md", "note.md"])
      #expect(winner == .file(path("NOTE.md")))
    }
    let (_, winner) = try rivals(of: "é.md", in: ["\u{E9}.md", "e\u{301}.md"])
    #expect(winner == .file(path("e\u{301}.md")))
  }

  @Test("folders whose names fold to one hold what is in each")
  func folders() throws {
    let names = ["Trip/a.md", "trip/b.md", "trip/A.md"]
    #expect(try rivals(of: "trip/b.md", in: names).files == ["trip/b.md"])
    let (files, winner) = try rivals(of: "trip/A.md", in: names)
    #expect(files == ["Trip/a.md", "trip/A.md"])
    #expect(winner == .file(path("Trip/a.md")))
  }

  @Test("a folder comes before a file")
  func folderAndFile() throws {
    for file in ["TRIP", "trip"] {
      let (files, winner) = try rivals(of: file, in: [file, "Trip/a.md"])
      #expect(files == [file])
      #expect(winner == .folder)
    }
  }
}
