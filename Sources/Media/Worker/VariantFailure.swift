/// Why there is no variant of a picture; the original can still be shown.
package enum VariantFailure: Error, Hashable, Sendable {
  /// tl-media is not installed or does not start: there are only originals.
  case noWorker
  /// Not a picture, or of a format that the system's libvips does not read.
  case unsupported
  /// Beyond `VariantLimits`.
  case tooLarge
  /// Truncated, or not what its first bytes say.
  case damaged
  /// tl-media ended while it worked on the picture.
  case crashed
  case timeout
  /// The original cannot be opened or read.
  case unreadable
  /// Too many pictures wait.
  case busy
  case cancelled

  /// Whether the same picture would fail again.
  package var isOfPicture: Bool {
    switch self {
    case .unsupported, .tooLarge, .damaged, .crashed, .timeout: true
    case .noWorker, .unreadable, .busy, .cancelled: false
    }
  }
}
