import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Laws of checks and repairs")
struct RepairLawTests {
  @Test(
    "on random vaults both paths agree, and repairs are exact and idempotent"
  )
  func randomVaults() throws {
    try withSeed { random, _ in
      for _ in 0..<25 { try checkLaws(of: RandomVault(using: &random).folder) }
    }
  }

  @Test("on real vaults too")
  func corpora() throws {
    let vaults = Corpora.vaults.isEmpty ? [RepositoryRoot.path("example-vault")] : Corpora.vaults
    var count = 0
    for vault in vaults {
      let folder = try TemporaryFolder()
      for path in Corpora.noteFiles(in: vault) {
        try folder.write(Data(contentsOf: URL(filePath: "\(vault)/\(path)")), to: path)
        count += 1
      }
      try checkLaws(of: folder)
    }
    print("checked and repaired \(count) notes of \(vaults.count) vaults")
  }

  private func checkLaws(of folder: TemporaryFolder) throws {
    let vault = try CheckedVault(in: folder)
    let check = vault.check()
    #expect(check.findings == vault.check(threads: 1, skipsFastPath: true).findings)
    #expect(check.repairs == vault.check(threads: 1, skipsFastPath: true).repairs)
    let before = try notes(vault)
    let deeds = try vault.fix()
    let after = try notes(vault)
    #expect(Set(before.keys) == Set(after.keys))
    var edited: Set<String> = []
    for case .storeID(let path, _) in check.repairs { edited.insert(path.text) }
    for (path, old) in before {
      let new = after[path] ?? []
      #expect(old == new || edited.contains(path), "\(path)")
      if let problem = RepairedNote(old: old, new: new).problem {
        Issue.record(
          "\(path): \(problem)\n\(String(decoding: old, as: UTF8.self))\n=>\n\(String(decoding: new, as: UTF8.self))"
        )
      }
    }
    #expect(deeds.count == check.repairCount)
    #expect(try vault.fix() == [])
    #expect(vault.check().repairs == [])
  }

  /// The bytes of every note that the index knows.
  private func notes(_ vault: CheckedVault) throws -> [String: [UInt8]] {
    let index = try VaultScanner(vault.vault.folder, zone: .utc, threads: 1).scan()
    var notes: [String: [UInt8]] = [:]
    for position in index.positions {
      notes[index.path(position).text] = try vault.vault.folder.read(index.path(position)).bytes
    }
    return notes
  }
}

/// A note before and after a repair, compared line by line and without the code that wrote it.
private struct RepairedNote {
  let old: [UInt8]
  let new: [UInt8]

  private static let names = ["id", "uuid", "uid", "identifier"]

  /// Why this is no repair: something else than an id is other than it was.
  var problem: String? {
    if old == new { return nil }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let (oldText, newText) = (
      old.starts(with: mark) ? Array(old.dropFirst(3)) : old,
      new.starts(with: mark) ? Array(new.dropFirst(3)) : new
    )
    if old.starts(with: mark) != new.starts(with: mark) { return "the byte order mark changed" }
    if newText.suffix(oldText.count).elementsEqual(oldText) {
      // A block of its own, before everything.
      let block = lines(Array(newText.dropLast(oldText.count))).map(trimmed)
      if block.first == "---", block.dropLast().last == "---", block.last == "" {
        let inside = block.dropFirst().dropLast(2)
        return inside.allSatisfy { isAdded($0) } ? nil : "the new block holds \(inside)"
      }
    }
    return problem(lines(oldText), lines(newText))
  }

  private func problem(_ old: [[UInt8]], _ new: [[UInt8]]) -> String? {
    var rest = old[...]
    for line in new {
      if rest.first == line {
        rest.removeFirst()
      } else if let first = rest.first, let name = name(of: trimmed(line)),
        self.name(of: trimmed(first)) == name
      {
        rest.removeFirst()
      } else if !isAdded(trimmed(line)) {
        return "a line was added or changed: \(trimmed(line))"
      }
    }
    return rest.isEmpty ? nil : "a line is gone: \(trimmed(rest.first ?? []))"
  }

  private func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
  }

  private func trimmed(_ line: [UInt8]) -> String {
    String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      .trimmingCharacters(in: CharacterSet(charactersIn: "\r"))
  }

  private func name(of line: String) -> String? { Self.names.first { line.hasPrefix($0 + ":") } }

  private func isAdded(_ line: String) -> Bool { line.hasPrefix("id: ") }
}
