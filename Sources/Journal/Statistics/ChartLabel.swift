/// A text in a chart, in the middle of its bar or as near to that as the picture lets it.
struct ChartLabel {
  let x: Double
  /// An estimate, as the font is not known.
  let halfWidth: Double
  private let y: Double
  private let text: String

  /// - Parameter center: of its bar.
  init(_ text: String, center: Double, y: Double) {
    (self.text, self.y) = (text, y)
    halfWidth = min(5 * Double(text.count + 1), ChartScale.width / 2)
    x = min(max(center, ChartScale.left + halfWidth), ChartScale.right - halfWidth)
  }

  /// The element; a text of strangers stays a text.
  var element: String {
    let place = "x=\"\(NumberText.of(x))\" y=\"\(NumberText.of(y))\""
    return "<text \(place) text-anchor=\"middle\">\(XMLText.escaped(text))</text>"
  }
}
