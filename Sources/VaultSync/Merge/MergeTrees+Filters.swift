internal import Git
internal import VaultFormat

extension MergeTrees {
  /// Whether a path has a filter, by the attributes of one of the trees.
  ///
  /// Filtered content is never read: only the filter can, and not every device has it. Attributes of a device
  /// (`info/attributes`, the user's own file) do not count, since the result must not depend on the merging device.
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
