package import Git
package import VaultFormat

/// The commit in which a side last changed a path.
package struct ChangeOrigin: Hashable, Sendable {
  /// Its author time, in seconds since 1970.
  package var time: Int64
  /// The name in its `Tl-Device` trailer, or else its author's.
  package var device: String
  package var commit: ObjectID

  package init(time: Int64, device: String, commit: ObjectID) {
    self.time = time
    self.device = device
    self.commit = commit
  }
}

/// The history of one side, as far as a merge needs it.
package struct SideHistory {
  /// The side's last commit, except merges, that changed the file at a path of its tree.
  ///
  /// Called only if the result matters, and once for each path.
  package var lastChange: (_ path: VaultPath) throws -> ChangeOrigin

  package init(lastChange: @escaping (_ path: VaultPath) throws -> ChangeOrigin) {
    self.lastChange = lastChange
  }
}
