/// Room for folding that one thread uses again and again, so that no text costs an allocation.
package struct FoldingScratch {
  /// Made when the first text that is not ASCII comes by.
  var folder: TextFolder?

  package init() {}

  /// Sees to it that `folder` is there and has these options.
  mutating func prepareFolder(_ options: FoldingOptions) {
    if folder?.options != options { folder = TextFolder(options: options) }
  }
}
