/// What to do about many object files: each fetch leaves a pack, each change some loose objects, and git gets slow with
/// many.
///
/// The user's settings count as in git (git-gc(1)): `gc.auto` = 0 turns it off.
package enum Maintenance: Hashable {
  case none
  /// `git gc --auto`.
  case byGit
  /// Join these small packs, and the loose objects if `withLoose`.
  case joining([String], withLoose: Bool)

  package struct Settings: Hashable {
    /// `gc.auto`: the number of loose objects allowed.
    var loose: Int64 = 6_700
    /// `gc.autoPackLimit`: the number of packs allowed.
    var packs: Int64 = 50
    /// `maintenance.auto`.
    var isAutomatic = true
  }

  /// Larger packs are not rewritten.
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
    // The creator of a multi-pack index maintains the packs.
    guard !files.hasCommonIndex else { return }
    let small = free.filter { $0.size <= Self.smallPack }
    let isMany = settings.packs > 0 && small.count >= settings.packs
    if isMany || isLoose {
      self = .joining(isMany ? small.map(\.name).sorted() : [], withLoose: isLoose)
    }
  }
}

/// The object files of a repository.
package struct ObjectFiles: Hashable {
  struct Pack: Hashable {
    /// The name without an extension.
    var name: String
    /// The size of the pack in bytes.
    var size: Int64
    /// Another file beside it keeps it: `.keep`, `.promisor`, `.mtimes`, `.bitmap`.
    var isKept: Bool
  }

  var packs: [Pack] = []
  /// The number of loose objects in one of 256 folders, over which they spread evenly.
  var looseSample = 0
  /// A multi-pack index (git-multi-pack-index(1)).
  var hasCommonIndex = false
}
