internal import VaultFormat
internal import VaultIndex

/// The query of the notes that count as events: `tag:haircut`, or `key:weight` for those that have a key, whose value
/// is theirs.
struct TrackerSource {
  var query = NoteQuery()
  var valueKey: String?

  /// Nil if it cannot be read, or would find every note.
  init?(_ text: String, now: NoteTime, zone: TimeZoneRules, _ resolver: any QueryResolver) {
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      if word.hasPrefix("key:"), word.count > 4 {
        let key = String(word.dropFirst(4))
        query.properties.append(PropertyCondition(key, .present))
        valueKey = valueKey ?? key
      } else {
        words.append(word)
      }
    }
    do {
      try QueryParser(now: now.seconds, zone: zone, resolver: resolver).read(
        words.joined(separator: " "), into: &query)
    } catch {
      return nil
    }
    guard !query.isEmpty else { return nil }
  }
}
