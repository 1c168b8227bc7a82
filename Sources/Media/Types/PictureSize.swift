/// The size of a picture as it is shown, in pixels.
package struct PictureSize: Hashable, Sendable {
  /// The width after rotation.
  package var width: Int
  /// The height after rotation.
  package var height: Int
  /// What a program that shows the picture has to do with its pixels.
  package var orientation = PictureOrientation.upright

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// - Parameter stored: columns and rows before rotation.
  init(stored: (width: Int, height: Int), _ orientation: PictureOrientation) {
    width = orientation.swapsSides ? stored.height : stored.width
    height = orientation.swapsSides ? stored.width : stored.height
    self.orientation = orientation
  }
}

/// How stored pixels are turned and mirrored to be shown; the raw values are those of EXIF's tag Orientation.
package enum PictureOrientation: Int, Hashable, Sendable, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft

  /// Whether stored columns are shown as rows.
  package var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

  /// Where a step to the right and a step down go: two columns of a matrix, with y downwards.
  private var matrix: (a: Int, b: Int, c: Int, d: Int) {
    switch self {
    case .upright: (1, 0, 0, 1)
    case .mirrored: (-1, 0, 0, 1)
    case .upsideDown: (-1, 0, 0, -1)
    case .flipped: (1, 0, 0, -1)
    case .transposed: (0, 1, 1, 0)
    case .turnedRight: (0, -1, 1, 0)
    case .transversed: (0, -1, -1, 0)
    case .turnedLeft: (0, 1, -1, 0)
    }
  }

  /// This, and then another one.
  func followed(by next: PictureOrientation) -> PictureOrientation {
    let (m, n) = (matrix, next.matrix)
    let product = (
      n.a * m.a + n.b * m.c, n.a * m.b + n.b * m.d, n.c * m.a + n.d * m.c, n.c * m.b + n.d * m.d
    )
    return Self.allCases.first { $0.matrix == product } ?? .upright
  }
}
