import Foundation
import TestSupport
import VaultFormat

@testable import VaultStore
@testable import VaultSync

/// Long after every file that a test writes, so that what the system says about them is trusted.
let later = Int64(Date().timeIntervalSince1970) + 1_000_000

extension WorktreeDifference {
  /// Whether the folder equals the last commit.
  var isEmpty: Bool {
    changes.isEmpty && stagedOnly.isEmpty && unmerged.isEmpty && skipped.isEmpty
  }
}

extension TestRepository {
  func scan(now: Int64 = later, threads: Int = 2) throws -> WorktreeDifference {
    try WorktreeScan(
      vault: VaultFolder(opening: path), repository: open(), threads: threads, now: now
    ).run()
  }

  /// The changes as `+ path`, `~ path`, `- path`.
  func changes(now: Int64 = later) throws -> [String] {
    try scan(now: now).changes.map(\.summary)
  }

  /// The same by the git program: what `git add -A` would commit.
  func changesByGit() throws -> [String] {
    let index = folder.path(".git/test-index")
    try? FileManager.default.removeItem(atPath: index)
    try? FileManager.default.copyItem(atPath: folder.path(".git/index"), toPath: index)
    // Git compares whole seconds, and mistrusts what is not older than its index.
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.path(".git/index"))
    if let time = attributes?[.modificationDate] {
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: index)
    }
    defer { try? FileManager.default.removeItem(atPath: index) }
    let environment = ["GIT_INDEX_FILE": index]
    try git(["add", "-A"], environment: environment)
    let head = try GitProgram.attempt(["rev-parse", "-q", "--verify", "HEAD"], in: path)
    let base = head.status == 0 ? "HEAD" : "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    let text = try git(
      ["diff", "--cached", "--no-renames", "--name-status", "-z", base], environment: environment)
    let words = text.split(separator: "\0")
    return stride(from: 0, to: words.count - 1, by: 2).map { place in
      let sign = ["A": "+", "D": "-"][words[place]] ?? "~"
      return "\(sign) \(words[place + 1])"
    }.sorted { $0.dropFirst(2).utf8.lexicographicallyPrecedes($1.dropFirst(2).utf8) }
  }

  /// Gives all files a time in the past, so that git's index proves something about them.
  func age(_ names: String...) throws {
    for name in names.isEmpty ? folder.contents().filter({ !$0.hasPrefix(".git/") }) : names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)],
        ofItemAtPath: folder.path(name))
    }
  }
}

extension LocalChange {
  var summary: String {
    let sign =
      switch kind {
      case .added: "+"
      case .modified: "~"
      case .deleted: "-"
      }
    return "\(sign) \(path.text)"
  }
}
