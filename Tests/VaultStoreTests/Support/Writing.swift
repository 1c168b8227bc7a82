import VaultFormat

@testable import VaultStore

/// What tests of writing share: a clock, a zone, ids that count.
enum Writing {
  /// 2026-11-20T18:03:11+01:00.
  static let now: Int64 = 1_795_194_191
  static let zone = TimeZoneRules { _ in 3600 }
  static let id = NoteID(nonEmpty: "5f0c1c1e-8a57-4b8e-9f51-0a3a8a0f7d11")
  static let provisional = NoteID(nonEmpty: "11111111-8a57-5b8e-9f51-0a3a8a0f7d11")

  static let surroundings = Surroundings(now: { now }, zone: zone, makeID: { id })
}

extension TemporaryVault {
  /// Runs `body` with the write lock held.
  func writing<Result>(_ body: (borrowing NoteWriter) throws -> Result) throws -> Result {
    let writer = try NoteWriter(Vault(opening: root), Writing.surroundings, zone: Writing.zone)
    return try body(writer)
  }
}
