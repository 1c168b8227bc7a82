import Foundation
import TestSupport

/// A Swift file as the rules look at it: its lines, and the same lines with comments and the
/// insides of string literals blanked out.
struct SwiftSource: Sendable, CustomStringConvertible {
  /// Relative to the checkout.
  let path: String
  let lines: [String]
  /// As `lines`, code only: what a comment or a literal says is blanks; interpolated code stays.
  let code: [String]
  private let text: String

  init(path: String, text: String) {
    (self.path, self.text) = (path, text)
    var blanker = Blanker(Array(text.utf8))
    lines = Self.split(Array(text.utf8))
    code = Self.split(blanker.blanked())
  }

  /// Whether the text stands anywhere in the file, which tells fast that no line has it.
  func holds(_ part: String) -> Bool { strstr(text, part) != nil }

  private static func split(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  var description: String { path }

  /// `Sources/VaultFormat/Time` for `Sources/VaultFormat/Time/NoteTime.swift`.
  var folder: String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Every Swift file below Sources, in order.
  static let all: [SwiftSource] = RepositoryRoot.files(below: "Sources", withExtension: "swift")
    .map { path in
      // A file that cannot be read has no lines; `SwiftSourceTests` looks for those.
      SwiftSource(path: path, text: (try? RepositoryRoot.text(of: path)) ?? "")
    }
}

/// A place where a rule is broken.
struct Violation: Hashable, CustomStringConvertible {
  let path: String
  /// 1-based.
  let line: Int
  let message: String

  var description: String { "\(path):\(line): \(message)" }
}

// MARK: - Blanking

/// Overwrites comments and literals with blanks, byte for byte, so that places stay.
///
/// It knows nested comments, raw and multi-line strings and interpolation; regex literals it takes
/// for code.
private struct Blanker {
  private enum Context {
    case string(hashes: Int, quotes: Int)
    /// Inside `\( … )`; how many parentheses are open.
    case interpolation(depth: Int)
  }

  private var bytes: [UInt8]
  private var position = 0
  private var contexts: [Context] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func blanked() -> [UInt8] {
    while position < bytes.count {
      if case .string(let hashes, let quotes)? = contexts.last {
        stringStep(hashes, quotes)
      } else {
        codeStep()
      }
    }
    return bytes
  }

  private mutating func codeStep() {
    if follows("//") {
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { blank(1) }
    } else if follows("/*") {
      blankComment()
    } else if let opening = stringOpening() {
      contexts.append(.string(hashes: opening.hashes, quotes: opening.quotes))
      position += opening.hashes + opening.quotes
    } else {
      if case .interpolation(let depth)? = contexts.last {
        contexts.removeLast()
        let change = follows("(") ? 1 : follows(")") ? -1 : 0
        if depth + change > 0 { contexts.append(.interpolation(depth: depth + change)) }
      }
      position += 1
    }
  }

  private mutating func stringStep(_ hashes: Int, _ quotes: Int) {
    let marks = String(repeating: "#", count: hashes)
    if follows(String(repeating: "\"", count: quotes) + marks) {
      contexts.removeLast()
      position += quotes + hashes
    } else if follows("\\" + marks + "(") {
      blank(1 + hashes)
      position += 1
      contexts.append(.interpolation(depth: 1))
    } else if follows("\\" + marks) {
      blank(2 + hashes)
    } else if quotes == 1, follows("\n") {
      contexts.removeLast()
      position += 1
    } else {
      blank(1)
    }
  }

  private mutating func blankComment() {
    var depth = 0
    repeat {
      if follows("/*") {
        depth += 1
        blank(2)
      } else if follows("*/") {
        depth -= 1
        blank(2)
      } else {
        blank(1)
      }
    } while depth > 0 && position < bytes.count
  }

  private func stringOpening() -> (hashes: Int, quotes: Int)? {
    var hashes = 0
    while position + hashes < bytes.count, bytes[position + hashes] == UInt8(ascii: "#") {
      hashes += 1
    }
    if follows("\"\"\"", at: hashes) { return (hashes, 3) }
    return follows("\"", at: hashes) ? (hashes, 1) : nil
  }

  private func follows(_ text: String, at distance: Int = 0) -> Bool {
    var place = position + distance
    for byte in text.utf8 {
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  private mutating func blank(_ count: Int) {
    for _ in 0..<count where position < bytes.count {
      if bytes[position] != UInt8(ascii: "\n") { bytes[position] = UInt8(ascii: " ") }
      position += 1
    }
  }
}
