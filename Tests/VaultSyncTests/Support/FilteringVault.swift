import Foundation
import TestSupport
import VaultFormat

@testable import VaultSync

/// Devices of one remote whose files go through a filter: other letters, as git-crypt does with more effort.
final class FilteringVaults {
  let bare: BareRepository
  static let letters = "tr a-zA-Z n-za-mN-ZA-M"

  init() throws {
    bare = try BareRepository()
  }

  /// - Parameter hasFilter: whether git's settings on this device name the program.
  func device(
    _ name: String, _ files: [String: String] = [:], hasFilter: Bool = true
  ) throws -> GuardedVault {
    let vault = try GuardedVault(bare, files)
    vault.device = name
    if hasFilter { try vault.setFilter() }
    return vault
  }

  /// The laptop has these files, and the phone what the laptop has sent.
  func pair(
    _ files: [String: String], hasFilter: Bool = true
  ) throws -> (laptop: GuardedVault, phone: GuardedVault) {
    let laptop = try device("laptop", files, hasFilter: hasFilter)
    try laptop.sync()
    let phone = try device("phone", hasFilter: hasFilter)
    try phone.sync()
    return (laptop, phone)
  }
}

extension GuardedVault {
  func setFilter(
    _ name: String = "crypt", clean: String = FilteringVaults.letters,
    smudge: String = FilteringVaults.letters
  ) throws {
    try repository.git("config", "filter.\(name).clean", clean)
    try repository.git("config", "filter.\(name).smudge", smudge)
  }

  /// Whether git's objects hold a text anywhere.
  func historyHolds(_ text: String) throws -> Bool {
    let objects = try repository.git(
      "cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
    return try objects.split(separator: "\n").contains {
      let content = try GitProgram.run(["cat-file", "-p", String($0)], in: path)
      return String(decoding: content, as: UTF8.self).contains(text)
    }
  }

  /// The names in the root, without those that begin with a dot.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
      .filter { !$0.hasPrefix(".") }.sorted()
  }
}
