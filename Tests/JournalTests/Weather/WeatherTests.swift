import Testing
import VaultFormat

@testable import Journal

@Suite("Weather")
struct WeatherTests {
  @Test("the class of a word")
  func table() throws {
    for row in try Table("weather-words").rows {
      for word in row[1].split(separator: ",") {
        #expect(WeatherClass(String(word))?.rawValue ?? "none" == row[0], "\(word)")
      }
    }
  }

  @Test("each class is its own word")
  func classes() {
    for kind in WeatherClass.allCases { #expect(WeatherClass(kind.rawValue) == kind) }
  }

  @Test("a word means one class in all languages")
  func words() {
    let tables = [
      DataTable(PackageResources.weather_tsv).rows,
      DataTable(PackageResources.weather_de_tsv).rows,
      DataTable(PackageResources.weather_es_tsv).rows,
      DataTable(PackageResources.weather_fr_tsv).rows,
    ]
    for rows in tables {
      #expect(rows.map { $0[0] } == WeatherClass.allCases.map(\.rawValue))
      for row in rows {
        let words = row[1].split(separator: ", ", omittingEmptySubsequences: false)
        #expect(Set(words).count == words.count, "\(row)")
        for word in words {
          #expect(WeatherClass(String(word))?.rawValue == row[0], "\(word)")
        }
      }
    }
  }

  @Test("a text that is no word for weather has no class")
  func unknown() {
    #expect(WeatherClass("") == nil && WeatherClass("polar lights") == nil)
    #expect(WeatherClass(String(repeating: "rain ", count: 1 << 18)) == nil)
  }
}
