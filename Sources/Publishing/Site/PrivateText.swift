internal import VaultFormat

/// Words in a text that look as if they were nobody else's business.
///
/// Says too much rather than too little.
package enum PrivateText {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case email, telephone
    case streetAddress = "street_address"
  }

  /// The first of each kind.
  package static func find(in text: String) -> [(kind: Kind, found: String)] {
    let words = text.split { $0.isWhitespace || "<>\"“”„«»;|".contains($0) }
    var found: [(kind: Kind, found: String)] = []
    if let word = words.lazy.compactMap(email).first { found.append((.email, word)) }
    if let number = telephone(in: Array(text.utf8)) { found.append((.telephone, number)) }
    if let address = streetAddress(in: words) { found.append((.streetAddress, address)) }
    return found
  }

  // MARK: - E-mail

  private static func email(_ word: Substring) -> String? {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let name = parts[0].reversed().prefix { $0.isLetter || $0.isNumber || ".+-_%".contains($0) }
    let host = parts[1].prefix { $0.isLetter || $0.isNumber || ".-".contains($0) }
      .split(separator: ".")
    guard !name.isEmpty, host.count >= 2, let last = host.last, last.count >= 2,
      last.allSatisfy(\.isLetter)
    else { return nil }
    return "\(String(name.reversed()))@\(host.joined(separator: "."))"
  }

  // MARK: - Telephone

  /// Eight to fifteen digits that begin with `+` or `0`, with signs and blanks between them (ITU-T E.164), or a number of
  /// North America without its code.
  private static func telephone(in text: [UInt8]) -> String? {
    var at = 0
    while at < text.count {
      if at == 0 || !isNumberLike(text[at - 1]), let end = american(in: text, from: at) {
        return String(decoding: text[at..<end], as: UTF8.self)
      }
      let isStart = text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "0")
      guard isStart, at == 0 || !isNumberLike(text[at - 1]) else {
        at += 1
        continue
      }
      var (end, digits, last) = (at, 0, at)
      while end < text.count,
        text[end].isASCIIDigit || end == at || "() -/.".utf8.contains(text[end])
      {
        if text[end].isASCIIDigit { (digits, last) = (digits + 1, end) }
        end += 1
      }
      if 8...15 ~= digits { return String(decoding: text[at...last], as: UTF8.self) }
      at = max(last, at) + 1
    }
    return nil
  }

  /// The end of `555-123-4567`, `555.123.4567`, `555 123 4567` or `(555) 123-4567`.
  private static func american(in text: [UInt8], from start: Int) -> Int? {
    var at = start
    func take(_ bytes: String) -> Bool {
      guard at < text.count, bytes.utf8.contains(text[at]) else { return false }
      at += 1
      return true
    }
    func digits(_ count: Int) -> Bool {
      guard at + count <= text.count, text[at..<at + count].allSatisfy(\.isASCIIDigit) else {
        return false
      }
      at += count
      return true
    }
    let isBracketed = take("(")
    guard digits(3), !isBracketed || take(")"), take("-. ") || isBracketed, digits(3), take("-. "),
      digits(4), at == text.count || !text[at].isASCIIDigit
    else { return nil }
    return at
  }

  /// Whether a byte before a digit makes it a part of something else, such as an address of the web or a fraction.
  private static func isNumberLike(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte > 0x7F || "/=-_.,:#&?%".utf8.contains(byte)
  }

  // MARK: - Streets

  private static let ends = [
    "straße", "strasse", "str.", "weg", "gasse", "platz", "allee", "damm", "ufer", "gate", "gata",
    "veien", "vegen", "vägen", "gatan", "straat", "laan",
  ]
  private static let names: Set<String> = [
    "street", "st", "road", "rd", "avenue", "ave", "lane", "ln", "drive", "boulevard", "blvd",
    "court", "square", "terrace", "crescent", "rue", "quai", "calle", "via",
  ]
  private static let before: Set<String> = ["đường", "phố", "ngõ"]

  private static func streetAddress(in words: [Substring]) -> String? {
    let plain = words.map { word in word.filter { $0 != "," && $0 != "(" && $0 != ")" } }
    for (place, word) in plain.enumerated() {
      let next = place + 1 < plain.count ? plain[place + 1] : ""
      let lower = word.lowercased()
      if isHouseNumber(next), word.first?.isUppercase ?? false,
        ends.contains(where: { lower.hasSuffix($0) && lower.count > $0.count + 2 })
      {
        return "\(word) \(next)"
      }
      guard isHouseNumber(word) else { continue }
      if let address = named(from: place, in: plain) { return address }
    }
    return nil
  }

  /// `12 Baker Street`, `14 rue de la Paix`, `7 đường Láng`.
  private static func named(from place: Int, in words: [String]) -> String? {
    for end in (place + 1)..<min(place + 5, words.count) {
      let lower = words[end].lowercased().filter { $0 != "." }
      if before.contains(lower) {
        return words[place...min(end + 1, words.count - 1)].joined(separator: " ")
      }
      if names.contains(lower),
        end > place + 1 || lower == "rue" || lower == "calle" || lower == "via"
      {
        return words[place...end].joined(separator: " ")
      }
      guard words[end].first?.isUppercase ?? false else { return nil }
    }
    return nil
  }

  /// One to four digits, and a letter.
  private static func isHouseNumber(_ word: String) -> Bool {
    let digits = word.utf8.prefix(while: \.isASCIIDigit).count
    let rest = word.dropFirst(digits).filter { $0 != "." }
    return 1...4 ~= digits && (rest.isEmpty || rest.count == 1 && rest.allSatisfy(\.isLetter))
  }
}
