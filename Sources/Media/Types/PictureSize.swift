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
