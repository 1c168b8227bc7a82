@testable import Media

/// All that is read of bytes in memory.
func facts(_ bytes: [UInt8], budget: Int = ByteSource.usualBudget) -> MediaFacts {
  MediaFacts(of: ByteSource(bytes, budget: budget))
}

func details(_ exif: [UInt8]) -> PhotoDetails? {
  PhotoDetails(exif: ByteSource(exif).all)
}

/// The bytes after metadata was removed.
func stripped(
  _ bytes: [UInt8], _ extent: MetadataExtent
) throws(MetadataRemovalError) -> [UInt8] {
  let source = ByteSource(bytes, budget: MetadataRemoval.usualBudget)
  return try MetadataRemoval.plan(extent, for: source).applied(to: bytes)
}

extension [UInt8] {
  func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
