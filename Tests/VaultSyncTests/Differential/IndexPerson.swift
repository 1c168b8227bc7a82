import Foundation
import TestSupport

@testable import VaultSync

/// What a person does by chance to files, with git, and with tl's commands that are no sync.
///
/// All texts have one length, so that only times and contents tell files apart.
struct IndexPerson {
  private var generator: SeededGenerator
  private var count = 10

  init(_ generator: SeededGenerator) { self.generator = generator }

  mutating func pick<T>(_ choices: [T]) -> T { generator.pick(1, of: choices)[0] }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private static let names = [
    "a.md", "b.md", "in/a.md", "in/b.md", "in/deep/c.md", "x", "x/y.txt", "\u{E9}.md", "run.sh",
  ]

  /// A file that is there, or a name for a new one.
  private mutating func path(_ device: SyncDevice) -> String {
    let files = device.paths().filter { !$0.hasPrefix(".tl/") }
    return files.isEmpty || number(0..<4) == 0 ? pick(Self.names) : pick(files)
  }

  /// Most often one that occurs nowhere else.
  private mutating func text() -> String {
    if number(0..<6) > 0 { count += 1 }
    return String(format: "%04d\n", count)
  }

  // MARK: - Files

  /// - Returns: what was done.
  mutating func edit(_ device: SyncDevice) -> String {
    let path = path(device)
    switch number(0..<12) {
    case 0..<4:
      guard isFree(path, on: device) else { return "nothing" }
      device.replace(path, Array(text().utf8))
      return "replace \(path)"
    case 4..<7:
      guard isFree(path, on: device) else { return "nothing" }
      device.overwrite(path, Array(text().utf8))
      return "overwrite \(path)"
    case 7..<9:
      device[path] = nil
      return "remove \(path)"
    case 9..<11:
      let new = pick(Self.names)
      guard device.exists(path), isFree(new, on: device), !new.hasPrefix(path + "/") else {
        return "nothing"
      }
      device.move(path, new)
      return "move \(path) to \(new)"
    default:
      let mode: mode_t = number(0..<2) == 0 ? 0o755 : 0o644
      guard device[path] != nil else { return "nothing" }
      chmod(device.file(path), mode)
      return "chmod \(String(mode, radix: 8)) \(path)"
    }
  }

  /// Whether neither a folder has the name nor a file that of a folder above it.
  private func isFree(_ path: String, on device: SyncDevice) -> Bool {
    if device.exists(path), device[path] == nil { return false }
    var parent = path[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      if device[String(parent)] != nil { return false }
    }
    return true
  }

  // MARK: - Git

  /// Runs a command of git; one that git refuses is as good as any.
  ///
  /// - Returns: what was done, and its exit status.
  mutating func useGit(on device: SyncDevice) throws -> String {
    let arguments = command(path(device), pick(Self.names))
    let status = try GitProgram.attempt(arguments, in: device.path).status
    return "git \(arguments.joined(separator: " ")): \(status)"
  }

  private mutating func command(_ path: String, _ other: String) -> [String] {
    pick([
      ["add", "-A"], ["add", path], ["add", path], ["add", "-u"], ["add", "-N", path],
      ["rm", "-q", "--cached", path], ["rm", "-q", "-f", path],
      ["rm", "-q", "-r", "--cached", "in"],
      ["mv", path, other], ["mv", "-f", path, other],
      ["commit", "-q", "-m", "by hand"], ["commit", "-q", "-a", "-m", "by hand"],
      ["commit", "-q", "-m", "by hand", "--only", path],
      ["reset", "-q"], ["reset", "-q"], ["reset", "-q", "--", path],
      ["reset", "-q", "--soft", "HEAD~"],
      ["reset", "-q", "HEAD~"], ["reset", "-q", "--hard"], ["stash", "-q"], ["stash", "pop", "-q"],
      ["checkout", "-q", "--", path], ["checkout", "-q", "HEAD~", "--", path],
      ["restore", "--staged", path], ["read-tree", "HEAD"],
      ["update-index", "--chmod=+x", path], ["update-index", "--force-remove", path],
      ["update-index", "--assume-unchanged", path],
      ["update-index", "--no-assume-unchanged", path],
      ["update-index", "--skip-worktree", path], ["update-index", "--no-skip-worktree", path],
      ["update-index", "-q", "--refresh"], ["update-index", "-q", "--really-refresh"],
      ["update-index", "--index-version", pick(["2", "3", "4"])],
      ["update-index", "--force-untracked-cache"], ["status", "--porcelain"],
      ["pack-refs", "--all"],
    ])
  }

  // MARK: - tl

  /// A command that moves or removes a note.
  mutating func useProgram(on device: SyncDevice) -> [String] {
    let notes = device.paths().filter { $0.hasSuffix(".md") }
    let note = notes.isEmpty ? "none.md" : pick(notes)
    return number(0..<2) == 0
      ? ["--no-input", "rm", "-y", note]
      : ["--no-input", "mv", note, pick(["b.md", "in/", "new.md"])]
  }
}
