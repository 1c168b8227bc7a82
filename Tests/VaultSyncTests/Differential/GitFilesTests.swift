import Testing

@testable import Git

/// What tl writes in git's own formats, against git and libgit2: indexes and packs of random trees.
///
/// `TL_GIT_FILES_SEEDS=FIRST..LAST` runs these histories; without it, as many as a test run has time for.
@Suite("Indexes and packs that tl writes")
struct GitFilesTests {
  @Test("random trees")
  func histories() throws {
    try GitFilesHistory.runAll("TL_GIT_FILES_SEEDS", count: 8)
  }
}

/// An index and a pack of one seed.
struct GitFilesHistory: SeededHistory {
  private var index: IndexFormatHistory
  private var pack: PackFormatHistory
  var story: [String] { index.story + pack.story }

  init(seed: UInt64) throws {
    index = try IndexFormatHistory(seed: seed)
    pack = try PackFormatHistory(seed: seed)
  }

  mutating func run() throws -> [String] { try index.run() + pack.run() }
}
