package import VaultFormat
package import VaultStore

/// Where the note of a day is, and from which template it is made: by the setting `daily`, else by the settings of
/// Obsidian's daily notes, else `YYYY/MM/YYYY-MM-DD.md`.
///
/// Both are settings of a vault that may come from a stranger: no path leads out of the vault, or to a place that is not
/// for notes.
package struct DailyNotes: Sendable {
  /// Why a setting cannot be used.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  private let folder: VaultPath?
  private let pattern: DatePattern
  /// The path of the template as it is written, with or without `.md`.
  package let template: VaultPath?

  /// Obsidian's settings of daily notes.
  private static let obsidianSettings = ".obsidian/daily-notes.json"

  /// By the settings of a vault.
  package init(of vault: Vault) throws(Problem) {
    if let setting = vault.configuration.others["daily"], !setting.isNull {
      try self.init(setting: setting)
    } else if let path = VaultPath(Self.obsidianSettings),
      let bytes = try? vault.folder.read(path, limit: 1 << 20).bytes
    {
      try self.init(obsidian: bytes)
    } else {
      try self.init(folder: nil, Self.usualPath, keepsWords: true, template: nil, of: "daily.path")
    }
  }

  /// - Parameter setting: a map such as `{path: YYYY/MM/YYYY-MM-DD.md, template: templates/day.md}`.
  package init(setting: YAMLNode) throws(Problem) {
    guard case .mapping(let entries, _) = setting.content else {
      throw Problem(description: "daily is not a list of keys and values")
    }
    var (path, template) = (Self.usualPath, String?.none)
    for entry in entries where !entry.value.isNull {
      switch (entry.key.text, entry.value.text) {
      case ("path", let text?): path = text
      case ("template", let text?): template = text
      case ("path", nil), ("template", nil):
        throw Problem(description: "daily.\(entry.key.text ?? "") is not a path")
      default:
        throw Problem(description: "daily.\(entry.key.text ?? "") is not a setting of a vault")
      }
    }
    try self.init(
      folder: nil, path, keepsWords: true, template: template, of: "daily.path")
  }

  /// - Parameter obsidian: a JSON object with `folder`, `format` and `template`.
  package init(obsidian bytes: [UInt8]) throws(Problem) {
    // JSON is YAML, except for characters that no path has.
    let settings = FrontMatter(settings: bytes)
    func text(_ key: String) -> String? {
      settings.field(named: key)?.value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
    let name = "the format in \(Self.obsidianSettings)"
    try self.init(
      folder: text("folder"), text("format") ?? "YYYY-MM-DD", keepsWords: false,
      template: text("template"), of: name)
  }

  private static let usualPath = "YYYY/MM/YYYY-MM-DD.md"

  /// - Parameter name: of the setting, for messages.
  private init(
    folder: String?, _ path: String, keepsWords: Bool, template: String?, of name: String
  ) throws(Problem) {
    let isRoot = folder.map { $0.allSatisfy { $0 == "/" } } ?? true
    // Obsidian's root is /.
    self.folder =
      isRoot ? nil : folder.flatMap { VaultPath(folderNamed: String($0.trimmingPrefix("/"))) }
    let stem = path.hasSuffix(".md") ? String(path.dropLast(3)) : path
    guard let pattern = DatePattern(stem, keepsWords: keepsWords), pattern.namesDay else {
      throw Problem(description: "\(name) is not a path such as YYYY/MM/YYYY-MM-DD.md")
    }
    self.pattern = pattern
    self.template = template.flatMap(VaultPath.init(folderNamed:))
    if !isRoot, self.folder == nil {
      throw Problem(description: "the folder of daily notes is not one of this vault")
    }
    if template != nil, self.template == nil {
      throw Problem(description: "the template of daily notes is not a file of this vault")
    }
    // Days differ in digits and names of months only.
    guard let sample = self.path(on: CalendarDay(clamping: 0)), sample.isSafeForNotes else {
      throw Problem(description: "\(name) is not a path for notes in this vault")
    }
  }

  /// The path of the note of a day; nil only if it is none in a vault.
  package func path(on day: CalendarDay) -> VaultPath? {
    let text = pattern.text(for: NoteTime(day: day, secondOfDay: 0, zone: .utc)) + ".md"
    return VaultPath(folder.map { "\($0.text)/\(text)" } ?? text)
  }
}

/// A line that is added to the note of a day: `- 18:03 Soup with the neighbours`.
package struct DailyEntry: Hashable, Sendable {
  private let lines: [Substring]
  private let clock: String?

  /// - Parameter time: of the day that the note is of; nil for a line without a clock time.
  package init(_ text: String, at time: NoteTime?) {
    lines = text.trimmingBlanks.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    clock = time.flatMap { time in DatePattern("HH:mm")?.text(for: time) }
  }

  /// The document with the line at its end: below an item of a list, or a blank line.
  package func added(to document: NoteDocument) -> NoteDocument {
    let end = document.lineEnd
    var text = document.bytes.isEmpty || document.bytes.last == UInt8(ascii: "\n") ? "" : end
    if needsBlank(below: document) { text += end }
    text += "- " + (clock.map { $0 + " " } ?? "") + (lines.first ?? "") + end
    for line in lines.dropFirst() { text += (line.isEmpty ? "" : "  ") + line + end }
    return NoteDocument(document.bytes + text.utf8)
  }

  private func needsBlank(below document: NoteDocument) -> Bool {
    let lines = document.body.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let last = lines.last.flatMap { $0.isEmpty ? lines.dropLast().last : $0 } ?? []
    let text = last.last == UInt8(ascii: "\r") ? last.dropLast() : last
    if text.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) {
      // Front matter ends with a line of its own.
      return document.body.isEmpty && document.frontMatter != nil
    }
    let isItem = ["- ", "* ", "+ "].contains { text.starts(with: $0.utf8) }
    return !isItem && text.first != UInt8(ascii: " ")
  }
}
