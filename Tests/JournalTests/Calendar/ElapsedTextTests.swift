import Journal
import Testing

@Suite("How long ago something was")
struct ElapsedTextTests {
  @Test("the table")
  func table() throws {
    for row in try Table("elapsed").rows {
      let seconds = try #require(Self.seconds(row[0]))
      let texts = [ElapsedText.tenths, .subUnits(2), .subUnits(3)].map { $0.text(of: seconds) }
      #expect(texts == Array(row[1...]), "\(row[0])")
    }
  }

  @Test("a time in the future is 0, and any number has a text")
  func limits() {
    #expect(ElapsedText.tenths.text(of: -5) == "0.0 s")
    #expect(ElapsedText.subUnits(2).text(of: -5) == "0s")
    for seconds in [Int64.max, .min, .max / 10] {
      #expect(!ElapsedText.tenths.text(of: seconds).isEmpty)
      #expect(!ElapsedText.subUnits(3).text(of: seconds).isEmpty)
    }
  }

  /// `1d 3h 30min`.
  private static func seconds(_ text: String) -> Int64? {
    let units: [String: Int64] = ["d": 86_400, "h": 3600, "min": 60, "s": 1]
    return text.split(separator: " ").reduce(0) { sum, part in
      guard let sum, let number = Int64(part.prefix { $0.isNumber }),
        let unit = units[String(part.drop { $0.isNumber })]
      else { return nil }
      return sum + number * unit
    }
  }
}
