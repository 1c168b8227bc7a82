internal import Git
internal import VaultFormat

extension MergeTrees {
  /// Whether a filter makes what git keeps of a path, by the attributes that one of the trees has.
  ///
  /// Such content is never read: what is in it only the filter knows, and not every device has that. What a
  /// device says of attributes besides (`info/attributes`, the user's own file) does not count, since a result
  /// may not depend on who merges.
  func isFiltered(_ path: VaultPath) throws -> Bool {
    if let known = filtered[path] { return known }
    let isFiltered = try [nil, .left, .right].contains { try filter(of: path, in: $0) != nil }
    filtered[path] = isFiltered
    return isFiltered
  }

  /// The name of the filter; nil for none.
  ///
  /// - Parameter tree: nil for the base.
  func filter(of path: VaultPath, in tree: MergeSide?) throws -> String? {
    if let known = lookups[tree] { return try known.filter(of: path) }
    let lookup = AttributeLookup(above: attributesAbove) { [unowned self] in
      try entry(at: $0, in: tree).flatMap { $0.mode.isRegular ? try bytes(of: $0.id) : nil }
    }
    lookups[tree] = lookup
    return try lookup.filter(of: path)
  }
}
