package import VaultFormat

/// A file with versions in unsent commits that no sent commit has.
package struct UnsentFile: Hashable, Sendable {
  package var path: VaultPath
  /// The size of its largest version in bytes.
  package var size: Int64
  /// The number of commits with a version.
  package var commits: Int
  /// Whether it was added and deleted within those commits: neither the remote nor the folder has it.
  package var isGone: Bool
}

/// The unsent commits, for the user's decision.
package struct UnsentSummary: Hashable, Sendable {
  /// The first lines of their messages, newest first; may contain control characters.
  package var subjects: [String]
  /// Files that the server may have refused, the likeliest first.
  package var files: [UnsentFile]
}

/// A file that was removed from commits, and the place of its content.
package struct DroppedFile: Hashable, Sendable {
  package var path: VaultPath
  /// Nil if it is still in the folder.
  package var trashNumber: Int?
}

extension [UnsentFile] {
  /// Servers accept notes, which are small: if a message names no file, it is one of the others.
  private static let largest = 5
  private static let shortest = 3

  /// The files for which a server may have refused commits: those that its message names, or else the largest that are
  /// not notes.
  func suspects(by words: String) -> [UnsentFile] {
    let text: [UInt8] = .init(words.utf8)
    let sorted = sorted { ($1.size, $0.path) < ($0.size, $1.path) }
    let named = sorted.filter { file in
      [file.path.bytes, [UInt8].init(file.path.name)].contains {
        $0.count > Self.shortest && text.contains($0)
      }
    }
    if !named.isEmpty { return named }
    return Array(sorted.filter { !$0.path.isNoteByName }.prefix(Self.largest))
  }

  /// Files that can be removed without asking: no notes, and neither in the folder nor in the remote.
  var gone: [UnsentFile] { filter { $0.isGone && !$0.path.isNoteByName } }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= count else { return false }
    return (0...count - part.count).contains {
      self[$0] == first && self[$0..<$0 + part.count].elementsEqual(part)
    }
  }
}
