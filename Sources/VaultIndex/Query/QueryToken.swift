/// A word or phrase of a query.
struct QueryToken: Hashable {
  var text = ""
  var isExcluded = false
  /// The offset of the first quote in `text`, after which a colon is text.
  private(set) var quoteStart: Int?

  /// Splits at white space outside double quotes.
  ///
  /// An unclosed quote runs to the end; a word of only `-` is text.
  static func tokens(of text: String) -> [QueryToken] {
    var tokens: [QueryToken] = []
    var current: QueryToken?
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" {
        var token = current ?? QueryToken()
        token.quoteStart = token.quoteStart ?? token.text.utf8.count
        current = token
        isQuoted.toggle()
      } else if !isQuoted, scalar.properties.isWhitespace {
        if let current { tokens.append(current) }
        current = nil
      } else if !isQuoted, scalar == "-", current == nil {
        current = QueryToken(isExcluded: true)
      } else {
        var token = current ?? QueryToken()
        token.text.unicodeScalars.append(scalar)
        current = token
      }
    }
    if let current { tokens.append(current) }
    return tokens.compactMap { token in
      if token.isExcluded, token.quoteStart == nil,
        token.text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") })
      {
        return QueryToken(text: "-" + token.text)
      }
      return token.text.isEmpty ? nil : token
    }
  }

  /// The text before and after the first colon; nil if there is none, or it is quoted.
  var prefixAndValue: (prefix: String, value: String)? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let prefix = String(text[..<colon])
    if let quoteStart, quoteStart <= prefix.utf8.count { return nil }
    return (prefix, String(text[text.utf8.index(after: colon)...]))
  }
}
