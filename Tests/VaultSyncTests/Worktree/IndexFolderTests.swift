import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultSync

@Suite("Names looked up in git's index")
struct IndexFolderTests {
  @Test("every name of a folder is found, by the table and by halves; no other is")
  func lookup() throws {
    try withSeed { generator, _ in
      let repository = try TestRepository()
      var paths: Set<String> = []
      for _ in 0..<400 {
        let names = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
          generator.pick(
            Int.random(in: 1...3, using: &generator), of: ["a", "ab", "-", ".", "\u{E9}", "0"]
          )
          .joined()
        }
        let path = names.joined(separator: "/")
        guard !names.contains(where: { $0 == "." || $0 == ".." }),
          !paths.contains(where: { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") })
        else { continue }
        paths.insert(path)
      }
      let input = paths.map { "100644 \(String(repeating: "a", count: 40))\t\($0)\n" }.joined()
      try GitProgram.run(
        ["update-index", "--index-info"], in: repository.path, stdin: Array(input.utf8))
      let index = try repository.open().readIndex()
      let folders =
        Set(paths.flatMap { VaultPath($0)?.foldersAbove ?? [] }).map(Optional.some) + [nil]
      for folder in folders {
        let entries = IndexFolder(folder, of: index)
        let names = entries.names()
        let all = paths.compactMap { VaultPath($0) }
        let inside = all.filter { path in folder.map { path.isBelow($0) } ?? true }
        #expect(entries.positions.count == inside.count)
        let own = inside.filter { $0.parent == folder }.map { Array($0.name) }
        let others = all.map { Array($0.name) }.filter { !own.contains($0) }
        for name in own + others {
          let isOwn = own.contains(name)
          name.withUnsafeBufferPointer { name in
            #expect(entries.positions(of: name).count == (isOwn ? 1 : 0))
            #expect(entries.positions(of: name).isEmpty == names.positions(of: name).isEmpty)
            if isOwn { #expect(entries.positions(of: name) == names.positions(of: name)) }
          }
        }
      }
    }
  }

  @Test("a path in conflict has its stages side by side")
  func conflict() throws {
    let repository = try TestRepository()
    let id = String(repeating: "a", count: 40)
    let input = "100644 \(id) 1\tx/b\n100644 \(id) 2\tx/b\n100644 \(id) 3\tx/b\n100644 \(id)\tx/a\n"
    try GitProgram.run(
      ["update-index", "--index-info"], in: repository.path, stdin: Array(input.utf8))
    let entries = try IndexFolder(path("x"), of: repository.open().readIndex())
    Array("b".utf8).withUnsafeBufferPointer { name in
      #expect(entries.positions(of: name) == 1..<4)
      #expect(entries.names().positions(of: name) == 1..<4)
    }
  }
}
