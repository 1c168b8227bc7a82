internal import VaultFormat
internal import VaultStore

/// What a check takes from the vault's settings, in the form that it needs.
struct CheckSettings: Sendable {
  let zone: TimeZoneRules
  /// In NFC; empty where any category will do.
  let categories: Set<[UInt8]>
  /// In bytes.
  let maximumSize: Int64
  /// Reads every note through its document, as is else done only for odd ones; the tests compare the two.
  var takesLongWay = false

  init(_ configuration: VaultConfiguration, zone: TimeZoneRules) {
    self.zone = zone
    categories = Set(configuration.categories.map { Normalization.nfc(Array($0.utf8)) })
    maximumSize = configuration.maximumMediaSize
  }

  func knows(category: some Sequence<UInt8>) -> Bool {
    categories.isEmpty || categories.contains(Normalization.nfc(Array(category)))
  }
}
