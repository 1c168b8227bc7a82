/// A user who may sign in, and that user's vault.
package struct Account: Hashable, Codable, Sendable {
  /// The subject of tokens; an account that later gets the same name has another id.
  package var id: String
  package var name: String
  package var password: PasswordHash
  /// The absolute path of the user's vault; nil: the one that the server was started for.
  package var vault: String?

  /// Names are 1 to 64 characters, without control characters and without blanks at their ends.
  package static func isValidName(_ name: String) -> Bool {
    guard 1...64 ~= name.count, name.utf8.count <= 256 else { return false }
    let scalars = name.unicodeScalars
    let hasControls = scalars.contains {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    let edges = [scalars.first, scalars.last].compactMap { $0 }
    return !hasControls && !edges.contains(where: \.properties.isWhitespace)
  }
}
