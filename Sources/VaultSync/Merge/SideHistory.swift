internal import Git
package import VaultFormat

/// The commit in which a side last changed a path.
package struct ChangeOrigin: Hashable, Sendable {
  /// Its author time, in seconds since 1970.
  package var time: Int64
  /// The name in its `Tl-Device` trailer, or else its author's.
  package var device: String
}

/// The history of one side, as far as a merge needs it.
package struct SideHistory {
  /// The side's last commit, except merges, that changed the file at a path of its tree.
  ///
  /// Called only if the result matters, and once for each path.
  package var lastChange: (_ path: VaultPath) throws -> ChangeOrigin
}

extension SideHistory {
  /// Gives the newest commit if none of them changed the file.
  ///
  /// Depends only on the commits, so that every device that merges the same two sides gets the same.
  ///
  /// - Parameter excluded: a commit that, with its ancestors, is not of this side.
  init(of head: ObjectID, excluding excluded: ObjectID, in repository: Repository) {
    var known: [Commit]?
    self.init { path in
      let commits =
        try known
        ?? repository.commits(from: head, excluding: [excluded]).map { try repository.commit($0) }
      known = commits
      // Merge commits bring in the changes of others.
      let last = try commits.first { commit in
        guard commit.parents.count < 2 else { return false }
        let parent = try commit.parents.first.map { try repository.commit($0).tree }
        return try repository.entry(at: path, inTree: parent)
          != repository.entry(at: path, inTree: commit.tree)
      }
      return ChangeOrigin(of: try last ?? commits.first ?? repository.commit(head))
    }
  }
}

extension ChangeOrigin {
  fileprivate init(of commit: Commit) {
    time = commit.author.time
    device = DeviceName.fit(DeviceTrailer.device(in: commit.message) ?? commit.author.name)
  }
}

/// Decides which side is later for a file.
///
/// A side's time for a note is its `updated` if the side increased it; otherwise, and for every other file, the author
/// time of its last commit that changed the file. Of equal times the greater blob id is later.
struct MergeTimes {
  let trees: MergeTrees
  let zone: TimeZoneRules

  /// Seconds since 1970; the smallest number for a side without the file.
  func time(of unit: FileUnit, on side: MergeSide) throws -> Int64 {
    guard let file = unit.files[side] else { return .min }
    if unit.kind == .note, let updated = try updated(in: unit, on: side) { return updated }
    return try trees.origin(of: file.path, on: side).time
  }

  private func updated(in unit: FileUnit, on side: MergeSide) throws -> Int64? {
    guard let new = try updated(of: unit.files[side]) else { return nil }
    guard let old = try updated(of: unit.files.base) else { return new }
    return new > old ? new : nil
  }

  private func updated(of file: PlacedFile?) throws -> Int64? {
    guard let file else { return nil }
    return NoteMetadata(of: try trees.document(of: file.entry.id), zone: zone).updated?.seconds
  }

  /// The later of two sides that both have the file.
  func laterSide(of unit: FileUnit) throws -> MergeSide {
    let left = try Rank(time: time(of: unit, on: .left), file: unit.files.left)
    let right = try Rank(time: time(of: unit, on: .right), file: unit.files.right)
    return left < right ? .right : .left
  }

  /// The time of a file among others that want its name: that of the last side that changed it.
  func rank(of unit: FileUnit) throws -> Rank {
    try MergeSide.both.filter { unit.files.isChanged(on: $0) }
      .map { try Rank(time: time(of: unit, on: $0), file: unit.files[$0]) }
      .max() ?? Rank(time: .min, file: nil)
  }

  struct Rank: Comparable {
    var time: Int64
    var file: PlacedFile?

    static func < (a: Rank, b: Rank) -> Bool {
      if a.time != b.time { return a.time < b.time }
      guard let ours = a.file, let theirs = b.file else { return a.file == nil && b.file != nil }
      return ours.entry.id == theirs.entry.id
        ? ours.path < theirs.path : ours.entry.id < theirs.entry.id
    }
  }
}
