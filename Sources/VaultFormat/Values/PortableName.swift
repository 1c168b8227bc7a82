/// A file name that Linux, macOS, Windows and Android all accept.
///
/// The rules are those of the narrowest: Windows for characters and reserved words (Microsoft,
/// "Naming Files, Paths, and Namespaces"), Linux for the length of 255 bytes.
package struct PortableName: Hashable, Sendable {
  package let text: String

  /// Nil if the name has a problem.
  package init?(_ text: String) {
    guard Self.problems(of: text).isEmpty else { return nil }
    self.text = text
  }

  private init(unchecked text: String) {
    self.text = text
  }

  /// The most bytes of UTF-8 that a name may have.
  package static let maximumLength = 255

  /// Why a system would refuse a name.
  package enum Problem: Hashable, Sendable {
    case empty
    case notUTF8
    case character(Unicode.Scalar)
    /// The last character is a dot or a blank, which Windows drops.
    case lastCharacter
    /// A device name of Windows, whatever follows the first dot.
    case reserved(String)
    case tooLong(bytes: Int)
  }
}

extension PortableName.Problem: CustomStringConvertible {
  /// Printed after the name.
  package var description: String {
    switch self {
    case .empty: "is empty"
    case .notUTF8: "is not valid UTF-8"
    case .character(let scalar) where PortableName.isControl(scalar):
      "contains the control character U+\(PortableName.hexadecimal(scalar))"
    case .character(let scalar): "contains \(scalar), which Windows and Android refuse"
    case .lastCharacter: "ends with a dot or a blank, which Windows drops"
    case .reserved(let word): "is the device \(word) on Windows"
    case .tooLong(let bytes): "has \(bytes) bytes, more than 255"
    }
  }
}

// MARK: - Checking

extension PortableName {
  /// Each kind of problem once, in the order of the name.
  ///
  /// `name` is one component, without `/`.
  package static func problems(of name: String) -> [Problem] {
    if name.isEmpty { return [.empty] }
    var problems: [Problem] = []
    for scalar in name.unicodeScalars where isRefused(scalar) {
      let problem = Problem.character(scalar)
      if !problems.contains(problem) { problems.append(problem) }
    }
    if let last = name.unicodeScalars.last, isDroppedAtEnd(last) { problems.append(.lastCharacter) }
    if let word = reservedWord(in: name) { problems.append(.reserved(word)) }
    let length = name.utf8.count
    if length > maximumLength { problems.append(.tooLong(bytes: length)) }
    return problems
  }

  /// The problems of a name that is given as bytes.
  package static func problems(ofBytes name: some Collection<UInt8>) -> [Problem] {
    let text = String(decoding: name, as: UTF8.self)
    let problems = problems(of: text)
    return text.utf8.elementsEqual(name) ? problems : [.notUTF8] + problems
  }

  fileprivate static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }

  fileprivate static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "<", ">", ":", "\"", "/", "\\", "|", "?", "*": true
    default: isControl(scalar)
    }
  }

  private static func isDroppedAtEnd(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == " "
  }

  /// The Windows device with this name, in capitals.
  private static func reservedWord(in name: String) -> String? {
    var base = name.unicodeScalars.prefix { $0 != "." }
    while let last = base.last, isDroppedAtEnd(last) { base.removeLast() }
    guard base.count <= 7 else { return nil }
    let word = String(base).uppercased()
    return reservedWords.contains(word) ? word : nil
  }

  private static let reservedWords: Set<String> = {
    let numbers = "0123456789¹²³"
    let ports = numbers.flatMap { ["COM\($0)", "LPT\($0)"] }
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + ports)
  }()
}

// MARK: - Making

extension PortableName {
  /// The nearest portable name: refused characters become `-`, blanks and dots at the end and blanks at the beginning
  /// are removed, `_` is added to a reserved word, and the part before the extension is truncated.
  ///
  /// A portable name is unchanged; an empty result becomes `file`.
  package static func made(from name: String) -> PortableName {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      scalars.append(isRefused(scalar) ? "-" : scalar)
    }
    var rest = scalars.drop { $0 == " " }
    while let last = rest.last, isDroppedAtEnd(last) { rest.removeLast() }
    var text = rest.isEmpty ? "file" : String(rest)
    if reservedWord(in: text) != nil {
      let base = text.unicodeScalars.prefix { $0 != "." }
      text = "\(String(base))_\(String(text.unicodeScalars[base.endIndex...]))"
    }
    return PortableName(unchecked: cut(text, suffix: ""))
  }

  /// The name with `-2`, `-3` … before its extension, still short enough.
  package func numbered(_ number: Int) -> PortableName {
    PortableName(unchecked: Self.cut(text, suffix: "-\(number)"))
  }

  /// Inserts `suffix` before the extension, and removes as many characters there as the length requires.
  private static func cut(_ text: String, suffix: String) -> String {
    let scalars = text.unicodeScalars
    var stem = scalars[...]
    var ending = scalars[scalars.endIndex...]
    if let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex,
      text.utf8.distance(from: dot, to: text.utf8.endIndex) <= longestExtension
    {
      stem = scalars[..<dot]
      ending = scalars[dot...]
    }
    let room = maximumLength - suffix.utf8.count - String(ending).utf8.count
    return prefix(of: String(stem), bytes: room) + suffix + String(ending)
  }

  /// The most bytes of an extension with its dot.
  ///
  /// Longer "extensions" are text after a dot.
  private static let longestExtension = 32

  /// The whole characters that fit, or whole scalars of a first character that is too long.
  ///
  /// The result does not end with a blank or dot.
  private static func prefix(of text: String, bytes room: Int) -> String {
    if text.utf8.count <= room { return text }
    var kept = ""
    for character in text {
      guard kept.utf8.count + character.utf8.count <= room else { break }
      kept.append(character)
    }
    if kept.isEmpty {
      for scalar in text.unicodeScalars {
        guard kept.utf8.count + UTF8.width(scalar) <= room else { break }
        kept.unicodeScalars.append(scalar)
      }
    }
    while let last = kept.unicodeScalars.last, isDroppedAtEnd(last) {
      kept.unicodeScalars.removeLast()
    }
    return kept
  }
}
