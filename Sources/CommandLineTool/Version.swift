package enum Version {
  package static let text = "0.1.0"
  /// The day of this version, in the manual pages.
  static let date = "2026-11-21"
}
