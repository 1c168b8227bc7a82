internal import Media
internal import SystemCalls

/// What the copies of files in a vault are to differ in.
struct CopyWishes {
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
