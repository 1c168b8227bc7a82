package import Git
package import VaultFormat

/// Changes that waited and can be committed: to be merged with the branch from where they began.
package struct ReleasedChanges: Hashable, Sendable {
  /// In an order that depends on the commits alone.
  package var sides: [Side] = []
  /// What the folder holds of files that changed nothing.
  ///
  /// They get what the branch has.
  package var unchanged: [VaultPath: TreeEntry?] = [:]

  package var isEmpty: Bool { sides.isEmpty && unchanged.isEmpty }

  /// All changes, in byte order of their paths.
  package var changes: [CommittedChange] {
    sides.flatMap(\.changes).sorted { $0.path < $1.path }
  }

  /// The changes that were made from one commit.
  package struct Side: Hashable, Sendable {
    /// Nil where that is not known.
    package var base: ObjectID?
    /// Against the commit, in byte order of their paths.
    package var changes: [CommittedChange]
  }

  /// - Parameter next: a change and the commit that it was made from.
  mutating func add(_ next: CommittedChange, madeFrom base: ObjectID?) {
    if let number = sides.firstIndex(where: { $0.base == base }) {
      sides[number].changes.append(next)
    } else {
      sides.append(Side(base: base, changes: [next]))
    }
  }

  mutating func sort() {
    for number in sides.indices { sides[number].changes.sort { $0.path < $1.path } }
    sides.sort { ($0.base?.hex ?? "~") < ($1.base?.hex ?? "~") }
  }
}
