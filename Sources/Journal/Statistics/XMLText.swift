/// Text for XML documents.
package enum XMLText {
  /// Without control characters and what XML 1.0 does not allow; for content and for attributes in either quotes.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": continue
      case _ where scalar.properties.generalCategory == .control: continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
