internal import VaultFormat

extension String {
  /// The text before parentheses at the end, and the text in them; nil if it does not end with parentheses.
  var partsAtParentheses: (before: String, inside: String)? {
    guard hasSuffix(")"), let open = lastIndex(of: "(") else { return nil }
    return (self[..<open].trimmingBlanks, self[index(after: open)...].dropLast().trimmingBlanks)
  }
}
