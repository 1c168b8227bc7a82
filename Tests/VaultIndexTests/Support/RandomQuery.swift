import TestSupport
import VaultFormat
import VaultStore

@testable import VaultIndex

/// What one may ask of a `RandomVault`.
struct RandomQuery {
  var query = NoteQuery()
  var order = TimelineOrder()
  var offset = 0
  var limit: Int?

  init(now: Int64, zone: TimeZoneRules, using random: inout SeededGenerator) throws {
    func date(_ random: inout SeededGenerator) throws -> DateExpression {
      try DateExpression(random.pick(Self.dates), now: now, zone: zone)
    }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      switch Int.random(in: 0..<16, using: &random) {
      case 0: query.texts.append(random.pick(Self.texts))
      case 1: query.texts += random.pick(2, of: Self.texts)
      case 2: query.excludedTexts.append(random.pick(Self.texts))
      case 3: query.tags.append(random.pick(Self.tags))
      case 4: query.anyTags += random.pick(2, of: Self.tags)
      case 5: query.excludedTags.append(random.pick(Self.tags))
      case 6: query.times.append(.since(try date(&random)))
      case 7: query.times.append(.until(try date(&random)))
      case 8: query.times.append(.on(try date(&random)))
      case 9: query.isPinned = Bool.random(using: &random)
      case 10: query.kinds = Set(random.pick(2, of: NoteKind.allCases))
      case 11: query.hasMedia = Bool.random(using: &random)
      case 12: query.mediaKinds = [random.pick(MediaKind.allCases)]
      case 13: query.files = Set(random.pick(2, of: [nil, .person, .tracker, .book]))
      case 14: query.properties.append(random.pick(Self.properties))
      default: query.pattern = random.pick(Self.patterns)
      }
    }
    if random.one(in: 8) { query = NoteQuery() }
    query.timeKey = random.pick([.created, .updated, .date])
    query.folding = FoldingOptions(
      ignoresCase: !random.one(in: 4), ignoresAccents: !random.one(in: 4))
    order = TimelineOrder(
      random.pick(TimelineOrder.Key.allCases), isReversed: random.one(in: 3),
      hasPinnedFirst: random.one(in: 2))
    offset = random.pick([0, 0, 0, 1, 3, 50, -1])
    limit = random.pick([nil, nil, 1, 2, 5, 0, 100])
  }

  static let texts =
    RandomNote.words + [
      "caf", "alk pa", "first step", "ILLER", "plain", "kaia", "xyzzy", "alias", "two names", "e",
      "が", "#kaia", "#a/b", "#ä", "#",
    ]
  static let tags = ["a", "b", "a/b", "kaia", "kaia/sub", "ä", "c d", "ü", "z", "none", "12"]
    .compactMap { Tag($0) }
  static let dates = [
    "2026", "2026-11", "2026-11-20", "2020-02", "2024-05-05 12:30", "2001", "today", "2025-06",
  ]
  static let patterns = ["^# ", "walk.*park", "[0-9]{2}:[0-9]{2}", "(?:step|sofa)$", "[公か]"]
  static let properties = [
    PropertyCondition("mood", .equals("calm")), PropertyCondition("mood", .present),
    PropertyCondition("mood", .absent), PropertyCondition("place", .contains("cafe")),
    PropertyCondition("people", .equals("kaia")), PropertyCondition("category", .equals("walk")),
    PropertyCondition("tags", .present), PropertyCondition("x-unknown", .equals("1")),
    PropertyCondition("mood", .contains("CAFÉ")), PropertyCondition("title", .present),
    PropertyCondition("mood", .present).negated,
    PropertyCondition("people", .isOne(of: ["Kaia", "mia"])),
  ]
}
