import Foundation

@testable import VaultSync

/// Something besides edits and syncs that happens in some histories: a file for each kind.
///
/// A person begins it and a person ends it: `end` is called for every device before the last syncs.
protocol Disturbance {
  /// Whether devices have to have the git program.
  static var needsGit: Bool { get }

  init()

  /// Prepares the devices, which have the same and nothing but settings in their vaults.
  func begin(_ devices: SyncDevices) throws

  /// Does something to a vault, or stops it again, by chance.
  ///
  /// - Returns: what, for the story.
  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String

  /// Ends on a device all that keeps its files from being synced.
  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws

  /// Whether a sync may stop with an error before the end.
  func excuses(_ error: any Error) -> Bool
}

extension Disturbance {
  static var needsGit: Bool { false }
  func begin(_ devices: SyncDevices) throws {}
  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {}
  func excuses(_ error: any Error) -> Bool { false }
}

extension Simulation {
  /// The kinds that histories have; `TL_SIMULATION_WITH=FilesHeldBack,IndexFlags` has these alone.
  static var disturbances: [any Disturbance.Type] {
    let all: [any Disturbance.Type] = [
      InterruptedApply.self, Undoing.self, FailingPrograms.self, FilesHeldBack.self,
      ManyDeletions.self, RenamedBranch.self, IndexFlags.self, Filters.self, DroppedFiles.self,
      LargeFiles.self, Repacks.self, TakenBackPushes.self, OpenFiles.self,
    ]
    return all.filter { wanted?.contains("\($0)") ?? true }
  }

  static let wanted = ProcessInfo.processInfo.environment["TL_SIMULATION_WITH"]?
    .split(separator: ",").map(String.init)
}
