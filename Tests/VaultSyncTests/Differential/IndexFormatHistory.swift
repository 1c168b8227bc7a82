import Foundation
import SystemCalls
import TestSupport
import VaultFormat

@testable import Git
@testable import VaultSync

/// One index, made by git of a random tree, changed by tl and by git in turn.
///
/// After each change of tl's, tl, libgit2 and git have to read the same entries from it, all that a model says; git
/// has to find the file sound, and to write the tree that it writes from the same entries in a new index.
struct IndexFormatHistory: SeededHistory {
  private let test: TestRepository
  private let repository: Repository
  private var random: OddTree
  private let blobs: [ObjectID]
  private let statuses: [FileStatus]
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    test = try TestRepository()
    repository = try test.open()
    random = OddTree(SeededGenerator(seed: seed))
    let contents = [[], [1], Array("text\n".utf8)] + [random.bytes(40)]
    blobs = try contents.map { [repository] in try repository.writeBlob($0) }
    for name in ["one", "two"] { try test.folder.write(name, to: name) }
    statuses = try ["one", "two"].map { [test] in try test.status(of: $0) }
  }

  mutating func run() throws -> [String] {
    try makeIndex()
    for _ in 0..<4 {
      let problems = try change()
      guard problems.isEmpty else { return problems }
      if random.chance(2) { try useGit() }
    }
    return []
  }

  // MARK: - Git's side

  private mutating func entry() -> TreeEntry {
    TreeEntry(id: random.generator.pick(1, of: blobs)[0], mode: random.mode())
  }

  private mutating func makeIndex() throws {
    var lines: [UInt8] = []
    for path in random.paths(random.generator.pick(1, of: [0, 1, 10, 40])[0]) {
      let stages = random.chance(8) ? [1, 2, 3].filter { _ in !random.chance(3) } : [0]
      for stage in stages {
        let entry = entry()
        lines +=
          "\(String(entry.mode.rawValue, radix: 8)) \(entry.id) \(stage)\t".utf8 + path.bytes + [0]
      }
    }
    try GitProgram.run(["update-index", "-z", "--index-info"], in: test.path, stdin: lines)
    for _ in 0..<3 { try useGit() }
  }

  /// Something that puts another version, mark or part into the file.
  private mutating func useGit() throws {
    let index = try repository.readIndex()
    let plain = (0..<index.count).filter { index[$0].stage == 0 }.compactMap { index.path(at: $0) }
    let path = plain.isEmpty ? nil : random.generator.pick(1, of: plain)[0]
    let marks = ["--assume-unchanged", "--skip-worktree", "--no-skip-worktree", "--force-remove"]
    var arguments: [String]
    switch Int.random(in: 0..<9, using: &random.generator) {
    case 0: arguments = ["update-index", "--index-version", "2"]
    case 1: arguments = ["update-index", "--index-version", "4"]
    case 2: arguments = ["update-index", "--force-untracked-cache"]
    case 3: arguments = ["-c", "core.fsmonitor=true", "update-index", "--fsmonitor"]
    case 4: arguments = ["-c", "index.threads=2", "update-index", "--force-write-index"]
    case 5: arguments = ["add", "--intent-to-add", "one"]
    case 6:
      guard plain.count == index.count else { return }
      arguments = ["write-tree", "--missing-ok"]
    case 7:
      // A conflict that is resolved is remembered (REUC).
      guard let position = (0..<index.count).first(where: { index[$0].stage > 0 }),
        let conflict = index.path(at: position), conflict.isText
      else { return }
      arguments = ["update-index", "--cacheinfo", "100644,\(blobs[1]),\(conflict.text)"]
    default:
      guard let path, path.isText else { return }
      arguments = ["update-index", random.generator.pick(1, of: marks)[0], "--", path.text]
    }
    let output = try GitProgram.attempt(arguments, in: test.path)
    story.append("git \(arguments.joined(separator: " ")): \(output.status)")
  }

  // MARK: - tl's side

  private mutating func changes(_ index: GitIndex) -> [IndexChange] {
    let known = (0..<index.count).compactMap { index.path(at: $0) }
    var changes: [VaultPath: IndexChange] = [:]
    for _ in 0..<random.generator.pick(1, of: [1, 1, 4, 20])[0] {
      let isKnown = !known.isEmpty && random.chance(2)
      guard let path = isKnown ? random.generator.pick(1, of: known)[0] : random.path(),
        !changes.keys.contains(where: { OddTree.collide($0, path) })
      else { continue }
      var change = IndexChange(path: path, entry: random.chance(4) ? nil : entry())
      if random.chance(2) { change.status = random.generator.pick(1, of: statuses)[0] }
      if random.chance(6) { change.skipsWorktree = random.chance(2) }
      if random.chance(6) { change.isAssumedUnchanged = random.chance(2) }
      changes[path] = change
    }
    return changes.values.sorted { $0.path < $1.path }
  }

  private mutating func change() throws -> [String] {
    let index = try repository.readIndex()
    let changes = changes(index)
    guard !changes.isEmpty else { return [] }
    var model = try IndexModel(index)
    model.apply(changes)
    // A tree that agrees, one that does not, or none.
    let tree =
      switch Int.random(in: 0..<3, using: &random.generator) {
      case 0 where !model.hasConflicts: try treeByGit(model)
      case 1: try emptyTree()
      default: ObjectID?.none
      }
    let told = changes.map { "\($0.path.text) \($0.entry?.mode.rawValue ?? 0)" }
    story.append("tl: " + told.joined(separator: ", "))
    let resolved = index.part(named: "REUC").map { Array(index.bytes[$0]) }
    try repository.updateIndex(changes, agreeingWith: tree)
    var problems = try compare(model)
    let after = try repository.readIndex()
    if after.part(named: "REUC").map({ Array(after.bytes[$0]) }) != resolved {
      problems.append("what git remembers of resolved conflicts is another")
    }
    return problems
  }

  private func emptyTree() throws -> ObjectID? {
    ObjectID(hex: try GitProgram.text(["mktree"], in: test.path))
  }

  /// The tree of the entries in a new index.
  private func treeByGit(_ model: IndexModel) throws -> ObjectID? {
    let scratch = try TemporaryFolder(inMemory: true)
    let environment = ["GIT_INDEX_FILE": scratch.path("index")]
    try GitProgram.run(
      ["update-index", "-z", "--index-info"], in: test.path, stdin: model.treeLines,
      environment: environment)
    return ObjectID(
      hex: try GitProgram.text(["write-tree"], in: test.path, environment: environment))
  }

  private func compare(_ model: IndexModel) throws -> [String] {
    let expected = model.lines
    var problems: [String] = []
    func check(_ reader: String, _ lines: [String]) {
      if lines != expected {
        let pair = zip(lines + [""], expected + [""]).first { $0 != $1 } ?? ("more", "less")
        problems.append("\(reader) reads \(pair.0) instead of \(pair.1)")
      }
    }
    check("git", try IndexView.linesOfGit(in: test.path))
    check("tl", try IndexModel(test.open().readIndex()).lines)
    let modified = try repository.readIndex().modified
    check("libgit2", try IndexModel(repository.readIndexByLibrary(modified: modified)).lines)
    problems += try GitProgram.damage(of: test.path)
    if !model.hasConflicts {
      let tree = try test.git("write-tree")
      if try tree != treeByGit(model)?.hex { problems.append("the index remembers a wrong tree") }
    }
    return problems
  }
}

extension VaultPath {
  /// Whether it can be an argument of a program.
  fileprivate var isText: Bool { Array(text.utf8) == bytes }
}
