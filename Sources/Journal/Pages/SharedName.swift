package import VaultFormat

/// A name that several pages of one kind have: the finding `shared-name`.
package struct SharedName: Hashable, Sendable {
  /// As the first of the pages writes it.
  package let name: String
  /// Two or more, sorted.
  package let paths: [VaultPath]

  /// The names that several of the pages have, sorted by the first page of each.
  package static func all(among pages: [some NamedPage]) -> [SharedName] {
    var found: [NameKey: (place: Int, name: String, paths: [VaultPath])] = [:]
    for page in pages.sorted(by: { $0.path < $1.path }) {
      for name in page.spelledNames {
        let key = NameKey(name.utf8)
        var entry = found[key] ?? (found.count, name, [])
        if entry.paths.last != page.path { entry.paths.append(page.path) }
        found[key] = entry
      }
    }
    return found.values.filter { $0.paths.count > 1 }.sorted { $0.place < $1.place }
      .map { SharedName(name: $0.name, paths: $0.paths) }
  }
}
