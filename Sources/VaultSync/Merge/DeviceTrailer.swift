/// The trailer of a commit message that names the device.
enum DeviceTrailer {
  static let key = "Tl-Device"

  static func line(_ device: String) -> String { "\(key): \(device)" }

  /// The device in the last paragraph; the last one of several.
  static func device(in message: String) -> String? {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
    let last = lines.reversed().drop { $0.isEmpty }.prefix { !$0.isEmpty }
    return last.first { $0.hasPrefix(key + ": ") }.map { String($0.dropFirst(key.count + 2)) }
  }
}
