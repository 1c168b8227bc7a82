internal import Notesync

/// Text that cannot be guessed: 256 random bits as 43 URL-safe characters.
enum RandomText {
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Base64Encoder.urlSafe(bytes)
  }
}
