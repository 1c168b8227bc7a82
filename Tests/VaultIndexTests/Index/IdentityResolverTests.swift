import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("Duplicate and provisional ids")
struct IdentityResolverTests {
  @Test("of several copies, the smallest path in byte order owns the id", arguments: [1, 2, 5])
  func copies(_ threads: Int) throws {
    let note = "---\nid: same\n---\n"
    let vault = try ScannedVault(
      [
        "b.md": note, "a/z.md": note, "a-z.md": note, "Z.md": note,
        "other.md": "---\nid: other\n---\n",
      ],
      threads: threads)
    #expect(
      vault.ids == [
        "Z.md": "same", "a-z.md": provisionalID("a-z.md"), "a/z.md": provisionalID("a/z.md"),
        "b.md": provisionalID("b.md"), "other.md": "other",
      ])
    let owners = vault.index.positions.filter { vault.index[$0].flags.contains(.storesID) }
    #expect(Set(vault.paths(owners)) == ["Z.md", "other.md"])
    #expect(vault.index.findings.map(\.path.text) == ["a-z.md", "a/z.md", "b.md"])
    #expect(vault.index.findings.allSatisfy { $0.finding.code == .duplicateID })
    #expect(
      vault.index.findings.first?.finding.message
        == "Z.md has the same id same; this file counts as a note without an id")
  }

  @Test("a provisional id that another file stores gets a number, as many as it takes")
  func numbered() throws {
    let first = provisionalID("a.md")
    let second = provisionalID("a.md", number: 2)
    let one = try ScannedVault(["a.md": "text", "moved.md": "---\nid: \(first)\n---\n"])
    #expect(one.ids == ["a.md": second, "moved.md": first])
    let two = try ScannedVault([
      "a.md": "text", "moved.md": "---\nid: \(first)\n---\n",
      "more.md": "---\nid: \(second)\n---\n",
    ])
    #expect(two.ids["a.md"] == provisionalID("a.md", number: 3))
    #expect(two.index.findings.isEmpty)
  }

  @Test(
    "a copy whose provisional id is stored elsewhere gets a number too, also where a copy stores it"
  )
  func numberedCopy() throws {
    let taken = "---\nid: \(provisionalID("b.md"))\n---\n"
    let vault = try ScannedVault([
      "a.md": "---\nid: same\n---\n", "b.md": "---\nid: same\n---\n", "c.md": taken, "d.md": taken,
    ])
    #expect(
      vault.ids == [
        "a.md": "same", "b.md": provisionalID("b.md", number: 2), "c.md": provisionalID("b.md"),
        "d.md": provisionalID("d.md"),
      ])
  }

  @Test("notes that do not match a query count for the ids of the others")
  func leftOut() throws {
    var query = NoteQuery()
    query.texts = ["wanted"]
    let vault = try ScannedVault(
      [
        "a.md": "---\nid: same\n---\nother", "b.md": "---\nid: same\n---\nwanted", "c.md": "wanted",
        "d.md": "---\nid: \(provisionalID("c.md"))\n---\nother",
      ], query: query)
    #expect(vault.ids == ["b.md": provisionalID("b.md"), "c.md": provisionalID("c.md", number: 2)])
    #expect(vault.index.scannedCount == 4)
    #expect(vault.index.findings.map(\.path.text) == ["b.md"])
  }

  @Test(
    "an id in a broken note does not count, whatever the query",
    arguments: ["", "wanted", "rare"])
  func unconfirmed(_ text: String) throws {
    let id = "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11"
    let taken = provisionalID("c.md")
    var query = NoteQuery()
    if !text.isEmpty { query.texts = [text] }
    let vault = try ScannedVault(
      [
        "a.md": "---\nid: \(id)\nbroken: [\n---\nother", "b.md": "---\nid: \(id)\n---\nwanted rare",
        "c.md": "wanted rare", "d.md": "---\nid: \(taken)\nbroken: [\n---\nother",
        "e.md": "---\nid: \(taken)\nbroken: [\n---\nwanted",
      ], query: query)
    #expect(vault.ids["b.md"] == id)
    #expect(vault.ids["c.md"] == taken)
    #expect(vault.index.findings.isEmpty)
    #expect(vault.index.count == ["": 5, "wanted": 3, "rare": 2][text])
  }

  @Test("the file in the history is the note, and the others do not have that id")
  func recorded() {
    let shards = [
      shard([Sample("n 1.md", id: "one"), Sample("n.md", id: "one"), Sample("m.md", id: "two")])
    ]
    var asked: [[String]] = []
    let resolved = IdentityResolver.resolve(
      shards,
      recorded: { id, paths in
        asked.append([id.text] + paths.map(\.text))
        return paths.last
      }, confirm: { _, _ in true })
    #expect(asked == [["one", "n 1.md", "n.md"]])
    #expect(resolved.findings.map(\.path.text) == ["n 1.md"])
    let silent = IdentityResolver.resolve(
      shards, recorded: { _, _ in nil }, confirm: { _, _ in true })
    #expect(silent.findings.map(\.path.text) == ["n.md"])
  }

  // MARK: - Equal hashes

  @Test("different ids with the same hash stay unchanged", arguments: [UInt64(7), 8])
  func collision(_ otherHash: UInt64) {
    let shards = [
      shard([Sample("b.md", id: "one", hash: 7), Sample("c.md", id: "two", hash: otherHash)]),
      shard([Sample("a.md", id: "three", hash: 7), Sample("d.md", id: "one", hash: 7)]),
    ]
    let resolved = IdentityResolver.resolve(shards, confirm: { _, _ in true })
    let ids = resolved.shards.flatMap { shard in
      shard.notes.map {
        "\(shard.path(of: $0).text) \(shard.id(of: $0).text)"
      }
    }
    #expect(ids == ["b.md one", "c.md two", "a.md three", "d.md \(provisionalID("d.md"))"])
    #expect(resolved.findings.map(\.path.text) == ["d.md"])
  }

  @Test("a provisional id is not taken by an id that only has its hash")
  func provisionalCollision() {
    let hash = Array(provisionalID("a.md").utf8).withUnsafeBufferPointer(\.quickHash)
    let shards = [shard([Sample("a.md", id: nil), Sample("b.md", id: "crafted", hash: hash)])]
    let resolved = IdentityResolver.resolve(shards, confirm: { _, _ in true })
    let shard = resolved.shards[0]
    #expect(
      shard.notes.map { shard.id(of: $0).text } == [
        provisionalID("a.md"), "crafted",
      ])
  }

  private struct Sample {
    var path: String
    var id: String?
    var hash: UInt64?

    init(_ path: String, id: String?, hash: UInt64? = nil) {
      (self.path, self.id, self.hash) = (path, id, hash)
    }
  }

  private func shard(_ samples: [Sample]) -> IndexShard {
    var shard = IndexShard()
    let folder = shard.addFolder(nil)
    for sample in samples {
      let note = IndexedNote(
        folder: folder, created: NoteTime(instant: 0, zone: .utc),
        flags: sample.id == nil ? [] : .storesID)
      let id = Array((sample.id ?? provisionalID(sample.path)).utf8)
      Array(sample.path.utf8).withUnsafeBufferPointer { name in
        id.withUnsafeBufferPointer { shard.add(note, name: name, id: $0, idHash: sample.hash) }
      }
    }
    return shard
  }
}
