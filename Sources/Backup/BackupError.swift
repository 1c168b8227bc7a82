/// Why a backup cannot be made, read or restored.
package enum BackupError: Error, Hashable, Sendable {
  /// A zip file of something else.
  case notABackup
  /// Made by a newer tl, which may say more than this one understands.
  case newer
  /// The archive holds more or less than it says.
  case otherEntries
  /// A file has other bytes than when the backup was made.
  case changed(name: String)
  /// A path that no backup holds.
  case refusedPath(name: String)
  /// Ctrl-C.
  case interrupted
  /// FILE is in the vault, which would then be backed up with it.
  case insideVault
  /// FILE exists.
  case exists(path: String)
  /// FILE is a folder.
  case isFolder(path: String)
  /// DIR exists and has something in it.
  case notEmpty(path: String)
  /// A sync was interrupted: files and history do not fit together.
  case unfinishedSync
  /// There is no program `age`.
  case noAge
  /// It ended with this status.
  case age(status: Int32)
  /// It is encrypted, and no identity was given.
  case encrypted
}

extension BackupError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notABackup: "the file is not a backup of tl"
    case .newer: "the backup was made by a newer tl"
    case .otherEntries: "the backup holds other files than it says: it was changed"
    case .changed(let name): "\(name) is not what was backed up"
    case .refusedPath(let name): "\(name) is a path that no backup of tl holds"
    case .interrupted: "interrupted; nothing was left behind"
    case .insideVault: "the backup would be in the vault, and in the next backup"
    case .exists(let path): "\(path) exists"
    case .isFolder(let path): "\(path) is a folder"
    case .notEmpty(let path): "\(path) is not an empty folder"
    case .unfinishedSync: "a sync was interrupted, so that files and history do not fit together"
    case .noAge: "there is no program named age, which encrypts and decrypts"
    case .age(let status): "age ended with status \(status)"
    case .encrypted: "the backup is encrypted"
    }
  }

  /// What to do next; nil where that is clear.
  package var hint: String? {
    switch self {
    case .notABackup, .otherEntries, .changed, .refusedPath:
      "take another backup; nothing was written"
    case .newer: "install that version of tl, or a newer one"
    case .insideVault: "name a file outside of the vault, best on another disk"
    case .exists: "name another file, or --force replaces it"
    case .isFolder: "name a file in it, or --to names one by the time"
    case .notEmpty: "name a new folder"
    case .unfinishedSync: "run tl sync, then try again"
    case .noAge: "install it: the package is named age"
    case .age: "its own words are above; nothing was left behind"
    case .encrypted: "--identity FILE names the key"
    case .interrupted: nil
    }
  }
}
