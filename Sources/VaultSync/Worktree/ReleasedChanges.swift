package import Git
package import VaultFormat

/// Held changes that can be committed: to be merged with the branch, each from its base.
package struct ReleasedChanges: Hashable, Sendable {
  /// In an order that depends on the commits only.
  package var sides: [Side] = []
  /// The folder's entries of held files without a change.
  ///
  /// They get the branch's version.
  package var unchanged: [VaultPath: TreeEntry?] = [:]

  package var isEmpty: Bool { sides.isEmpty && unchanged.isEmpty }

  /// All changes, in byte order of the paths.
  package var changes: [CommittedChange] {
    sides.flatMap(\.changes).sorted { $0.path < $1.path }
  }

  /// Without the files that another program has open, and without what is merged together with one of them.
  func leavingOut(_ open: Set<VaultPath>) -> ReleasedChanges {
    var rest = self
    rest.sides.removeAll { side in side.changes.contains { open.contains($0.path) } }
    rest.unchanged = rest.unchanged.filter { !open.contains($0.key) }
    return rest
  }

  /// The changes with one base.
  package struct Side: Hashable, Sendable {
    /// Nil if it is unknown.
    package var base: ObjectID?
    /// Relative to the base, in byte order of the paths.
    package var changes: [CommittedChange]
  }

  /// - Parameter next: a change and its base.
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
