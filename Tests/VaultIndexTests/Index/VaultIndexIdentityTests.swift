import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Ids and their prefixes")
struct VaultIndexIdentityTests {
  private static func vault(_ ids: [String]) throws -> ScannedVault {
    try ScannedVault(
      Dictionary(
        uniqueKeysWithValues: ids.enumerated().map {
          ("\($0.offset).md", "---\nid: '\($0.element)'\n---\n")
        }))
  }

  private static func shortIDs(_ vault: ScannedVault) -> [String: String] {
    let positions = vault.index.positions
    return Dictionary(
      uniqueKeysWithValues: zip(vault.paths(positions), vault.index.shortIDs(of: positions)))
  }

  @Test("eight characters, or more if another id of the vault begins with the same eight")
  func shortIDs() throws {
    let vault = try Self.vault([
      "abcdefgh-1234", "abcdefgh-1299", "abcdefgX-1234", "short", "abcdefgh-12", "12345678",
      "12345678-9",
    ])
    #expect(
      Self.shortIDs(vault) == [
        "0.md": "abcdefgh-123", "1.md": "abcdefgh-129", "2.md": "abcdefgX", "3.md": "short",
        "4.md": "abcdefgh-12",
        "5.md": "12345678", "6.md": "12345678-",
      ])
  }

  @Test("a note that does not match the query still makes a short id longer")
  func leftOut() throws {
    var query = NoteQuery()
    query.isPinned = true
    let vault = try ScannedVault(
      ["a.md": "---\nid: abcdefgh-1\npinned: true\n---\n", "b.md": "---\nid: abcdefgh-2\n---\n"],
      query: query)
    #expect(vault.index.shortIDs(of: vault.index.positions) == ["abcdefgh-1"])
  }

  @Test("a short id ends with a whole character, and identifies its note")
  func characters() throws {
    let ids = ["日記の一頁です", "日記の二頁です", "aé日記の", "éééé-1", "éééé-2", "e\u{301}abcdefghi", "公園だより"]
    let vault = try Self.vault(ids)
    let shortIDs = Self.shortIDs(vault)
    #expect(shortIDs["0.md"] == "日記の一" && shortIDs["1.md"] == "日記の二")
    #expect(shortIDs["2.md"] == "aé日記" && shortIDs["5.md"] == "e\u{301}abcde")
    #expect(shortIDs["3.md"] == "éééé-1" && shortIDs["6.md"] == "公園だよ")
    for (path, shortID) in shortIDs {
      #expect(vault.paths(vault.index.notes(withID: shortID)) == [path], "\(shortID)")
    }
  }

  @Test("the short ids of random ids are unique")
  func random() throws {
    try withSeed { random, _ in
      var ids: Set<String> = []
      while ids.count < 200 {
        // So few letters that many begin alike.
        let length = Int.random(in: 4...14, using: &random)
        ids.insert(random.pick(length, of: ["a", "b", "é", "公"]).joined())
      }
      let vault = try Self.vault(Array(ids))
      for (path, shortID) in Self.shortIDs(vault) {
        #expect(vault.paths(vault.index.notes(withID: shortID)) == [path], "\(shortID)")
      }
    }
  }

  @Test("a whole id comes before prefixes; prefixes have four characters")
  func lookup() throws {
    let vault = try Self.vault(["abcd", "abcdef", "abcdeg", "ab", "ABCDEF", "日記の頁", "xyz1"])
    func found(_ text: String) -> [String] { vault.paths(vault.index.notes(withID: text)).sorted() }
    #expect(found("abcd") == ["0.md"])
    #expect(found("abcde") == ["1.md", "2.md"])
    #expect(found("abcdef") == ["1.md"])
    #expect(found("ab") == ["3.md"])
    #expect(found("abc").isEmpty)
    #expect(found("ABCD") == ["4.md"])
    #expect(found("日記の").isEmpty)
    #expect(found("日記の頁") == ["5.md"])
    #expect(found("xyz").isEmpty)
    #expect(found("xyz12").isEmpty)
    #expect(found("").isEmpty)
  }

  @Test("a provisional id is found like a stored one; an id that a file does not own is not")
  func provisional() throws {
    let vault = try ScannedVault([
      "a.md": "---\nid: same-id\n---\n", "b.md": "---\nid: same-id\n---\n",
    ])
    #expect(vault.paths(vault.index.notes(withID: "same")) == ["a.md"])
    #expect(
      vault.paths(vault.index.notes(withID: String(provisionalID("b.md").prefix(6)))) == ["b.md"])
  }
}
