import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("What a shard keeps")
struct IndexShardTests {
  private static let created = NoteTime(instant: 0, zone: .utc)

  private static func add(
    _ name: [UInt8], id: [UInt8], title: [UInt8]? = nil, to shard: inout IndexShard
  ) {
    let note = IndexedNote(folder: 0, created: created, flags: .storesID)
    name.withUnsafeBufferPointer { name in
      id.withUnsafeBufferPointer { id in
        guard let title else { return shard.add(note, name: name, id: id) }
        title.withUnsafeBufferPointer { shard.add(note, name: name, id: id, text: ($0, [], nil)) }
      }
    }
  }

  @Test("texts of every length come back as they were, across the segments of the arena")
  func segments() {
    var random = SeededGenerator(seed: 5)
    let samples = (0..<60).map { _ -> (name: [UInt8], id: [UInt8], title: [UInt8]) in
      let sizes = [1, 36, 300, 60_000, 1 << 20, (1 << 20) + 7]
      func bytes(_ most: Int) -> [UInt8] {
        let count = max(
          1,
          min(
            most, (sizes.randomElement(using: &random) ?? 1) - Int.random(in: 0...1, using: &random)
          ))
        return [UInt8](repeating: UInt8.random(in: 97...122, using: &random), count: count)
      }
      return (bytes(60_000), bytes(.max), bytes(.max))
    }
    var shard = IndexShard()
    _ = shard.addFolder(nil)
    for sample in samples { Self.add(sample.name, id: sample.id, title: sample.title, to: &shard) }
    #expect(shard.notes.count == samples.count)
    for (index, sample) in samples.enumerated() {
      let note = shard.notes[index]
      #expect(shard.name(of: note).elementsEqual(sample.name))
      #expect(shard.withID(of: note) { $0.elementsEqual(sample.id) })
      #expect(shard.title(ofNoteAt: index).elementsEqual(sample.title))
      #expect(shard.tags(ofNoteAt: index).isEmpty)
    }
  }

  @Test("more notes than a segment has, a provisional id for some of them")
  func manyNotes() {
    var shard = IndexShard()
    _ = shard.addFolder(nil)
    let count = 40_000
    for number in 0..<count {
      Self.add(Array("\(number).md".utf8), id: Array("id \(number)".utf8), to: &shard)
    }
    let before = shard
    for number in stride(from: 0, to: count, by: 7919) {
      shard.setProvisionalID(ofNoteAt: number, NoteID(nonEmpty: "other \(number)"))
    }
    #expect(shard.notes.count == count && shard.matchCount == count)
    for (number, note) in shard.notes.enumerated() {
      let isChanged = number.isMultiple(of: 7919)
      guard
        shard.id(of: note).text == (isChanged ? "other \(number)" : "id \(number)"),
        shard.path(of: note).text == "\(number).md", note.flags.contains(.storesID) != isChanged
      else {
        Issue.record("note \(number)")
        return
      }
    }
    #expect(before.id(of: before.notes[7919]).text == "id 7919")
  }

  @Test("only a UUID as tl writes it is packed, and it comes back as it was")
  func packing() {
    var random = SeededGenerator(seed: 6)
    let digits = Array("0123456789abcdef".utf8)
    for _ in 0..<500 {
      var id = (0..<36).map {
        [8, 13, 18, 23].contains($0) ? UInt8(ascii: "-") : digits.randomElement(using: &random) ?? 0
      }
      id.withUnsafeBufferPointer { text in
        let packed = PackedUUID(text)
        #expect(packed?.withText { $0.elementsEqual(text) } == true)
        #expect(packed?.prefix == text.word(0..<8))
      }
      let (place, other) = (
        Int.random(in: 0..<36, using: &random), UInt8.random(in: 0...255, using: &random)
      )
      id[place] = other
      let isDigit = digits.contains(other)
      let isUUID = [8, 13, 18, 23].contains(place) ? other == UInt8(ascii: "-") : isDigit
      #expect(
        id.withUnsafeBufferPointer { PackedUUID($0) != nil } == isUUID, "\(other) at \(place)")
    }
    for text in [
      "", "12345678-1234-4234-8234-12345678901", "12345678-1234-4234-8234-1234567890123",
    ] {
      #expect(Array(text.utf8).withUnsafeBufferPointer { PackedUUID($0) == nil })
    }
  }

  @Test("ids that several shards store are found, packed or not", arguments: [1, 2, 3])
  func copiesAcrossShards(_ step: Int) {
    let uuid = "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11"
    var shards = [IndexShard(), IndexShard(), IndexShard()]
    for (number, id) in [uuid, uuid.uppercased(), "short", uuid, "short", uuid.uppercased()]
      .enumerated()
    {
      let place = (number * step + number / 3) % 3
      if shards[place].folders.isEmpty { _ = shards[place].addFolder(nil) }
      Self.add(Array("\(number).md".utf8), id: Array(id.utf8), to: &shards[place])
    }
    let resolved = IdentityResolver.resolve(shards, confirm: { _, _ in true })
    var ids: [String: String] = [:]
    for shard in resolved.shards {
      for note in shard.notes { ids[shard.path(of: note).text] = shard.id(of: note).text }
    }
    #expect(
      ids == [
        "0.md": uuid, "1.md": uuid.uppercased(), "2.md": "short", "3.md": provisionalID("3.md"),
        "4.md": provisionalID("4.md"), "5.md": provisionalID("5.md"),
      ])
    #expect(resolved.findings.map(\.path.text).sorted() == ["3.md", "4.md", "5.md"])
  }
}
