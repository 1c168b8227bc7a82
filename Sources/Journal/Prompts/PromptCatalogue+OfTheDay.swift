package import VaultFormat

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
