import SeededVault
import Testing

@Suite struct SeededNotesTests {
  @Test("the same arguments give the same bytes on every platform")
  func bytesOfTheEdition() {
    // After an intended change: raise `SeededNotes.edition` and put the new sum here.
    #expect(SeededNotes.edition == 1)
    #expect(checksum(SeededNotes(count: 200)) == 6_446_211_583_504_478_446)
  }

  @Test("another seed and another median give other notes")
  func otherArguments() {
    let usual = checksum(SeededNotes(count: 20))
    #expect(checksum(SeededNotes(count: 20, seed: 8)) != usual)
    #expect(checksum(SeededNotes(count: 20, median: 2600)) != usual)
  }

  @Test("pins, tags, media, sizes and years come in the promised shares")
  func shares() {
    let notes = Array(SeededNotes(count: 4000))
    let texts = notes.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect((90...150).contains(texts.count { $0.contains("\npinned: true\n") }))
    #expect((170...230).contains(notes.count { $0.media != nil }))
    let untagged = texts.count { !$0.contains("\ntags: [") }
    #expect((1050...1240).contains(untagged))
    #expect((1000...1100).contains(notes.map(\.bytes.count).reduce(0, +) / notes.count))
    #expect(Set(notes.map { $0.folder.prefix(4) }).count >= 16)
    #expect(Set(notes.map { "\($0.folder)/\($0.stem)" }).count == notes.count)
  }

  @Test("the notes of a month are spread over as many folders as are asked for")
  func folders() {
    let notes = Array(SeededNotes(count: 4000, folders: 1000))
    #expect((1000...1200).contains(Set(notes.map(\.folder)).count))
    #expect(notes.allSatisfy { $0.folder.split(separator: "/").count == 3 })
    #expect(notes.map(\.bytes) == SeededNotes(count: 4000).map(\.bytes))
  }

  @Test("a note has front matter, a title and paragraphs")
  func shape() throws {
    let note = try #require(Array(SeededNotes(count: 3)).last)
    let lines = String(decoding: note.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "---")
    let identifier = /id: [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    #expect(try identifier.wholeMatch(in: lines[1]) != nil)
    #expect(lines[2].hasPrefix("created: 20"))
    #expect(lines[3].hasPrefix("updated: 20"))
    let end = try #require(lines.dropFirst().firstIndex(of: "---"))
    #expect(lines[end + 1].isEmpty)
    #expect(lines[end + 2].hasPrefix("# "))
    #expect(lines.suffix(2).first?.hasSuffix(".") == true)
    #expect(lines.last?.isEmpty == true)
  }

  @Test("the words to search for stand in many and in few notes, and cafe only as café")
  func searchWords() {
    let vocabulary = Vocabulary(seed: SeededNotes.defaultSeed)
    let texts = SeededNotes(count: 1500).map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts.count { $0.contains(vocabulary.commonWord) } > 750)
    #expect((1...6).contains(texts.count { $0.contains(vocabulary.rareWord) }))
    #expect(texts.contains { $0.contains("東京") })
    #expect(texts.contains { $0.contains("café") })
    // Ids are hexadecimal and may hold it.
    let bodies = texts.map { $0.drop { $0 != "#" } }
    #expect(!bodies.contains { $0.contains("cafe") })
  }

  /// FNV-1a over paths, texts and media.
  private func checksum(_ notes: SeededNotes) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    for note in notes {
      let media = (note.media.map { Array($0.name.utf8) + $0.bytes }) ?? []
      for byte in Array("\(note.folder)/\(note.stem)".utf8) + note.bytes + media {
        sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    return sum
  }
}
