/// A note in a book: a list item that begins with a link to it.
///
/// `- [First steps](../2026/06/2026-06-14-first-steps.md) {photos: a.jpg, b.jpg; caption: Four steps.; text: none}`.
/// What stands behind the link and is no attribute is a caption too.
package struct BookNote: Hashable, Sendable {
  package let link: FileLink
  /// The text of the link.
  package let label: String
  package let options: BookNoteOptions
  /// What stands behind the link in its line; offsets as in `BookText`.
  let rest: Range<Int>

  /// Nil for a line that is no such item.
  init?(_ line: Line, in bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = Self.contentStart(of: line, in: bytes) else { return nil }
    let text = UnsafeBufferPointer(rebasing: bytes[start..<line.end])
    var first: MarkdownLink?
    MarkdownLink.forEach(in: text, from: 0) { if first == nil { first = $0 } }
    guard let found = first, let end = Self.end(of: found, in: text) else { return nil }
    let written = UnsafeBufferPointer(rebasing: text[found.destination])
    guard LinkPath.isRelative(written, found.kind) else { return nil }
    let paths = LinkPath.candidates(Array(written)[...], found.kind)
    guard paths.contains(where: { NoteName.isNote($0.bytes[...]) || Self.hasNoExtension($0) })
    else { return nil }
    link = FileLink(written, found.kind, line: SourcePosition(of: start, in: bytes).line)
    label = Self.label(of: found, in: text)
    rest = start + end..<line.end
    var options = BookNoteOptions()
    let rest = String(decoding: text[end...], as: UTF8.self).trimmingBlanks
    if let brace = rest.firstIndex(of: "{"), rest.hasSuffix("}") {
      options = BookNoteOptions(String(rest[rest.index(after: brace)...].dropLast()))
      options.add(caption: String(rest[..<brace]).trimmingBlanks)
    } else {
      options.add(caption: rest)
    }
    self.options = options
  }

  /// Where the content of a list item begins, at the bracket of a link; nil for any other line.
  private static func contentStart(
    of line: Line, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    var at = line.start
    while at < line.end, bytes[at] == UInt8(ascii: " ") { at += 1 }
    guard at < line.end, at - line.start < 4 else { return nil }
    if "-*+".utf8.contains(bytes[at]) {
      at += 1
    } else {
      let digits = at
      while at < line.end, bytes[at].isASCIIDigit { at += 1 }
      guard (1...9).contains(at - digits), at < line.end, ".)".utf8.contains(bytes[at]) else {
        return nil
      }
      at += 1
    }
    let mark = at
    while at < line.end, bytes[at].isBlank { at += 1 }
    guard at > mark, at < line.end, bytes[at] == UInt8(ascii: "[") else { return nil }
    return at
  }

  /// The end of a link that begins with the text; nil for one that begins later, or is an image or a definition.
  private static func end(of link: MarkdownLink, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    switch link.kind {
    case .wikilink: return link.destination.lowerBound == 2 ? link.destination.upperBound + 2 : nil
    case .link: break
    case .image, .definition, .embed: return nil
    }
    // The bracket that closes the first one stands before the destination.
    var depth = 0
    var at = 0
    while at < link.destination.lowerBound {
      switch text[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      default: break
      }
      at += 1
      if depth == 0 { break }
    }
    guard depth == 0, at < text.count, text[at] == UInt8(ascii: "("),
      link.destination.lowerBound - at <= 2
    else { return nil }
    return LinkParser(text).inlineDestination(at: at)?.end
  }

  private static func label(of link: MarkdownLink, in text: UnsafeBufferPointer<UInt8>) -> String {
    guard link.kind == .link else {
      return String(decoding: text[link.destination], as: UTF8.self)
    }
    let before = text[..<link.destination.lowerBound]
    let end = before.lastIndex(of: UInt8(ascii: "]")) ?? 1
    return String(decoding: text[1..<max(1, end)], as: UTF8.self)
  }

  private static func hasNoExtension(_ path: LinkPath) -> Bool {
    let name = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    return !path.isFolder && !name.contains(UInt8(ascii: "."))
  }
}

/// What a book says about one of its notes.
package struct BookNoteOptions: Hashable, Sendable {
  /// The names of its photos, in the order in which they are printed; nil for all.
  package var photos: [String]?
  package var caption: String?
  /// Whether the text of the note is printed.
  package var hasText = true
  /// Whether its first photo fills a page.
  package var fillsPage = false
  /// What tl does not know, as it is written.
  private var others: [String] = []

  package init() {}

  /// - Parameter attributes: `photos: a.jpg, b.jpg; caption: …; text: none; page: full`; others mean nothing.
  package init(_ attributes: String) {
    for part in Self.split(attributes, at: ";") {
      guard let colon = part.firstIndex(of: ":") else {
        add(other: part)
        continue
      }
      let value = String(part[part.index(after: colon)...]).trimmingBlanks
      switch String(part[..<colon]).trimmingBlanks.lowercased() {
      case "photos":
        let names = Self.split(value, at: ",").map { Self.unquoted($0.trimmingBlanks) }
        photos = value == "none" ? [] : names.filter { !$0.isEmpty }
      case "caption": caption = Self.unquoted(value)
      case "text": hasText = value != "none"
      case "page": fillsPage = value == "full"
      default: add(other: part)
      }
    }
    if caption?.isEmpty == true { caption = nil }
  }

  private mutating func add(other part: String) {
    if !part.trimmingBlanks.isEmpty { others.append(part.trimmingBlanks) }
  }

  mutating func add(caption text: String) {
    if caption == nil, !text.isEmpty { caption = text }
  }

  /// As a book has them, in braces; empty if all is as usual.
  package var text: String {
    var parts: [String] = []
    if let photos {
      let names = photos.map { Self.quoted($0, besides: ",;}\"") }
      parts.append("photos: " + (photos.isEmpty ? "none" : names.joined(separator: ", ")))
    }
    if let caption { parts.append("caption: " + Self.quoted(caption, besides: ";}\"")) }
    if !hasText { parts.append("text: none") }
    if fillsPage { parts.append("page: full") }
    parts += others
    return parts.isEmpty ? "" : "{\(parts.joined(separator: "; "))}"
  }

  /// At a sign outside of quotes.
  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == separator, !isQuoted {
        parts.append("")
        continue
      }
      // An apostrophe or a quote within words is one; a value is quoted from its first sign on.
      if character == "\"", !isEscaped {
        let before = parts[parts.count - 1].trimmingBlanks.last
        isQuoted = !isQuoted && (before.map { ":,".contains($0) } ?? true)
      }
      isEscaped = character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  private static func quoted(_ text: String, besides special: String) -> String {
    let line = String(text.map { $0.isNewline ? " " : $0 }).trimmingBlanks
    guard line.isEmpty || line == "none" || line.contains(where: { special.contains($0) }) else {
      return line
    }
    let escaped = line.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return "\"\(escaped)\""
  }
}
