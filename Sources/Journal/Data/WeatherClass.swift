internal import VaultFormat

/// A kind of weather that words of any shipped language are compared by.
package enum WeatherClass: String, Hashable, Sendable, CaseIterable {
  case sunny
  case partlyCloudy = "partly-cloudy"
  case cloudy, rainy, stormy, snowy, windy, foggy

  /// The class of a word such as `sunny`, `Regen` or `mostly-cloudy-night`; nil for any other text.
  ///
  /// Case does not matter; blanks, hyphens and underscores are alike.
  package init?(_ word: String) {
    guard let found = Self.words[Self.key(word)] else { return nil }
    self = found
  }

  /// The words that mean the same weather as a word, and that word itself.
  package static func spellings(of word: String) -> [String] {
    [word] + (WeatherClass(word)?.words ?? [])
  }

  /// The words of the class, in all shipped languages, with hyphens and with blanks.
  package var words: [String] {
    Self.lists.filter { $0.name == rawValue }.flatMap(\.words).flatMap { word in
      word.contains("-") ? [word, word.replacing("-", with: " ")] : [word]
    }
  }

  private static func key(_ word: some StringProtocol) -> NameKey {
    let parts = word.split { $0.isWhitespace || $0 == "_" }
    return NameKey(parts.joined(separator: "-").utf8)
  }

  private static let words: [NameKey: WeatherClass] = {
    var words: [NameKey: WeatherClass] = [:]
    for list in lists {
      guard let kind = WeatherClass(rawValue: list.name) else { continue }
      for word in list.words { words[key(word)] = kind }
    }
    return words
  }()

  /// The words of a class in one language.
  private static let lists: [(name: String, words: [String])] = {
    let tables = [
      PackageResources.weather_tsv, PackageResources.weather_de_tsv,
      PackageResources.weather_fr_tsv, PackageResources.weather_es_tsv,
    ]
    return tables.flatMap { DataTable($0).texts }.map { name, list in
      (name, list.split(separator: ",").map(\.trimmingBlanks))
    }
  }()
}
