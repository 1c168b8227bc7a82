import Journal
import Testing
import VaultFormat

@Suite("Which tracker a word means")
struct TrackerSearchTests {
  private static func trackers() throws -> [Tracker] {
    let files = [
      ("water-plants", "title: Water the plants\naliases: [Gießen]"),
      ("watch", "title: Watch a film"),
      ("coffee", "title: Coffee"), ("tea", "title: Tea"),
    ]
    return try files.map { name, keys in
      let path = try #require(VaultPath("trackers/\(name).md"))
      let document = NoteDocument(Array("---\ntl: tracker\nid: \(name)-id\n\(keys)\n---\n".utf8))
      let time = NoteTime(instant: 0, zone: .utc)
      return try #require(
        Tracker(document, at: path, id: ProvisionalID.of(path), created: time, zone: .utc))
    }
  }

  private static func found(_ word: String) throws -> String {
    let trackers = try trackers()
    return switch TrackerSearch(word, among: trackers) {
    case .one(let index): trackers[index].name
    case .several(let indices): indices.map { trackers[$0].name }.joined(separator: ", ")
    case .none: "none"
    case .tooShort: "too short"
    }
  }

  @Test("whole names and ids come before beginnings")
  func words() throws {
    let rows = [
      ("coffee", "coffee"), ("COFFEE", "coffee"), ("Water the plants", "water-plants"),
      ("giessen", "water-plants"), ("gießen", "water-plants"), ("tea-id", "tea"), ("tea", "tea"),
      ("cof", "coffee"), ("wate", "water-plants"), ("wat", "water-plants, watch"),
      ("wa", "too short"),
      ("te", "too short"), ("xy", "none"), ("rum", "none"), ("", "too short"),
    ]
    for (word, expected) in rows { #expect(try Self.found(word) == expected, "\(word)") }
  }
}
