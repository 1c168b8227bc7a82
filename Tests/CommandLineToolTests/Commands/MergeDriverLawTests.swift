import Foundation
import TestSupport
import Testing

/// The laws of rule M-20 (docs/vault-format.md) where git merges, and runs `tl merge-driver` for each tracker.
@Suite("Trackers that git merges")
struct MergeDriverLawTests {
  @Test("three devices have the same events in whatever order git merges their branches")
  func threeDevices() throws {
    try withSeed { random, _ in
      var left = min(caseCount(8), 2_000)
      while left > 0 {
        // Each is a file of one merge, which has to end before a command's time limit.
        let count = min(left, 50)
        try Self.check(count, using: &random)
        left -= count
      }
    }
  }

  private static func check(_ count: Int, using random: inout some RandomNumberGenerator) throws {
    let names = (0..<count).map { "t\($0)" }
    let bases = names.map { _ in someEvents(using: &random) }
    let devices = ["a", "b", "c"].map { _ in bases.map { changed($0, using: &random) } }
    let vault = try GitVault()
    try vault.commit(bases, named: names)
    for (device, trackers) in zip(["a", "b", "c"], devices) {
      try vault.run("git checkout -q -b \(device) main")
      try vault.commit(trackers, named: names)
    }
    let results = try ["a b c", "b c a", "c a b"].map { order in
      let branches = order.split(separator: " ")
      try vault.run("git checkout -q -B merged \(branches[0])")
      for branch in branches.dropFirst() {
        try vault.run("git merge -q --no-edit \(branch)")
      }
      return try names.map { try vault.events(of: $0) }
    }
    for (number, base) in bases.enumerated() {
      let sides = devices.map { $0[number] }
      let wanted = merged(base, sides)
      try withNote("base \(base), devices \(sides)") {
        for result in results { #expect(result[number] == wanted) }
      }
    }
  }

  // MARK: - The model

  /// An event is there unless a side removed it, or if a side added it.
  private static func merged(_ base: [String], _ sides: [[String]]) -> [String] {
    Set(base + sides.joined()).filter { event in
      base.contains(event) ? sides.allSatisfy { $0.contains(event) } : true
    }.sorted()
  }

  private static func someEvents(using random: inout some RandomNumberGenerator) -> [String] {
    // Two at least, which stay, show the order.
    ["- 2026-10-01", "- 2026-10-02"]
      + (10..<18).filter { _ in Bool.random(using: &random) }.map { "- 2026-11-\($0) = 1" }
  }

  private static func changed(
    _ events: [String], using random: inout some RandomNumberGenerator
  ) -> [String] {
    var changed = events
    for event in events.dropFirst(2) where Int.random(in: 0..<4, using: &random) == 0 {
      changed.removeAll { $0 == event }
    }
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      let day = Int.random(in: 10..<18, using: &random)
      let event = "- 2026-11-\(day) = \(Int.random(in: 2..<4, using: &random))"
      if !changed.contains(event) { changed.append(event) }
    }
    return changed.sorted()
  }
}

/// A vault with trackers, and git in it.
private final class GitVault {
  private let folder: TemporaryFolder
  private var runner: CommandRunner

  init() throws {
    folder = try TemporaryFolder()
    runner = try CommandRunner(folder: folder, directory: "vault")
    try run("tl init . && git add -A && git commit -q -m begin && tl status")
    try #require(try run("git config merge.tl.driver").stdoutText.contains("merge-driver"))
  }

  @discardableResult
  func run(_ command: String) throws -> CommandOutput {
    let output = try runner.shell(command)
    try #require(output.status == 0, "\(command)\n\(output.stdoutText)\(output.stderrText)")
    return output
  }

  func commit(_ trackers: [[String]], named names: [String]) throws {
    for (name, events) in zip(names, trackers) {
      let text = "---\ntl: tracker\n---\n\(events.map { "\($0)\n" }.joined())"
      try folder.write(text, to: "vault/trackers/\(name).md")
    }
    try run("git add -A && git commit -q --allow-empty -m change")
  }

  func events(of name: String) throws -> [String] {
    try folder.readText("vault/trackers/\(name).md").split(separator: "\n")
      .filter { $0.hasPrefix("- ") }.map(String.init).sorted()
  }
}
