internal import Media

/// Where a browser finds a picture: one address, and those of the sizes among which it chooses.
struct PictureSource: Hashable, Sendable {
  /// Without the site's prefix.
  var address: String
  /// The sizes that there are; none if there is only the picture itself.
  var sizes: [Size] = []

  struct Size: Hashable, Sendable {
    var address: String
    /// In pixels.
    var width: Int
  }

  /// - Parameters:
  ///   - preferred: for browsers that choose no size.
  ///   - hasVariants: smaller copies can be made.
  init(_ item: MediaItem, preferred: VariantEdge, hasVariants: Bool) {
    guard hasVariants, item.hasVariants, let size = item.size else {
      address = item.address
      return
    }
    let edges = VariantEdge.needed(for: size)
    address = item.address(of: preferred.standIn(for: size))
    sizes = edges.map { edge in
      Size(address: item.address(of: edge), width: Self.width(of: size, within: edge.pixels))
    }
  }

  /// The width of a picture whose longest side was brought to an edge.
  static func width(of size: PictureSize, within edge: Int) -> Int {
    let longest = max(size.width, size.height)
    guard longest > edge else { return size.width }
    return max(1, (size.width * edge + longest / 2) / longest)
  }

  /// The value of `srcset`; nil if there is no choice.
  func set(on site: SiteAddress) -> String? {
    guard !sizes.isEmpty else { return nil }
    return sizes.map { "\(site.address($0.address)) \($0.width)w" }.joined(separator: ", ")
  }
}
