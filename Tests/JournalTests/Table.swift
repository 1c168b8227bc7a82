import Foundation
import TestSupport
import VaultFormat

/// A table of tab-separated values in `Tables`; lines that begin with `#` are no rows.
struct Table {
  let rows: [[String]]

  init(_ name: String) throws {
    let path = RepositoryRoot.path("Tests/JournalTests/Tables/\(name).tsv")
    let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
    rows = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

/// Zones from Foundation's tables: the C library has one zone for the whole process, which parallel tests must not change.
enum Zones {
  struct NoSuchZone: Error { let name: String }

  static func named(_ name: String) throws -> TimeZoneRules {
    guard let zone = TimeZone(identifier: name) else { throw NoSuchZone(name: name) }
    return TimeZoneRules { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  static let all = [
    "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "Australia/Lord_Howe",
  ]
}
