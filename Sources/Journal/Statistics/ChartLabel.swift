/// A text in a chart, in the middle of its bar or as near to that as the picture lets it.
package struct ChartLabel: Sendable {
  let x: Double
  /// An estimate, as the font is not known.
  let halfWidth: Double
  private let y: Double
  /// May come from strangers.
  package let text: String

  /// - Parameter center: of its bar.
  init(_ text: String, center: Double, y: Double) {
    (self.text, self.y) = (text, y)
    halfWidth = min(5 * Double(text.count + 1), ChartScale.width / 2)
    x = min(max(center, ChartScale.left + halfWidth), ChartScale.right - halfWidth)
  }

  /// Where it stands, in the middle of its width, as attributes have it.
  package var place: (x: String, y: String) { (NumberText.of(x), NumberText.of(y)) }

  /// The element; a text of strangers stays a text.
  var element: String {
    let (x, y) = place
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(XMLText.escaped(text))</text>"
  }
}
