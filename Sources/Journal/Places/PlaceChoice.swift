internal import VaultFormat

/// One of several places with a name.
package struct PlaceChoice: Hashable, Sendable {
  package let place: Place
  /// A line for a list: `Springfield, US (America/Chicago, 37.2153, -93.2982)`.
  ///
  /// May hold the user's text; escape it before printing it to a terminal.
  package let text: String

  init(_ entry: PlaceBook.Entry) {
    self.init(entry.place, in: entry.place.name == nil ? nil : entry.place.locality)
  }

  init(_ city: City) {
    self.init(Place(name: city.name, coordinates: city.coordinates), in: city.country, city.zone)
  }

  /// Whether a text is its name and region, as `text` begins; compared after NFC and case folding.
  func isCalled(_ name: String) -> Bool {
    let shown = text.firstRange(of: " (").map { String(text[..<$0.lowerBound]) } ?? text
    return NameKey(shown.utf8) == NameKey(name.utf8)
  }

  private init(_ place: Place, in region: String?, _ zone: String? = nil) {
    self.place = place
    let names = [place.name ?? place.locality, region].compactMap { $0 }.joined(separator: ", ")
    let details = [zone, place.coordinates?.text].compactMap { $0 }.joined(separator: ", ")
    text = details.isEmpty ? names : "\(names) (\(details))"
  }
}
