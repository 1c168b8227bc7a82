import Journal
import Testing
import VaultFormat

@Suite("Towns that are filled in")
struct LocalityPlanTests {
  private typealias Note = (id: NoteID, path: VaultPath, document: NoteDocument)

  private static let cities = CityFile(
    Array("Tokyo\tJP\t35.6895\t139.6917\t8336599\tAsia/Tokyo\t\n".utf8))

  private static func note(_ name: String, _ keys: String...) throws -> Note {
    let text = (["---"] + keys + ["---", "Text", ""]).joined(separator: "\n")
    return (
      try #require(NoteID("id-\(name)")), try #require(VaultPath("\(name).md")),
      NoteDocument(Array(text.utf8))
    )
  }

  @Test("notes with a position and without a town get one, by path; those far away are named")
  func plan() throws {
    let plan = LocalityPlan(
      [
        try Self.note("c", "coordinates: [35.66, 139.7]"),
        try Self.note("a", "lat: 35.7", "lon: 139.8", "city:"),
        try Self.note("sea", "coordinates: [0, 0]"),
        try Self.note("known", "coordinates: [35.66, 139.7]", "locality: Shibuya"),
        try Self.note("odd", "coordinates: [35.66, 139.7]", "locality: [a, b]"),
        try Self.note("nowhere", "place: Tokyo"),
        try Self.note("broken", "coordinates: [35.66, 1390]"),
      ], cities: Self.cities)
    #expect(plan.steps.map { "\($0.path.text) \($0.locality)" } == ["a.md Tokyo", "c.md Tokyo"])
    #expect(plan.remote.map(\.text) == ["sea.md"])
  }

  @Test("a step writes one key, under the name that the note has for it")
  func applied() throws {
    let note = try Self.note("a", "lat: 35.7", "lon: 139.8", "city:  # later", "x: 1")
    let step = try #require(LocalityPlan([note], cities: Self.cities).steps.first)
    #expect(
      String(decoding: try step.applied(to: note.document).bytes, as: UTF8.self)
        == "---\nlat: 35.7\nlon: 139.8\ncity: Tokyo  # later\nx: 1\n---\nText\n")
  }

  @Test(
    "a note that got a town or another position since stays as it is, and so does one that is done",
    arguments: [
      "coordinates: [35.66, 139.7]\nlocality: Shibuya", "coordinates: [35.66, 139.71]", "place: x",
    ])
  func stale(keys: String) throws {
    let note = try Self.note("a", "coordinates: [35.66, 139.7]")
    let step = try #require(LocalityPlan([note], cities: Self.cities).steps.first)
    let changed = NoteDocument(Array("---\n\(keys)\n---\n".utf8))
    #expect(try step.applied(to: changed).bytes == changed.bytes)
    let done = try step.applied(to: note.document)
    #expect(try step.applied(to: done).bytes == done.bytes)
    #expect(LocalityPlan([(note.id, note.path, done)], cities: Self.cities).steps.isEmpty)
  }
}
