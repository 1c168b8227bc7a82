internal import Foundation

/// The names of the system's time zones, as settings write them.
enum TimeZoneNames {
  static func has(_ name: String) -> Bool { all.contains(name) || name == "UTC" }

  /// Sorted.
  static let all = TimeZone.knownTimeZoneIdentifiers.sorted()
}
