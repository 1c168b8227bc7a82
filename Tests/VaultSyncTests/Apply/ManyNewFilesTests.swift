import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultFormat

@testable import Git
@testable import VaultStore
@testable import VaultSync

/// New files that several threads write and place.
@Suite("Applying many new files")
struct ManyNewFilesTests {
  private static let template = Result {
    var changes: [String: String?] = ["a.md": "a, new\n", "b.md": nil]
    for folder in ["2024/05", "2024/06", "2025", "here", "x.media"] {
      for number in 0..<120 { changes["\(folder)/\(number).md"] = "\(number) in \(folder)\n" }
    }
    return try ApplyVault(["a.md": "a, old\n", "b.md": "b\n", "here/old.md": "old\n"], changes)
  }

  private func vault() throws -> ApplyVault { try ApplyVault(copying: Self.template.get()) }

  private func threaded(_ apply: inout Apply) { apply.threads = 3 }

  @Test("they are all there, and git has nothing to read again")
  func apply() throws {
    let (vault, alone) = (try vault(), try vault())
    let report = try #require(try vault.report(nil, threaded))
    #expect(report == (try alone.report()))
    #expect(report.written.count == 601)
    try vault.expectSettled(at: vault.new)
    let index = try vault.repository.open().readIndex()
    for path in report.written {
      let entry = try #require(index.entry(at: path))
      #expect(entry.agrees(with: try vault.repository.status(of: path.text)), "\(path.text)")
    }
  }

  @Test("what the threads leave: a large file, a name that the disk refuses, line ends, a program")
  func leftToTheCaller() throws {
    let vault = try vault()
    let long = "2024/05/" + String(repeating: "n", count: 300)
    let large = String(repeating: "0123456789abcdef", count: 9 << 16)
    let end = try vault.repository.commitApart(
      vault.newTexts.merging([
        long: "long\n", "2025/large.bin": large, "here/lines.txt": "one\ntwo\n",
        "here/run.sh": "run\n", ".gitattributes": "lines.txt text eol=crlf\n",
      ]) { $1 }, onto: vault.old, modes: ["here/run.sh": "100755"])
    let report = try #require(try vault.report(end, threaded))
    #expect(report.kept == [GitOnlyFile(path: path(long), reason: .refusedName)])
    #expect(try vault.folder.readText("2025/large.bin") == large)
    #expect(try vault.folder.readText("here/lines.txt") == "one\r\ntwo\r\n")
    #expect(try vault.repository.status(of: "here/run.sh").permissions & 0o100 != 0)
    #expect(try vault.repository.status(of: "here/7.md").permissions & 0o100 == 0)
    #expect(try vault.status == "")
    #expect(vault.leftovers() == [])
  }

  @Test("somebody takes one of the names at the last moment: all is taken back, and theirs stays")
  func takenName() throws {
    let vault = try vault()
    let outcome = try vault.apply {
      threaded(&$0)
      $0.onStep = {
        if $0 == .foldersChanged { try vault.folder.write("mine\n", to: "2025/77.md") }
      }
    }
    #expect(outcome == .changedMeanwhile([path("2025/77.md")]))
    #expect(vault.files() == vault.oldTexts.merging(["2025/77.md": "mine\n"]) { $1 })
    #expect(vault.leftovers() == [])
  }

  @Test("a folder's name is a file's by now: all is taken back, and the file stays")
  func takenFolder() throws {
    let vault = try vault()
    #expect(throws: StoreError("2025", .wrongKind(.file, wanted: .folder))) {
      try vault.apply {
        threaded(&$0)
        $0.onStep = {
          guard $0 == .hiddenSynced else { return }
          try FileManager.default.removeItem(atPath: vault.folder.path("2025"))
          try vault.folder.write("mine\n", to: "2025")
        }
      }
    }
    #expect(vault.files() == vault.oldTexts.merging(["2025": "mine\n"]) { $1 })
    #expect(vault.leftovers() == [])
  }

  @Test("ended at any moment, recovery leaves the old commit or the new one")
  func anyMoment() throws {
    try withSeed { generator, _ in
      for round in 0..<20 {
        let vault = try vault()
        let moment = Int.random(in: 1...90_000, using: &generator)
        let run = try SyncProbe.apply(vault, "--threads", "3", "--after", "\(moment)")
        try withNote("round \(round): \(moment) µs, \(run)") {
          for (path, text) in vault.files() where !path.contains(".tl-tmp-") {
            #expect(text == vault.oldTexts[path] || text == vault.newTexts[path], "\(path)")
          }
          #expect(try SyncProbe.recover(vault, "--threads", "3").status == 0)
          try vault.expectSettled(at: try vault.head == vault.new ? vault.new : vault.old)
        }
      }
    }
  }
}
