import TestSupport
import Testing

@Suite("tl places")
struct PlacesCommandTests {
  @Test("notes with coordinates alone are counted, and the towns offered")
  func coordinatesAlone() throws {
    var runner = try CommandRunner.withVault()
    #expect(try runner.tl("places").stderrText.hasPrefix("no note has a place; "))
    for name in ["1", "2"] {
      try runner.folder.write(
        "---\ncreated: 2026-11-02\ncoordinates: [48.8606, 2.3376]\n---\nx\n",
        to: "vault/\(name).md")
    }
    #expect(
      try runner.tl("places").stderrText
        == "2 notes with coordinates alone; tl places --fill writes the towns\n")
  }
}
