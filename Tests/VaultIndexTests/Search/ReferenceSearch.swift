import Foundation
import VaultFormat

@testable import VaultIndex

/// Folding and search in the simplest way, by Foundation's normalisation, to check the fast one.
struct ReferenceSearch {
  var options: FoldingOptions

  /// The stroked letters that the tests use, and the marks that keyboards lack.
  static let plainLetters: [Unicode.Scalar: String] = [
    "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ß": "ss", "ẞ": "SS", "æ": "ae",
    "Æ": "AE", "ı": "i", "þ": "th", "œ": "oe",
    "’": "'", "‘": "'", "ʼ": "'", "‐": "-",
  ]

  /// Whether the needle's folding is a part of the text's.
  func contains(_ text: [UInt8], _ needle: String) -> Bool {
    let needle = Array(fold(needle).unicodeScalars)
    return pieces(of: text).contains { piece in
      Self.contains(Array(fold(piece).unicodeScalars), needle)
    } || needle.isEmpty
  }

  static func contains(_ text: [Unicode.Scalar], _ needle: [Unicode.Scalar]) -> Bool {
    guard text.count >= needle.count else { return false }
    return (0...(text.count - needle.count)).contains { start in
      text[start..<(start + needle.count)].elementsEqual(needle)
    }
  }

  /// The longest parts of `bytes` that are UTF-8.
  func pieces(of bytes: [UInt8]) -> [String] {
    var pieces: [String] = [""]
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let scalar = UTF8Scalar(in: bytes, at: index)
        if let scalar = Unicode.Scalar(scalar.value) {
          pieces[pieces.count - 1].unicodeScalars.append(scalar)
        } else {
          pieces.append("")
        }
        index += scalar.length
      }
    }
    return pieces
  }

  func fold(_ text: String) -> String {
    // The second step orders marks, which Foundation's first one may leave out of order.
    var folded = text.decomposedStringWithCompatibilityMapping
      .decomposedStringWithCanonicalMapping
    if options.ignoresAccents { folded = groups(of: folded).map(withoutAccents).joined() }
    if options.ignoresCase {
      folded = String(decoding: CaseFolding.fold(Array(folded.utf8)), as: UTF8.self)
    }
    if options.ignoresAccents {
      folded = folded.unicodeScalars.map { Self.plainLetters[$0] ?? String($0) }.joined()
    }
    return folded.precomposedStringWithCanonicalMapping
  }

  /// The text cut before every scalar that is no mark.
  private func groups(of text: String) -> [[Unicode.Scalar]] {
    var groups: [[Unicode.Scalar]] = [[]]
    for scalar in text.unicodeScalars {
      if scalar.properties.canonicalCombiningClass == .notReordered && scalar != "\u{34F}" {
        groups.append([])
      }
      groups[groups.count - 1].append(scalar)
    }
    return groups
  }

  private func withoutAccents(_ group: [Unicode.Scalar]) -> String {
    var result = String.UnicodeScalarView()
    for scalar in group where !isDropped(scalar, on: group.first) { result.append(scalar) }
    var whole = String.UnicodeScalarView()
    whole.append(contentsOf: group)
    let composed = String(whole).precomposedStringWithCanonicalMapping.unicodeScalars.first
    if let composed, composed == "й" || composed == "Й" {
      result.removeFirst()
      result.insert(composed, at: result.startIndex)
      return String(result).decomposedStringWithCompatibilityMapping
    }
    return String(result)
  }

  private func isDropped(_ mark: Unicode.Scalar, on base: Unicode.Scalar?) -> Bool {
    switch mark.value {
    case 0x300...0x36F:
      guard let name = base?.properties.name, base?.properties.isAlphabetic == true else {
        return false
      }
      return ["LATIN ", "GREEK ", "CYRILLIC "].contains { name.hasPrefix($0) }
    case 0x64B...0x652, 0x670: return true
    case 0x591...0x5C7: return mark.properties.canonicalCombiningClass != .notReordered
    default: return false
    }
  }
}
