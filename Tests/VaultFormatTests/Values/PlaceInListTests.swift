import Testing
import VaultFormat

@Suite("What a list shows of a place")
struct PlaceInListTests {
  @Test(
    "a name of fewer than twelve characters, else the town, else the name",
    arguments: [
      ("Home", "Oslo", "Home"), ("Elevenchars", "Oslo", "Elevenchars"),
      ("Twelve chars", "Oslo", "Oslo"), ("Tempelhofer Feld", nil, "Tempelhofer Feld"),
      (nil, "Oslo", "Oslo"), (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func rule(_ name: String?, _ town: String?, _ shown: String?) {
    #expect(PlaceInList.text(name: name, locality: town) == shown)
  }
}
