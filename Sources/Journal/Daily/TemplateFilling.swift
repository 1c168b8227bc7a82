package import VaultFormat

/// The values for a template of a note: `{{title}}`, `{{date}}`, `{{time}}`, also `{{date:dddd}}`, by the tokens of
/// Obsidian, and `{{prompt}}`, `{{person}}` and `{{age}}`.
package struct TemplateFilling: Sendable {
  package var title: String
  /// The day of the note, with the clock time of now.
  package var time: NoteTime
  package var prompt: String?
  /// The person of the settings.
  package var person: String?
  /// That person's.
  package var age: String?

  package init(
    title: String, time: NoteTime, prompt: String? = nil, person: String? = nil, age: String? = nil
  ) {
    (self.title, self.time, self.prompt) = (title, time, prompt)
    (self.person, self.age) = (person, age)
  }

  /// The text of a note, and the placeholders that stay since tl does not know them, or has no value for them.
  package struct Filled: Hashable, Sendable {
    package let bytes: [UInt8]
    /// As they are written, each once.
    package let unknown: [String]
  }

  /// Fills in a template.
  ///
  /// An id would be in every note that is made of it, so it goes, and so does a time of creation or change that the
  /// template does not get from a placeholder.
  package func filled(_ template: [UInt8]) -> Filled {
    let text = String(decoding: template, as: UTF8.self)
    let head = NoteDocument(template).layout.frontMatter?.upperBound ?? 0
    var (result, unknown, offset) = ("", [String](), 0)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isKey = offset < head
      if offset > 0 { result += "\n" }
      offset += line.utf8.count + 1
      result += isKey ? filledKey(line, &unknown) : filledText(line, &unknown)
    }
    return Filled(
      bytes: withoutIdentity(result, head: template.prefix(head)), unknown: unknown)
  }

  /// The names of the placeholders in a template.
  package static func names(in template: [UInt8]) -> Set<String> {
    let lines = String(decoding: template, as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: []) { names, line in
      for case .placeholder(let name, _) in Placeholder.pieces(of: line) { names.insert(name) }
    }
  }

  // MARK: - Lines

  private func filledText(_ line: Substring, _ unknown: inout [String]) -> String {
    Placeholder.pieces(of: line).map { piece in
      switch piece {
      case .text(let text): return text
      case .placeholder(let name, let written):
        if let value = value(of: name) { return value }
        if !unknown.contains(written) { unknown.append(written) }
        return written
      }
    }.joined()
  }

  /// A line of front matter; a text that is the whole value is written as YAML.
  private func filledKey(_ line: Substring, _ unknown: inout [String]) -> String {
    let pieces = Placeholder.pieces(of: line)
    guard pieces.count <= 3, case .placeholder(let name, _)? = pieces.dropFirst().first,
      let value = value(of: name), !Self.isTime(name), case .text(let before)? = pieces.first
    else { return filledText(line, &unknown) }
    var after = ""
    if case .text(let text)? = pieces.dropFirst(2).first { after = text }
    let quote = before.last.flatMap { "\"'".contains($0) && after.first == $0 ? $0 : nil }
    let opening = quote == nil ? before[...] : before.dropLast()
    let closing = quote == nil ? after[...] : after.dropFirst()
    guard opening.trimmingBlanks.hasSuffix(":") || opening.trimmingBlanks == "-",
      closing.allSatisfy(\.isWhitespace)
    else { return filledText(line, &unknown) }
    let style: YAMLNode.ScalarStyle =
      quote == "\"" ? .doubleQuoted : quote == "'" ? .singleQuoted : .plain
    return opening + ScalarWriter.write(value, keeping: style, inFlow: false) + closing
  }

  private static func isTime(_ name: String) -> Bool {
    ["date", "time"].contains { name == $0 || name.hasPrefix($0 + ":") }
  }

  private func value(of name: String) -> String? {
    switch name {
    case "title": return title
    case "date": return "\(time.day)"
    case "time": return DatePattern("HH:mm")?.text(for: time)
    case "prompt": return prompt
    case "person": return person
    case "age": return age
    default:
      guard Self.isTime(name), let colon = name.firstIndex(of: ":") else { return nil }
      return DatePattern(String(name[name.index(after: colon)...]))?.text(for: time)
    }
  }

  // MARK: - Identity

  private func withoutIdentity(_ text: String, head: ArraySlice<UInt8>) -> [UInt8] {
    var document = NoteDocument(Array(text.utf8))
    let template = String(decoding: head, as: UTF8.self)
    for key in [KnownKey.id, .created, .updated] {
      guard let field = document.frontMatter?.field(of: key) else { continue }
      let written = String(decoding: document.bytes[field.value.range], as: UTF8.self)
      guard key == .id || template.contains(written),
        let shorter = try? document.removing(field.name)
      else { continue }
      document = shorter
    }
    return document.bytes
  }
}
