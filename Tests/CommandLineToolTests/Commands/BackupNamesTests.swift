import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import CommandLineTool

@Suite("Names of backups that a scheduler makes")
struct BackupNamesTests {
  private static func names(
    _ path: String, isEncrypted: Bool = false, at seconds: Int64 = 1_795_194_191
  ) throws -> BackupNames {
    BackupNames(
      of: try Vault(opening: path), isEncrypted: isEncrypted,
      at: NoteTime(instant: seconds, zone: .utc))
  }

  @Test("a name has the vault and the time, and tells two vaults of one name apart")
  func new() throws {
    let folder = try TemporaryFolder()
    let paths = try ["a/family", "b/family"].map { try folder.makeFolder($0) }
    let name = try Self.names(paths[0]).new
    #expect(name.wholeMatch(of: /family-[0-9a-f]{6}-20261120-170311\.zip/) != nil, "\(name)")
    #expect(try Self.names(paths[0], isEncrypted: true).new == name + ".age")
    #expect(try Self.names(paths[1]).new != name)
  }

  @Test("the oldest of this vault go, and nothing else")
  func old() throws {
    let folder = try TemporaryFolder()
    let paths = try ["a/family", "b/family"].map { try folder.makeFolder($0) }
    let mine = try (0..<4).map { number in
      try Self.names(paths[0], isEncrypted: number == 1, at: 1_795_194_191 + 86_400 * number).new
    }
    let others =
      [
        try Self.names(paths[1]).new, "family.zip", "notes.md", mine[0] + ".part",
        mine[0].replacing("2026", with: "x026"), "x" + mine[0],
      ]
    let names = try Self.names(paths[0], at: 1_795_194_191 + 86_400 * 9)
    #expect(names.old(of: (mine + others).shuffled(), keep: 2) == Array(mine.prefix(2)))
    #expect(names.old(of: mine, keep: 9) == [])
    // The clock was ahead: the one just made stays.
    let early = try Self.names(paths[0], at: 1_795_000_000)
    #expect(early.old(of: mine + [early.new], keep: 2) == Array(mine.prefix(2)))
    #expect(names.old(of: others, keep: 1) == [])
  }
}
