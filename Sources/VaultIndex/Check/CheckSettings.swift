internal import VaultFormat
internal import VaultStore

/// The settings of a vault that a check needs.
struct CheckSettings: Sendable {
  let zone: TimeZoneRules
  /// The allowed categories in NFC; empty if any is allowed.
  let categories: Set<[UInt8]>
  /// In bytes.
  let maximumSize: Int64
  /// Skips the fast path and reads every note as a document; the tests compare both.
  var skipsFastPath = false

  init(_ configuration: VaultConfiguration, zone: TimeZoneRules) {
    self.zone = zone
    categories = Set(configuration.categories.map { Normalization.nfc(Array($0.utf8)) })
    maximumSize = configuration.maximumMediaSize
  }

  func knows(category: some Sequence<UInt8>) -> Bool {
    categories.isEmpty || categories.contains(Normalization.nfc(Array(category)))
  }
}
