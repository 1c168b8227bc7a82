import Foundation
import SystemCalls
import TestSupport
import VaultFormat

@testable import Git
@testable import VaultSync

/// One pack of a random tree, written by several threads.
///
/// Git has to find the pack sound, to make the same index of it, and to write the same objects from the same files.
struct PackFormatHistory: SeededHistory {
  private let test: TestRepository
  private let repository: Repository
  private var random: OddTree
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    test = try TestRepository()
    repository = try test.open()
    random = OddTree(SeededGenerator(seed: seed))
  }

  private typealias File = (path: VaultPath, mode: FileMode, bytes: [UInt8])

  /// The header of an entry grows at 16, 2 KiB and 256 KiB, and what compresses badly is stored from 128 KiB on.
  private mutating func content() -> [UInt8] {
    let limits = [0, 1, 16, 2048, 4096, 1 << 16, 1 << 17, 1 << 18]
    var limit = random.generator.pick(1, of: limits)[0]
    if random.chance(40) { limit = PackBuffer.largeObject }
    let count = max(0, limit + Int.random(in: -1...1, using: &random.generator))
    let bytes = random.bytes(random.chance(2) ? 64 : max(1, min(count, 1 << 18)))
    return (0..<count).map { bytes[$0 % bytes.count] }
  }

  mutating func run() throws -> [String] {
    let contents = (0..<12).map { _ in content() }
    var files: [File] = []
    for path in random.paths(random.generator.pick(1, of: [1, 5, 30, 120])[0]) {
      files.append((path, random.mode(), random.generator.pick(1, of: contents)[0]))
    }
    // Some objects are in the repository already.
    let known = try contents.prefix(random.chance(2) ? 3 : 0).map { try repository.writeBlob($0) }
    let threads = Int.random(in: 1...4, using: &random.generator)
    let level = random.generator.pick(1, of: ["", "-1", "0", "1", "6", "9"])[0]
    if !level.isEmpty { try test.git("config", "pack.compression", level) }
    story.append("\(files.count) files, \(threads) threads, level \(level)")
    let tree = try pack(files, threads)
    return try compare(tree, files, Set(known))
  }

  private func pack(_ files: [File], _ threads: Int) throws -> ObjectID {
    try repository.withPack { writer in
      // Each thread tries to write all of them.
      let shares = ThreadTeam.run(threads) {
        Result<[TreeEntry], any Error> {
          let buffer = try writer.buffer()
          let entries = try files.map { file in
            guard file.mode != .submodule else { return Self.submodule }
            return TreeEntry(id: try buffer.writeBlob(file.bytes), mode: file.mode)
          }
          try buffer.flush()
          return entries
        }
      }
      let entries = try shares.map { try $0.get() }[0]
      return try writer.writeTree(nil, applying: zip(files, entries).map { ($0.path, $1) })
    }
  }

  private static let submodule = TreeEntry(id: Repository.idOfBlob([42]), mode: .submodule)

  // MARK: - Git's side

  /// The tree that git makes of the same files, with all objects, in another repository.
  private func treeByGit(_ files: [File], in other: TestRepository) throws -> String {
    for (number, content) in Set(files.map(\.bytes)).enumerated() {
      try other.folder.write(content, to: "c\(number)")
    }
    let names = other.folder.contents().filter { $0.hasPrefix("c") }
    let output = try GitProgram.run(
      ["hash-object", "-w", "--no-filters", "--stdin-paths"], in: other.path,
      stdin: names.flatMap { Array("\($0)\n".utf8) })
    let ids = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    let byContent = Dictionary(
      uniqueKeysWithValues: try zip(names, ids).map { (try other.folder.read($0), $1) })
    var lines: [UInt8] = []
    for file in files {
      let id = file.mode == .submodule ? Self.submodule.id.hex : byContent[file.bytes] ?? ""
      lines += "\(String(file.mode.rawValue, radix: 8)) \(id)\t".utf8 + file.path.bytes + [0]
    }
    try GitProgram.run(["update-index", "-z", "--index-info"], in: other.path, stdin: lines)
    return try other.git("write-tree")
  }

  private func compare(
    _ tree: ObjectID, _ files: [File], _ known: Set<ObjectID>
  ) throws -> [String] {
    let other = try TestRepository()
    var problems: [String] = []
    let expectedTree = try treeByGit(files, in: other)
    if tree.hex != expectedTree { problems.append("git's tree is \(expectedTree)") }
    let packs = test.folder.contents().filter { $0.hasSuffix(".pack") }
    guard packs.count == 1, let pack = packs.first else {
      return problems + ["there are \(packs.count) packs"]
    }
    let index = pack.replacing(".pack", with: ".idx")
    let strict = try GitProgram.attempt(
      [
        "index-pack", "--strict", "--no-rev-index", "-o", test.folder.path("git.idx"),
        test.folder.path(pack),
      ], in: test.path)
    if strict.status != 0 {
      problems.append("git index-pack: " + strict.stderrText)
    } else if try test.folder.read("git.idx") != test.folder.read(index) {
      problems.append("git makes another index of the pack")
    }
    // ID TYPE SIZE SIZE-IN-PACK OFFSET; of a delta more.
    let lines: [[Substring]] = try test.git("verify-pack", "-v", index).split(separator: "\n")
      .map { $0.split(separator: " ") }.filter { $0.count >= 5 && $0[0].count == 40 }
    let packed = Set(lines.map { $0.prefix(3).map(String.init).joined(separator: " ") })
    if lines.contains(where: { $0.count > 5 }) { problems.append("there are deltas") }
    if packed.count != lines.count { problems.append("an object is in the pack twice") }
    let listing = try other.git(
      "cat-file", "--batch-all-objects", "--batch-check=%(objectname) %(objecttype) %(objectsize)")
    let all = Set(listing.split(separator: "\n").map(String.init))
    // What only submodules would have named is nowhere.
    let used = try usedObjects(other, tree: expectedTree)
    let expected = all.filter { line in
      let id = String(line.prefix(40))
      return used.contains(id) && !known.contains { $0.hex == id }
    }
    if packed != expected {
      problems.append("only in the pack: \(packed.subtracting(expected))")
      problems.append("not in the pack: \(expected.subtracting(packed))")
    }
    return try problems + fsck(tree)
  }

  private func usedObjects(_ other: TestRepository, tree: String) throws -> Set<String> {
    let objects = try other.git("rev-list", "--objects", "--no-object-names", tree)
    return Set(objects.split(separator: "\n").map(String.init))
  }

  private func fsck(_ tree: ObjectID) throws -> [String] {
    try test.git("update-ref", "refs/heads/main", test.git("commit-tree", tree.hex, "-m", "m"))
    return try GitProgram.damage(of: test.path)
  }
}
