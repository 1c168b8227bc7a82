import Foundation
import TestSupport

@testable import VaultFormat
@testable import VaultSync

/// A change of one device that waits while others go on: how it begins to wait, and how that ends.
struct HeldStory {
  /// Why a change waits.
  enum Hold: String, CaseIterable {
    case markers, large, link, linkAbove, assumeUnchanged, skipWorktree, deletion
  }

  /// What the file is when it need not wait any more.
  enum End: String, CaseIterable {
    case edited, reverted, deleted, moved
  }

  let device: SyncDevice
  let path: String
  let hold: Hold
  /// The text that the file had before.
  let before: String
  /// A line that is nowhere else.
  let line: String

  static let marks = "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other\n"
  static let smallLimit = "format: 1\nmedia:\n  max_size: 1KB\n"
  static let usualLimit = "format: 1\n"

  /// The text with the device's change.
  var edited: String {
    before + "\n\(line)\n" + (hold == .large ? String(repeating: "x", count: 2000) + "\n" : "")
  }

  /// The folder, or the file, that a link stands for.
  private var linked: String {
    hold == .linkAbove ? String(path.split(separator: "/")[0]) : path
  }

  func begin() throws {
    switch hold {
    case .markers: device[path] = edited + Self.marks
    case .large:
      device[".tl/config.yaml"] = Self.smallLimit
      device[path] = edited
    case .link, .linkAbove:
      rename(device.file(linked), device.file(linked + ".away~"))
      symlink("/nowhere", device.file(linked))
    case .assumeUnchanged, .skipWorktree:
      try device.git("update-index", "--" + flag, path)
      device[path] = edited
    case .deletion: device[path] = nil
    }
  }

  private var flag: String {
    hold == .assumeUnchanged ? "assume-unchanged" : "skip-worktree"
  }

  /// Ends the wait; the next sync may record the file.
  ///
  /// - Returns: the text that the device has of it then, and where; nil where it deleted the file.
  func end(_ end: End) throws -> (path: String, text: String)? {
    switch hold {
    case .markers: break
    case .large: device[".tl/config.yaml"] = Self.usualLimit
    case .link, .linkAbove:
      unlink(device.file(linked))
      rename(device.file(linked + ".away~"), device.file(linked))
    case .assumeUnchanged, .skipWorktree:
      let isKnown = try !device.git("ls-files", path).isEmpty
      if isKnown { try device.git("update-index", "--no-" + flag, path) }
      // Git forgot the mark with the path: adding the file is how it is known again.
      if !isKnown, device.exists(path), end == .edited || end == .reverted {
        device[path] = end == .edited ? edited : before
        try device.git("add", "-f", path)
      }
    case .deletion: return nil
    }
    switch end {
    case .edited:
      device[path] = edited
      return (path, edited)
    case .reverted:
      device[path] = before
      return (path, before)
    case .deleted:
      device[path] = nil
      return nil
    case .moved:
      let place = "moved/" + path.split(separator: "/").joined(separator: "-")
      device[path] = nil
      device[place] = edited
      return (place, edited)
    }
  }
}
