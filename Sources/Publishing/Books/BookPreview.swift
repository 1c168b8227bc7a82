internal import Rendering

/// What shows the HTML of a book as pages beside each other, two of which are a spread, in a browser that allows no
/// styles but those of a file.
///
/// A page that has more than fits on the paper is longer here; where it breaks is up to the print.
enum BookPreview {
  /// In the place of `style`; its value, the declarations, chooses the rule of the sheet.
  static let attribute = "data-box"

  /// A rule for each box of a book.
  static func boxes(of view: TemplateValue) -> String {
    var boxes: Set<String> = []
    collect(view, into: &boxes)
    return boxes.sorted().map { "[\(attribute)=\"\($0)\"] { \($0) }\n" }.joined()
  }

  /// The names of what stands in an attribute `style` in the templates; none has words of a note.
  private static let names: Set<String> = [
    "style", "boxStyle", "bodyStyle", "captionStyle", "coverStyle", "wordsStyle", "frontStyle",
    "sink",
  ]

  private static func collect(_ value: TemplateValue, into boxes: inout Set<String>) {
    switch value {
    case .none, .text, .html, .flag, .texts: break
    case .list(let views): for view in views { collect(.view(view), into: &boxes) }
    case .view(let view):
      for (name, value) in view.values {
        if names.contains(name), case .text(let text) = value {
          if !text.isEmpty { boxes.insert(text) }
        } else {
          collect(value, into: &boxes)
        }
      }
    }
  }

  /// What `book-preview.css` is told of a book.
  static func css(_ geometry: BookGeometry) -> String {
    let margins = [geometry.top, geometry.outer, geometry.bottom, geometry.inner]
      .map(millimetres).joined(separator: " ")
    return """
      :root { --width: \(millimetres(geometry.width)); --height: \(millimetres(geometry.height)) }
      :root { --margins: \(margins) }
      \(scales(geometry))
      """
  }

  /// Smaller where the pages are wider than the window; a narrow one has one page beside none.
  private static func scales(_ geometry: BookGeometry) -> String {
    let rules = [(pages: 2, from: narrow, to: 4096), (pages: 1, from: 0, to: narrow - 1)]
    return rules.flatMap { pages, from, to in
      let width = geometry.width * Double(pages) / 25.4 * 96
      return stride(from: 95, through: 20, by: -5).map { percent in
        let limit = min(Int((width * Double(percent + 5) / 100).rounded(.up)) + 16, to)
        return "@media screen and (min-width: \(from)px) and (max-width: \(limit)px) "
          + "{ html { zoom: \(percent)% } }\n"
      }
    }.joined()
  }

  /// Windows of so many pixels have two pages, as the style sheet says it too.
  private static let narrow = 640
}
