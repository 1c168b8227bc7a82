internal import Notesync

/// Text that cannot be guessed: 256 random bits as 43 URL-safe characters.
enum RandomText {
  static func make() -> String {
    Base64Encoder.urlSafe((0..<32).map { _ in UInt8.random(in: .min ... .max) })
  }
}
