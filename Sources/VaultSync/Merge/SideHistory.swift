package import Git
package import VaultFormat

/// The commit in which a side last changed a path.
package struct ChangeOrigin: Hashable, Sendable {
  /// Its author time, in seconds since 1970.
  package var time: Int64
  /// The name in its `Tl-Device` trailer, or else its author's.
  package var device: String
  package var commit: ObjectID
}

/// The history of one side, as far as a merge needs it.
package struct SideHistory {
  /// The side's last commit, except merges, that changed the file at a path of its tree.
  ///
  /// Called only if the result matters, and once for each path.
  package var lastChange: (_ path: VaultPath) throws -> ChangeOrigin
}

extension SideHistory {
  /// - Parameter excluded: a commit that, with its ancestors, is not of this side.
  init(of head: ObjectID, excluding excluded: ObjectID, in repository: Repository) {
    let commits = SideCommits(repository, head: head, excluding: excluded)
    self.init { try commits.lastChange(of: $0) }
  }
}

/// The commits of one side of a merge, to find the last change of a file.
///
/// Merge commits do not count: they bring in the changes of others. The result depends only on the commits, so that
/// every device that merges the same two sides gets the same.
private final class SideCommits {
  private let repository: Repository
  private let head: ObjectID
  private let excluded: ObjectID
  /// Newest first; read on first use.
  private var commits: [Commit]?

  init(_ repository: Repository, head: ObjectID, excluding excluded: ObjectID) {
    self.repository = repository
    self.head = head
    self.excluded = excluded
  }

  /// The origin of the last change of the file at `path`; the newest commit if none of them changed it.
  func lastChange(of path: VaultPath) throws -> ChangeOrigin {
    let all = try known()
    for commit in all where commit.parents.count < 2 {
      let parent = try commit.parents.first.map { try repository.commit($0).tree }
      let before = try repository.entry(at: path, inTree: parent)
      if try repository.entry(at: path, inTree: commit.tree) != before {
        return Self.origin(commit)
      }
    }
    if let newest = all.first { return Self.origin(newest) }
    return Self.origin(try repository.commit(head))
  }

  private func known() throws -> [Commit] {
    if let commits { return commits }
    let read = try repository.commits(from: head, excluding: [excluded])
      .map { try repository.commit($0) }
    commits = read
    return read
  }

  private static func origin(_ commit: Commit) -> ChangeOrigin {
    ChangeOrigin(
      time: commit.author.time,
      device: DeviceName.fit(DeviceTrailer.device(in: commit.message) ?? commit.author.name),
      commit: commit.id)
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

  /// `updated`, if the side increased it.
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
