package import VaultFormat
internal import VaultStore

/// Which files of a folder belong into a backup: the same rules when it is made, and when one of a stranger is restored.
package enum BackupRules {
  /// Why something stays out.
  package enum Omission: Hashable, Sendable {
    /// The repository of the vault, whose history is in the bundle.
    case history
    /// Another git repository in the folder, or a name that some system reads as `.git`.
    case repository
    /// What belongs to this device, or can be made again.
    case ofDevice
    /// A symbolic link: what it leads to may be anything.
    case link
    /// A FIFO, a socket, a device.
    case special
    /// It could not be read.
    case unreadable(String)
  }

  /// What of `.tl/local` cannot be had from elsewhere: removed notes, unsaved texts, recordings, answers of the user, and
  /// what of git the folder does not have on purpose.
  private static let kept: [VaultPath] = [
    VaultLayout.trash, VaultLayout.drafts, VaultLayout.recordings, VaultLayout.otherFiles,
    VaultLayout.gitOnly, VaultLayout.heldBack, VaultLayout.keptOut,
  ]

  /// Nil for what is taken.
  package static func omission(of path: VaultPath, isFolder: Bool) -> Omission? {
    if path.bytes.elementsEqual(".git".utf8) { return .history }
    switch ArrivingPath.refusal(ofLocal: path) {
    case nil: return nil
    case .settings: return path == VaultLayout.settings && isFolder ? nil : .ofDevice
    case .local:
      let isAbove = isFolder && kept.contains { $0.isBelow(path) }
      return isAbove || kept.contains { $0 == path || path.isBelow($0) } ? nil : .ofDevice
    default: return .repository
    }
  }
}

extension BackupRules.Omission: CustomStringConvertible {
  package var description: String {
    switch self {
    case .history: "its history is in the backup as a bundle, unless that was left out"
    case .repository: "belongs to another git repository"
    case .ofDevice: "is of this device alone, or can be made again"
    case .link: "is a symbolic link"
    case .special: "is not a file"
    case .unreadable(let reason): "could not be read: \(reason)"
    }
  }
}
