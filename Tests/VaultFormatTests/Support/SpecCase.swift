import Foundation

/// One case of the specification, read from `Spec/*.case`.
///
/// `Spec/README.md` describes the form.
struct SpecCase: Sendable, CustomStringConvertible {
  var name: String
  var rules: [String]
  /// `parts.case:12`, for messages.
  var place: String
  /// The sections in file order; each holds its lines without the leading `|`, escapes still in
  /// place.
  var sections: [(title: String, lines: [String])]

  var description: String { "\(name) (\(place))" }

  /// The lines of a section; nil where the case has none of that title.
  func lines(_ title: String) -> [String]? { sections.first { $0.title == title }?.lines }

  /// A section as the bytes of a file: every line ends with a line feed.
  func bytes(_ title: String) -> [UInt8]? {
    lines(title).map { $0.flatMap(Self.lineBytes) }
  }

  /// A line's bytes with its line feed, unless it ends with `⟦no line end⟧`.
  private static func lineBytes(_ line: String) -> [UInt8] {
    let mark = "⟦no line end⟧"
    guard line.hasSuffix(mark) else { return unescaped(line) + [0x0A] }
    return unescaped(String(line.dropLast(mark.count)))
  }

  /// `⟦CR⟧`, `⟦TAB⟧`, `⟦NUL⟧`, `⟦BOM⟧`, `⟦SP⟧` and bytes in hexadecimal, as `⟦C3 28⟧`, become those
  /// bytes.
  static func unescaped(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "⟦"), let close = rest[open...].firstIndex(of: "⟧") {
      result += Array(rest[..<open].utf8)
      let inside = rest[rest.index(after: open)..<close]
      result +=
        named[String(inside)] ?? inside.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      rest = rest[rest.index(after: close)...]
    }
    return result + Array(rest.utf8)
  }

  /// The other way, for what a failing case shows: a line per line, with `|`.
  static func escaped(_ bytes: [UInt8]) -> String {
    var lines: [String] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      var text = String(decoding: line, as: UTF8.self)
      for (name, value) in named {
        text = text.replacing(String(decoding: value, as: UTF8.self), with: "⟦\(name)⟧")
      }
      lines.append("|" + text)
    }
    if lines.last == "|" { lines.removeLast() } else { lines[lines.count - 1] += "⟦no line end⟧" }
    return lines.joined(separator: "\n")
  }

  private static let named: [String: [UInt8]] = [
    "CR": [0x0D], "TAB": [0x09], "NUL": [0], "BOM": [0xEF, 0xBB, 0xBF],
  ]
}

extension SpecCase {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Spec")

  /// All cases, or those whose name contains the text in `TL_TEST_CASE`.
  static let all: [SpecCase] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let cases = names.filter { $0.hasSuffix(".case") }.sorted().flatMap { name in
      read(
        (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "", from: name)
    }
    guard let wanted = ProcessInfo.processInfo.environment["TL_TEST_CASE"] else { return cases }
    return cases.filter { $0.name.contains(wanted) }
  }()

  static func read(_ text: String, from file: String) -> [SpecCase] {
    var cases: [SpecCase] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.hasPrefix("=== ") {
        cases.append(
          SpecCase(
            name: String(line.dropFirst(4)), rules: [], place: "\(file):\(index + 1)", sections: [])
        )
        continue
      }
      guard !cases.isEmpty, !line.isEmpty, !line.hasPrefix("#") else { continue }
      let last = cases.count - 1
      if line.hasPrefix("|"), !cases[last].sections.isEmpty {
        let section = cases[last].sections.count - 1
        cases[last].sections[section].lines.append(String(line.dropFirst()))
      } else if line.hasPrefix("rules:") {
        cases[last].rules = line.dropFirst(6).split(separator: " ").map(String.init)
      } else {
        cases[last].sections.append((String(line.prefix { $0 != ":" }), []))
      }
    }
    return cases
  }
}
