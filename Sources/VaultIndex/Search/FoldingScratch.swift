/// Reusable buffers of one thread for folding, so that texts need no allocations.
package struct FoldingScratch {
  /// Made for the first text that is not ASCII, one for each of the first needles.
  private var folders: [TextFolder] = []

  /// A folder is a quarter of a megabyte; needles beyond these share the last one.
  private static let limit = 8

  package init() {}

  /// Calls `body` with the folder for a needle.
  mutating func withFolder<Result>(
    for finder: ByteFinder, _ options: FoldingOptions, _ body: (inout TextFolder) -> Result
  ) -> Result {
    body(&folders[index(for: finder, options)])
  }

  private mutating func index(for finder: ByteFinder, _ options: FoldingOptions) -> Int {
    if let index = folders.firstIndex(where: { $0.finder === finder }) { return index }
    if folders.count < Self.limit {
      folders.append(TextFolder(options: options, finder: finder))
    } else if let last = folders.last, last.finder != nil || last.options != options {
      folders[folders.count - 1] = TextFolder(options: options)
    }
    return folders.count - 1
  }
}
