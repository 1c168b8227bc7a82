internal import Media
internal import SystemCalls

extension CommandError {
  /// Why there is no smaller copy of a picture.
  init(_ failure: VariantFailure, ofFile name: String, _ format: MediaFormat) {
    let asItIs = "it was not copied; without --max it is copied as it is"
    switch failure {
    case .noWorker:
      self = Self.noPictureProgram
      hints.append("without --max files are copied as they are")
    case .unsupported:
      self.init("\(name): is \(format.name), which the libvips of this system does not read")
      hints = ["install libvips with \(format.name), or: \(asItIs)"]
    case .tooLarge:
      self.init("\(name): is too large to be made smaller: more than 100 megapixels or 256 MiB")
      hints = [asItIs]
    case .damaged:
      self.init("\(name): is damaged, so no smaller copy can be made", hint: asItIs)
    case .crashed:
      self.init("\(name): tl-media ended while it made the smaller copy", hint: asItIs)
    case .timeout:
      self.init("\(name): the smaller copy took longer than a minute", hint: asItIs)
    case .unreadable: self.init("\(name): cannot be read")
    case .busy, .cancelled: self.init("\(name): interrupted")
    }
  }

  /// tl-media is not there or does not start.
  static var noPictureProgram: CommandError {
    let isInstalled = ThisDevice.programPath.flatMap(WorkerProgram.path) != nil
    var error = CommandError(
      isInstalled
        ? "tl-media, which makes pictures smaller, does not start: it needs libvips"
        : "tl-media, which makes pictures smaller, is not installed: it needs libvips")
    error.hints = [
      isInstalled
        ? "install libvips (Debian and Ubuntu: libvips42, macOS: brew install vips)"
        : "install libvips (Debian and Ubuntu: libvips-dev, macOS: brew install vips), then run scripts/install"
    ]
    return error
  }
}
