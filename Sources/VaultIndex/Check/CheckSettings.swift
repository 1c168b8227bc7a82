internal import VaultFormat
internal import VaultStore

/// The settings of a vault that a check needs.
struct CheckSettings: Sendable {
  let zone: TimeZoneRules
  /// Nil if nothing is sealed.
  let today: CalendarDay?
  /// The categories of the settings as they are spelled there; empty if there are none, and any is allowed.
  private let spellings: [NameKey: [UInt8]]
  private let exact: Set<[UInt8]>
  /// The most bytes of a medium.
  let maximumSize: Int64
  /// Skips the fast path and reads every note as a document; the tests compare both.
  var skipsFastPath = false

  init(_ configuration: VaultConfiguration, zone: TimeZoneRules, sealedOn today: CalendarDay?) {
    (self.zone, self.today) = (zone, today)
    let names = configuration.categories.map { Array($0.utf8) }
    spellings = Dictionary(names.map { (NameKey($0), $0) }) { first, _ in first }
    exact = Set(spellings.values)
    maximumSize = configuration.maximumMediaSize
  }

  func isSealed(until day: CalendarDay?) -> Bool {
    guard let day, let today else { return false }
    return today < day
  }

  var hasCategories: Bool { !spellings.isEmpty }

  /// Whether the settings have a category in just this spelling.
  func spells(category: some Sequence<UInt8>) -> Bool { exact.contains(Array(category)) }

  /// How the settings spell a category, without regard to case and normal form; nil if they do not have it.
  func spelling(ofCategory name: String) -> String? {
    spellings[NameKey(name.utf8)].map { String(decoding: $0, as: UTF8.self) }
  }
}
