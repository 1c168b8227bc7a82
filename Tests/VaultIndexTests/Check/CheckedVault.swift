import TestSupport
import VaultFormat
import VaultStore

@testable import VaultIndex

/// A vault made for one test, and what a check says of it.
struct CheckedVault {
  let temporary: TemporaryFolder
  let vault: Vault

  /// Every note gets an id and `created` unless its text begins with `---`, so that only what a test is about
  /// is found.
  init(_ files: [String: String], configuration: String = "format: 1\n") throws {
    temporary = try TemporaryFolder()
    try temporary.write(configuration, to: ".tl/config.yaml")
    for (number, file) in files.sorted(by: { $0.key < $1.key }).enumerated() {
      let isPlain = file.key.hasSuffix(".md") && !file.value.hasPrefix("---")
      let head = "---\nid: id-\(number)-x\ncreated: 2026-11-20T12:00:00Z\n---\n"
      try temporary.write((isPlain ? head : "") + file.value, to: file.key)
    }
    vault = try Vault(opening: temporary.path)
  }

  /// The vault of a folder that has been filled already; it is made one.
  init(in folder: TemporaryFolder) throws {
    temporary = folder
    _ = try Vault.initialize(folder.path, timeZone: nil)
    vault = try Vault(opening: folder.path)
  }

  func check(
    threads: Int = 2, skipsFastPath: Bool = false, sealedOn today: CalendarDay? = nil
  ) -> VaultCheck {
    var checker = VaultChecker(vault, zone: .utc, threads: threads, sealedOn: today)
    checker.skipsFastPath = skipsFastPath
    return checker.check()
  }

  /// `path:line:column: severity: code`.
  var lines: [String] {
    check().findings.map { located in
      let finding = located.finding
      return
        "\(located.path.text):\(finding.line):\(finding.column): \(finding.severity): \(finding.code.rawValue)"
    }
  }

  var messages: [String] { check().findings.map(\.finding.message) }

  /// Carries out the repairs that a check names.
  @discardableResult
  func fix(now: Int64 = 1_795_194_191) throws -> [Repair.Action] {
    let surroundings = Surroundings(now: { now }, zone: .utc) { NoteID(nonEmpty: "unused") }
    let writer = try NoteWriter(vault, surroundings, zone: .utc)
    return try check().repairs.flatMap { try writer.repair($0) }
  }
}
