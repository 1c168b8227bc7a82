internal import Foundation

/// Text that cannot be guessed: 256 random bits as 43 URL-safe characters.
package enum RandomText {
  package static func make() -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    return Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
