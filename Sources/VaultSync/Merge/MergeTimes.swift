internal import Git
internal import VaultFormat

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
