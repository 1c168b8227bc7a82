extension MetadataRemoval {
  /// What the removal reads at most besides the file itself, whose compressed data it may have to look through.
  package static let usualBudget = 256 << 20

  /// The plan for a file; empty if there is nothing to remove.
  ///
  /// After it has been carried out, the reader finds no position, and the compressed data is the same.
  ///
  /// - Parameter source: with a budget of `usualBudget`.
  package static func plan(
    _ extent: MetadataExtent, for source: ByteSource
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    let file = source.all
    let format = MediaType(of: file).format
    let plan: MetadataRemoval
    do throws(MetadataRemovalError) {
      switch (format, extent) {
      case (.jpeg, _): plan = try JPEGRemoval.plan(extent, file)
      case (.png, _): plan = try PNGRemoval.plan(extent, file)
      case (.webp, _): plan = try WebPRemoval.plan(extent, file)
      case (.heif, _), (.avif, _): plan = try HEIFRemoval.plan(extent, file)
      case (.mp4, _), (.m4v, _), (.m4a, _), (.quickTime, _):
        guard let moviePlan = MetadataRemoval(try ISORemoval.edits(extent, file)) else {
          throw .damaged
        }
        plan = moviePlan
      case (.tiff, .position):
        guard let tiffPlan = MetadataRemoval(try TIFFRemoval.edits(file)) else { throw .damaged }
        plan = tiffPlan
      default: throw .unsupported(format, extent)
      }
    } catch .damaged where source.budget <= 0 {
      throw .tooLarge
    }
    return plan
  }
}
