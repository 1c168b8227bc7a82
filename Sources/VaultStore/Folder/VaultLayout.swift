package import VaultFormat

/// The paths of tl's own files below the root of a vault (docs/vault-format.md, part V).
package enum VaultLayout {
  package static let settings = VaultPath(constant: ".tl")
  /// Files of this device, which are never synced.
  package static let local = VaultPath(constant: ".tl/local")
  package static let configuration = VaultPath(constant: ".tl/config.yaml")
  package static let ignoreFile = VaultPath(constant: ".tl/.gitignore")
  /// - Parameter terminal: its device; nil without one.
  package static func lastList(on terminal: String?) -> VaultPath {
    let name = terminal.map { "-" + $0.split(separator: "/").dropFirst().joined(separator: "-") }
    return VaultPath(in: local, named: "last-list\(name ?? "")".utf8)
  }
  package static let lastEvent = VaultPath(constant: ".tl/local/last-event")
  package static let lastEvents = VaultPath(constant: ".tl/local/last-events")
  package static let calendarFiles = VaultPath(constant: ".tl/local/calendar-files")
  package static let dismissed = VaultPath(constant: ".tl/local/dismissed")
  package static let notified = VaultPath(constant: ".tl/local/notified")
  package static let trash = VaultPath(constant: ".tl/local/trash")
  /// What commands and the page changed, so that it can be taken back.
  package static let operations = VaultPath(constant: ".tl/local/operations")
  package static let drafts = VaultPath(constant: ".tl/local/drafts")
  /// Recordings of `tl record` that are not in a note.
  package static let recordings = VaultPath(constant: ".tl/local/recordings")
  /// What can be made again: smaller copies of pictures.
  package static let cache = VaultPath(constant: ".tl/local/cache")
  /// Whether files that are not notes, media or settings are recorded.
  package static let otherFiles = VaultPath(constant: ".tl/local/other-files")
  /// Files of sync; written only by the holder of its lock.
  package static let sync = VaultPath(constant: ".tl/local/sync")
  /// The planned changes of an unfinished sync.
  package static let journal = VaultPath(constant: ".tl/local/sync/journal")
  /// Files in git that the folder cannot have.
  package static let gitOnly = VaultPath(constant: ".tl/local/sync/kept-in-git")
  /// Contents that were removed from unsent commits, and are not recorded again.
  package static let keptOut = VaultPath(constant: ".tl/local/sync/kept-out")
  /// Files of the folder that are based on another version than the branch has.
  package static let heldBack = VaultPath(constant: ".tl/local/sync/held-back")
}

extension VaultPath {
  /// For paths in the source.
  init(constant: StaticString) {
    guard let path = VaultPath("\(constant)") else {
      preconditionFailure("a path in the source is no path of a vault")
    }
    self = path
  }
}
