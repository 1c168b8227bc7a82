internal import SystemCalls

/// The packs of a fetch, until a reference has their commits: before that `git repack -a -d` would remove them.
///
/// Git marks them in the same way (git-index-pack(1), `--keep`). Where a mark cannot be written or removed, the fetch goes
/// on: it is as safe as without.
struct FetchedPacks {
  private static let mark = Array("fetched by tl\n".utf8)

  private let folder: SystemFolder
  private let known: Set<String>

  /// Removes the marks that an earlier fetch has left.
  init(of repository: Repository) {
    folder = SystemFolder(path: repository.commonFolder + "objects/pack")
    known = Set((try? folder.names(in: ".")) ?? [])
    for name in known where name.hasSuffix(".keep") {
      if let content = try? folder.content(of: name), content.bytes == Self.mark {
        try? folder.remove(name)
      }
    }
  }

  /// Marks the packs that have come since.
  func keep() {
    for mark in marks { try? folder.create(mark, content: Self.mark) }
  }

  /// Removes these marks.
  func release() {
    for mark in marks { try? folder.remove(mark) }
  }

  /// The names of the marks of all packs that are new.
  private var marks: [String] {
    let packs = ((try? folder.names(in: ".")) ?? []).filter { $0.hasSuffix(".pack") }
    return packs.map { "\($0.dropLast("pack".count))keep" }.filter { !known.contains($0) }
  }
}
