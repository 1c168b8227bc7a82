internal import VaultFormat

extension Person {
  /// What stands in the place of a picture: the first letters of the first and the last word of the title, as capitals.
  package var initials: String {
    let words = title.split(whereSeparator: \.isWhitespace)
    return [words.first, words.dropFirst().last].compactMap { word in
      word.flatMap { $0.first { $0.isLetter || $0.isNumber } ?? $0.first }?.uppercased()
    }.joined()
  }

  /// The index of a colour among `count`, the same on every device: from the SHA-1 of the id.
  package func colorIndex(among count: Int) -> Int {
    guard count > 0, let byte = SHA1.digest(of: Array(id.text.utf8)).first else { return 0 }
    return Int(byte) % count
  }
}
