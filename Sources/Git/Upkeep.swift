/// What is to be done where a repository has many files of objects: each fetch leaves a pack, each change some loose
/// objects, and git gets slow with many.
///
/// The user's settings count as in git (git-gc(1)): who has set `gc.auto` to 0 takes care of it alone.
package enum Upkeep: Hashable {
  case none
  /// `git gc --auto`.
  case byGit
  /// Small packs, by their names, and maybe the loose objects become one pack.
  case joining([String], withLoose: Bool)

  package struct Settings: Hashable {
    /// `gc.auto`: so many loose objects may gather.
    var loose: Int64 = 6_700
    /// `gc.autoPackLimit`: so many packs.
    var packs: Int64 = 50
    /// `maintenance.auto`.
    var isAutomatic = true
  }

  /// Larger packs are not written anew.
  static let smallPack: Int64 = 16 << 20

  package init(_ files: ObjectFiles, _ settings: Settings, hasGit: Bool) {
    self = .none
    guard settings.isAutomatic, settings.loose > 0 else { return }
    let isLoose =
      files.looseSample > (settings.loose.addingReportingOverflow(255).partialValue) / 256
    let free = files.packs.filter { !$0.isKept }
    if hasGit {
      let isPacked = settings.packs > 0 && free.count > settings.packs
      if isLoose || isPacked { self = .byGit }
      return
    }
    // Whoever has made one index of several packs takes care of them too.
    guard !files.hasCommonIndex else { return }
    let small = free.filter { $0.size <= Self.smallPack }
    let isMany = settings.packs > 0 && small.count >= settings.packs
    if isMany || isLoose {
      self = .joining(isMany ? small.map(\.name).sorted() : [], withLoose: isLoose)
    }
  }
}

/// The files in which a repository keeps its objects.
package struct ObjectFiles: Hashable {
  struct Pack: Hashable {
    /// Without an ending.
    var name: String
    /// In bytes.
    var size: Int64
    /// Another file beside it says that it is to stay as it is: `.keep`, `.promisor`, `.mtimes`, `.bitmap`.
    var isKept: Bool
  }

  var packs: [Pack] = []
  /// The loose objects in one of 256 folders, over which they spread evenly.
  var looseSample = 0
  /// An index of several packs (git-multi-pack-index(1)).
  var hasCommonIndex = false
}
