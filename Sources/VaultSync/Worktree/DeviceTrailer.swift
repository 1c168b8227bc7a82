/// The line at the end of a commit message that names the device it was made on.
enum DeviceTrailer {
  static let key = "Tl-Device"

  static func line(_ device: String) -> String { "\(key): \(device)" }

  /// The device that the last paragraph names; the last one where it names several.
  static func device(in message: String) -> String? {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
    let last = lines.reversed().drop { $0.isEmpty }.prefix { !$0.isEmpty }
    return last.first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }
}
