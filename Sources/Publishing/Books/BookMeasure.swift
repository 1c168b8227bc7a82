internal import Journal
internal import VaultFormat

/// How high words are printed, about: by the sizes of the style sheet, and the characters that a line has on average.
///
/// No promise, since the fonts of the system and the words themselves decide.
struct BookMeasure {
  private let geometry: BookGeometry
  /// The declarations of the layout's style sheet, by selector.
  private let rules: [String: [String: Substring]]

  /// Millimetres that are 1rem on A5: the 12 points of browsers and WeasyPrint.
  private static let rem = 25.4 / 6

  init(_ geometry: BookGeometry) {
    self.geometry = geometry
    let name = "book-\(geometry.layout.rawValue).css"
    let sheet = String(decoding: PublishedFiles.all[name] ?? [], as: UTF8.self)
    var rules: [String: [String: Substring]] = [:]
    for rule in sheet.split(separator: "}") {
      let parts = rule.split(separator: "{")
      guard parts.count == 2 else { continue }
      let selector = parts[0].split(whereSeparator: \.isNewline).last ?? parts[0]
      for declaration in parts[1].split(separator: ";") {
        let pair = declaration.split(separator: ":", maxSplits: 1)
        guard pair.count == 2 else { continue }
        let name = pair[0].split(whereSeparator: \.isWhitespace).joined()
        rules[selector.trimmingBlanks, default: [:]][name] = pair[1]
      }
    }
    self.rules = rules
  }

  /// A number of the style sheet without its unit; that of `body` for what the selector does not say.
  func number(_ property: String, of selector: String) -> Double? {
    let value = rules[selector]?[property] ?? rules["body"]?[property]
    return value.flatMap {
      Double($0.drop(while: \.isWhitespace).prefix { "0123456789.".contains($0) })
    }
  }

  /// Of a line, in millimetres.
  func line(_ selector: String) -> Double {
    size(of: selector) * (number("line-height", of: selector) ?? 1.5)
  }

  func lines(of text: String, _ selector: String, in width: Double) -> Int {
    let body = size(of: "body")
    let characters = geometry.characters * body / size(of: selector) / geometry.fontScale * width
    return max(1, Int((Double(text.count) / max(characters, 1)).rounded(.up)))
  }

  func height(of text: String, _ selector: String, in width: Double) -> Double {
    Double(lines(of: text, selector, in: width)) * line(selector)
  }

  private func size(of selector: String) -> Double {
    (number("font-size", of: selector) ?? 1) * Self.rem * geometry.fontScale
  }
}
