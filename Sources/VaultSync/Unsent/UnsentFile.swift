package import VaultFormat

/// A file of which commits that were not sent hold versions that no sent one has.
package struct UnsentFile: Hashable, Sendable {
  package var path: VaultPath
  /// Of its largest version, in bytes.
  package var size: Int64
  /// How many of the commits brought a version.
  package var commits: Int
  /// It came and went within those commits: neither the remote nor the folder has it.
  package var isGone: Bool
}

/// The commits that were not sent, for a person who is to decide about them.
package struct UnsentSummary: Hashable, Sendable {
  /// The first lines of their messages, the newest first; not fit for a terminal as they are.
  package var subjects: [String]
  /// Those that the server may have refused, the likeliest first.
  package var files: [UnsentFile]
}

/// A file that was taken out of commits, and where its content is.
package struct DroppedFile: Hashable, Sendable {
  package var path: VaultPath
  /// Nil: in the folder, as ever.
  package var trashNumber: Int?
}

extension [UnsentFile] {
  /// Notes are small, and servers take them: where its words name no file, it is one of the others.
  private static let largest = 5
  private static let shortest = 3

  /// The files for which a server may have refused commits: those that its words name, else the largest that are no
  /// notes.
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

  /// What nobody misses where it is taken out of commits: no notes, and neither here nor at the remote.
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
