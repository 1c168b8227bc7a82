import Foundation
import SystemCalls
import TestSupport

@testable import Git
@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What a repository holds at one moment, as git tells it.
struct IndexView: Equatable, CustomStringConvertible {
  let head: String
  let indexBytes: [UInt8]
  /// `TAG MODE ID STAGE\tPATH` of each entry.
  let entries: [String]
  /// The texts of all files in the folder, by path.
  let files: [String: String]

  init(_ device: SyncDevice) throws {
    head = try device.git("rev-parse", "HEAD")
    indexBytes = Self.bytes(device.file(".git/index"))
    entries = try Self.entries(device)
    files = Dictionary(uniqueKeysWithValues: device.paths().map { ($0, device[$0] ?? "") })
  }

  private static func bytes(_ path: String) -> [UInt8] {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map(Array.init) ?? []
  }

  private static func entries(
    _ device: SyncDevice, environment: [String: String] = [:]
  ) throws -> [String] {
    try GitProgram.text(
      ["-c", "core.quotePath=false", "ls-files", "-s", "-v"], in: device.path,
      environment: environment
    )
    .split(separator: "\n").map(String.init)
  }

  var description: String { "\(head) \(entries) \(files)" }

  // MARK: - Reading

  /// Where tl reads the index in another way than git.
  static func misread(of device: SyncDevice) throws -> [String] {
    let git = try linesOfGit(in: device.path)
    let index = try device.open().repository.readIndex()
    let own = (0..<index.count).flatMap { lines(of: index[$0], index.path(at: $0)?.text ?? "?") }
    return git == own ? [] : ["git reads \(git)", "tl reads \(own)"]
  }

  /// What `git ls-files -s -v --debug -z` prints, line by line.
  static func linesOfGit(in folder: String) throws -> [String] {
    try GitProgram.text(["ls-files", "-s", "-v", "--debug", "-z"], in: folder)
      .split { $0 == "\0" || $0 == "\n" }
      .map {
        // Flags that git keeps in memory alone are among them; those of the file are the tag and the stage.
        $0.hasPrefix("  size: ") ? String($0.prefix { $0 != "\t" }) : String($0)
      }
  }

  /// As `git ls-files -s -v --debug` prints an entry.
  static func lines(of entry: GitIndex.Entry, _ path: String) -> [String] {
    let tag = entry.stage > 0 ? "M" : entry.skipsWorktree ? "S" : "H"
    let mode = String(entry.mode, radix: 8)
    return [
      "\(entry.isAssumedUnchanged ? tag.lowercased() : tag) \(mode) \(entry.id.hex) \(entry.stage)\t\(path)",
      "  ctime: \(entry.changed.seconds):\(entry.changed.nanoseconds)",
      "  mtime: \(entry.modified.seconds):\(entry.modified.nanoseconds)",
      "  dev: \(entry.device)\tino: \(entry.inode)", "  uid: \(entry.owner)\tgid: \(entry.group)",
      "  size: \(entry.size)",
    ]
  }

  // MARK: - What must hold

  /// What was staged or in the folder and is nowhere any more.
  func lost(since before: IndexView, on device: SyncDevice) throws -> [String] {
    // An entry that was only announced has the id of nothing.
    var kept = Set(entries.map(Self.id) + [Repository.idOfBlob([]).hex])
    for line in try device.git("rev-list", "--objects", "HEAD").split(separator: "\n") {
      kept.insert(String(line.prefix(40)))
    }
    var texts = Array(files.values)
    let trash = ".tl/local/trash"
    for name in FileManager.default.enumerator(atPath: device.file(trash)) ?? .init() {
      texts.append(device["\(trash)/\(name)"] ?? "")
    }
    kept.formUnion(texts.map { Repository.idOfBlob(Array($0.utf8)).hex })
    let staged = Set(before.entries.map(Self.id)).subtracting(kept).sorted()
    // A note that tl moves may get front matter.
    let saved = before.files.values.filter { text in
      !kept.contains(Repository.idOfBlob(Array(text.utf8)).hex)
        && !texts.contains { $0.hasSuffix(text) }
    }
    return staged.isEmpty && saved.isEmpty ? [] : ["lost: \(staged) \(saved) of \(before)"]
  }

  private static func id(_ entry: String) -> String { String(entry.split(separator: " ")[2]) }

  /// Marks that a person gave to git and that are others now.
  func changedMarks(since before: IndexView) -> [String] {
    let (old, new) = (before.marks, marks)
    return old.keys.sorted().filter { new[$0] != nil && new[$0] != old[$0] }.map {
      "the mark of \($0) was \(old[$0] ?? "") and is \(new[$0] ?? "")"
    }
  }

  /// Whether something waits for a mark: git would put it in the place of the marked file, and add a file whose
  /// mark went with its path.
  func hasMarkInTheWay(_ report: SyncReport) -> Bool {
    let marks = marks
    return report.heldBack.contains { held in
      switch held.reason {
      case .flagged: true
      case .blocked(let obstacle): marks[obstacle.text].map { $0 != "H" } ?? false
      default: false
      }
    }
  }

  private var marks: [String: String] {
    let pairs = entries.map { ($0.split(separator: "\t").last ?? "", $0.prefix(1)) }
    return Dictionary(pairs.map { (String($0), String($1)) }) { $1 }
  }

  /// Where git sees something to do after a sync, or damage.
  func disagreement(with device: SyncDevice, _ report: SyncReport) throws -> [String] {
    let held = Set(report.heldBack.map(\.path.text) + report.kept.map(\.path.text))
    let status = try device.git(
      "-c", "core.quotePath=false", "status", "--porcelain=v2", "--untracked-files=all")
    var found = status.split(separator: "\n")
      .filter { line in !held.contains { line.hasSuffix(" \($0)") } }.map { "git status: \($0)" }
    let tree = try device.git("write-tree")
    if try tree != device.git("rev-parse", "HEAD^{tree}") {
      found.append("the index has another tree than HEAD")
    }
    if try tree != Self.treeWithoutMemory(device) {
      found.append("the index remembers a wrong tree")
    }
    return try found + GitProgram.damage(of: device.path)
  }

  /// The tree of the same entries in a new index, which remembers none.
  ///
  /// The copy has no announced entries (`git add -N`): git lists them as empty files, and puts them into no tree.
  private static func treeWithoutMemory(_ device: SyncDevice) throws -> String {
    let scratch = try TemporaryFolder(inMemory: true)
    let environment = ["GIT_INDEX_FILE": scratch.path("index")]
    let index = try device.open().repository.readIndex()
    let lines = try entries(device).filter { line in
      VaultPath(String(line.split(separator: "\t").last ?? "")).map(index.hasVersion) ?? true
    }
    let input = lines.map { "\($0.dropFirst(2))\0" }.joined()
    try GitProgram.run(
      ["update-index", "-z", "--index-info"], in: device.path, stdin: Array(input.utf8),
      environment: environment)
    return try GitProgram.text(["write-tree"], in: device.path, environment: environment)
  }

  /// Compares what tl made of this index with what git makes of a copy of it and of the same folder.
  func differenceToGit(_ after: IndexView, on device: SyncDevice) throws -> [String] {
    let scratch = try TemporaryFolder(inMemory: true)
    try scratch.write(indexBytes, to: "index")
    // An object that tl did not write must not be there because git wrote it.
    let environment = [
      "GIT_INDEX_FILE": scratch.path("index"),
      "GIT_OBJECT_DIRECTORY": try scratch.makeFolder("objects"),
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": device.file(".git/objects"),
    ]
    try GitProgram.run(["add", "-A"], in: device.path, environment: environment)
    let expected = try Self.entries(device, environment: environment)
    if expected != after.entries {
      return ["git has \(expected)", "tl has \(after.entries)"]
    }
    let tree = try GitProgram.text(["write-tree"], in: device.path, environment: environment)
    return try tree == device.git("rev-parse", "HEAD^{tree}") ? [] : ["another tree than git's"]
  }
}
