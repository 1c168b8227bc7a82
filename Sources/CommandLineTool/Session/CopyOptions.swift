import ArgumentParser
internal import Media
internal import SystemCalls

/// What the copies of files in a vault are to differ in.
struct CopyOptions {
  /// What they are to lack.
  let strip: MetadataExtent?
  /// How large pictures may be.
  let max: PictureSide?
  /// Starts when it is first needed.
  let worker: PictureWorker

  init(strip: MetadataExtent?, max: PictureSide?) {
    self.strip = strip
    self.max = max
    worker = PictureWorker(program: ThisDevice.programPath.flatMap(WorkerProgram.path))
  }

  /// As options, with a blank at the end.
  var words: String {
    let options = [strip.map { "--strip \($0.rawValue) " }, max.map { "--max \($0.pixels) " }]
    return options.compactMap(\.self).joined()
  }
}

/// The longest side that a picture may have, in pixels.
struct PictureSide: ExpressibleByArgument, Hashable {
  let pixels: Int

  init?(argument: String) {
    guard let pixels = Int(argument), VariantLimits.copySides.contains(pixels) else { return nil }
    self.pixels = pixels
  }
}

extension ArgumentHelp {
  /// Of `--max`.
  static var maximumSide: ArgumentHelp {
    let sides = VariantLimits.copySides
    return ArgumentHelp(
      """
      Make smaller copies of pictures with a longer side than this many pixels, \
      \(sides.lowerBound) to \(sides.upperBound)
      """, valueName: "pixels")
  }
}

extension MetadataExtent: ExpressibleByArgument {}

extension ArgumentHelp {
  /// Of `--strip`.
  static var strip: ArgumentHelp {
    ArgumentHelp(
      "Leave metadata out of the copies of photos and films: the position, or all",
      valueName: "what")
  }
}
