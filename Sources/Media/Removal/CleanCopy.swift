internal import SystemCalls
package import VaultStore

/// The copy of a file without metadata, as `VaultStore` writes it.
package struct CleanCopy {
  /// Nil if there is nothing to remove: the copy is the file as it is.
  package let rewrite: MediaRewrite?
  /// Whether a position was found in the file; there can be one that tl cannot read.
  package let hasPosition: Bool
  /// Whether anything goes besides what lies behind the picture.
  package let removesMetadata: Bool
  /// How many bytes behind the end of the picture are cut off.
  package let trailer: Int64

  /// Plans the copy.
  ///
  /// - Throws: a `MetadataRemovalError`, if the metadata cannot be removed; a `SystemError`.
  package init(of source: borrowing MediaSource, without extent: MetadataExtent) throws {
    let bytes = try Self.bytes(of: source.file)
    let plan = try MetadataRemoval.plan(extent, for: bytes)
    hasPosition = try Self.hasPosition(source.file)
    trailer = plan.trailer
    removesMetadata = plan.edits.contains { $0.range.lowerBound < bytes.size - plan.trailer }
    guard try !plan.changesNothing(in: Self.bytes(of: source.file)) else {
      rewrite = nil
      return
    }
    rewrite = MediaRewrite(plan.pieces(ofSize: bytes.size)) { copy in
      (try? Self.isClean(copy, of: extent)) ?? false
    }
  }

  /// Whether the removal finds nothing more to do in a file, and the reader no position.
  static func isClean(
    _ file: borrowing FileDescriptor, of extent: MetadataExtent
  ) throws -> Bool {
    let plan = try MetadataRemoval.plan(extent, for: bytes(of: file))
    return try plan.changesNothing(in: bytes(of: file)) && !hasPosition(file)
  }

  private static func hasPosition(_ file: borrowing FileDescriptor) throws -> Bool {
    try MediaFacts(of: ByteSource(file.duplicated())).details?.position != nil
  }

  private static func bytes(of file: borrowing FileDescriptor) throws -> ByteSource {
    try ByteSource(file.duplicated(), budget: MetadataRemoval.usualBudget)
  }
}
