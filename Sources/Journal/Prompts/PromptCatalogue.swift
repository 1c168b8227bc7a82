package import VaultFormat

/// The prompts that tl has, and those of a vault's settings.
package struct PromptCatalogue: Sendable {
  /// The shipped ones in the order of their file, then the vault's own in the order of the settings.
  package private(set) var prompts: [Prompt]
  /// Of the setting `prompts`.
  package let problems: [SettingProblem]
  private var ids: [NameKey: Int] = [:]

  /// - Parameters:
  ///   - language: of the texts; English where there is no translation.
  ///   - setting: a map of ids to `[CATEGORY: ] TEXT [ (photo|audio|video)]`, or a list of names.
  package init(language: Language = .english, setting: YAMLNode? = nil) {
    let own = setting.map { SettingEntries($0, of: "prompts") }
    problems = own?.problems ?? []
    prompts = Self.shipped
    for (index, prompt) in prompts.enumerated() {
      ids[NameKey(prompt.id.utf8)] = index
      prompts[index].text = Translation.prompts.text(of: prompt.id, in: language) ?? prompt.text
    }
    for entry in own?.entries ?? [] { add(entry) }
  }

  /// The prompt with an id, without regard to case.
  package subscript(id: String) -> Prompt? {
    ids[NameKey(id.utf8)].map { prompts[$0] }
  }

  /// The names of the categories, in the order of the prompts.
  package var categories: [String] {
    var seen: Set<NameKey> = []
    return prompts.compactMap(\.category).filter { seen.insert(NameKey($0.utf8)).inserted }
  }

  /// The prompts of a category, without regard to case; all without one.
  package func prompts(in category: String?) -> [Prompt] {
    guard let category else { return prompts }
    let key = NameKey(category.utf8)
    return prompts.filter { $0.category.map { NameKey($0.utf8) } == key }
  }

  /// Adds an entry of the settings; of one that is there already, it changes what it says.
  private mutating func add(_ entry: SettingEntries.Entry) {
    let key = NameKey(entry.id.utf8)
    let index = ids[key] ?? prompts.count
    if index == prompts.count {
      prompts.append(Prompt(id: entry.id, category: nil, kind: nil, text: entry.title))
      ids[key] = index
    }
    let (category, kind, text) = Self.parts(of: entry.text)
    if let category { prompts[index].category = category }
    if let kind { prompts[index].kind = kind }
    if !text.isEmpty { prompts[index].text = text }
  }

  /// The parts of `[CATEGORY: ] TEXT [ (photo|audio|video)]`; a category is one word.
  private static func parts(of setting: String) -> (String?, Prompt.Kind?, text: String) {
    var text = setting
    var kind: Prompt.Kind?
    if let parts = text.partsAtParentheses, let read = Prompt.Kind(rawValue: parts.inside) {
      (text, kind) = (parts.before, read)
    }
    guard let colon = text.firstIndex(of: ":") else { return (nil, kind, text) }
    let (word, rest) = (text[..<colon], text[text.index(after: colon)...])
    guard !word.isEmpty, !word.contains(where: \.isWhitespace), rest.first?.isWhitespace ?? false
    else { return (nil, kind, text) }
    return (String(word), kind, rest.trimmingBlanks)
  }

  private static let shipped: [Prompt] = DataTable(PackageResources.prompts_tsv).rows.compactMap {
    guard $0.count == 4 else { return nil }
    return Prompt(id: $0[0], category: $0[1], kind: Prompt.Kind(rawValue: $0[2]), text: $0[3])
  }
}

extension PromptCatalogue {
  /// The last day on which a note had the id of each prompt.
  package static func lastUse(among facts: some Sequence<NoteFacts>) -> [String: CalendarDay] {
    var days: [String: CalendarDay] = [:]
    for note in facts {
      guard let id = note.prompt else { continue }
      days[id] = max(days[id] ?? note.date.day, note.date.day)
    }
    return days
  }

  /// The prompt of a day: of those never used, else of those unused the longest, one after the other; nil if the
  /// category has none.
  ///
  /// - Parameters:
  ///   - lastUse: the last day on which a note had the id of a prompt.
  ///   - category: nil for all.
  package func prompt(
    on day: CalendarDay, lastUse: [String: CalendarDay], category: String? = nil
  ) -> Prompt? {
    let used = Dictionary(
      lastUse.map { (NameKey($0.key.utf8), $0.value.number) }, uniquingKeysWith: max)
    let candidates = prompts(in: category).map { prompt in
      (prompt: prompt, lastUse: used[NameKey(prompt.id.utf8)] ?? .min)
    }
    let longest = candidates.map(\.lastUse).min()
    let equals = candidates.filter { $0.lastUse == longest }
    guard !equals.isEmpty else { return nil }
    let remainder = day.number % equals.count
    return equals[remainder < 0 ? remainder + equals.count : remainder].prompt
  }
}

/// A prompt for writing.
package struct Prompt: Hashable, Sendable {
  /// What the answer is best kept as; nil for text.
  package enum Kind: String, Sendable, CaseIterable {
    case photo, audio, video
  }

  package let id: String
  /// Nil for one of the vault that names none.
  package internal(set) var category: String?
  package internal(set) var kind: Kind?
  package internal(set) var text: String
}

extension Prompt {
  package var json: JSONValue {
    .object([
      ("id", .string(id)), ("category", .text(category)), ("kind", .text(kind?.rawValue)),
      ("text", .string(text)),
    ])
  }
}
