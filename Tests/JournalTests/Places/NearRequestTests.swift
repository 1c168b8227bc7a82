import Journal
import Testing
import VaultFormat
import VaultIndex

@Suite("The value of near:")
struct NearRequestTests {
  @Test("a place, and a radius behind the last comma")
  func table() throws {
    for row in try Table("near").rows {
      do {
        let request = try NearRequest(row[0])
        #expect(
          [PlaceRequestTests.text(request.place), "\(request.kilometers)"] == Array(row[1...]),
          "\(row[0])")
      } catch {
        #expect(["error", "\(error); \(error.hint)"] == Array(row[1...]), "\(row[0])")
      }
    }
  }

  @Test("long texts are names")
  func longTexts() throws {
    let digits = String(repeating: "1", count: 1 << 20)
    #expect(try NearRequest("Tokyo,\(digits)").place == .name("Tokyo,\(digits)"))
    #expect(try NearRequest("\(digits),5").place == .name(digits))
  }

  @Test("its circle finds what is near, across the antimeridian too")
  func circle() throws {
    let circle = try NearRequest("-16.8,179.95,20").circle(around: Coordinates("-16.8,179.95"))
    let distance = try #require(circle.distance(to: Coordinates("-16.8,-179.95")))
    #expect((distance - 10.645).magnitude < 0.001)
    #expect(circle.distance(to: try Coordinates("-16.8,179.7")) == nil)
  }
}
