internal import SystemCalls

/// The packs of a fetch, until a reference has their commits: before that `git repack -a -d` would remove them.
///
/// Git marks them in the same way (git-index-pack(1), `--keep`). Where a mark cannot be written or removed, the fetch goes
/// on: it is as safe as without.
struct FetchedPacks {
  private static let mark = Array("fetched by tl\n".utf8)

  private let folder: SystemFolder
  /// The names of the packs that were there before.
  private let known: Set<String>

  /// Removes the marks that an earlier fetch has left.
  init(of repository: Repository) {
    folder = SystemFolder(path: repository.commonFolder + "objects/pack")
    let names = (try? folder.names(in: ".")) ?? []
    known = Set(names.filter { $0.hasSuffix(".pack") })
    for name in names where name.hasSuffix(".keep") { removeMark(name) }
  }

  /// Marks the packs that have come since.
  func keep() {
    for mark in marks { try? folder.create(mark, content: Self.mark) }
  }

  /// Removes these marks.
  func release() {
    for mark in marks { removeMark(mark) }
  }

  /// Does nothing to a mark of git.
  private func removeMark(_ name: String) {
    guard let content = try? folder.content(of: name), content.bytes == Self.mark else { return }
    try? folder.remove(name)
  }

  /// The names of the marks of all packs that are new.
  private var marks: [String] {
    let packs = ((try? folder.names(in: ".")) ?? []).filter { $0.hasSuffix(".pack") }
    return packs.filter { !known.contains($0) }.map { "\($0.dropLast("pack".count))keep" }
  }
}
