/// Parses git's progress output.
///
/// Such as `Receiving objects:  45% (450/1000), 1.20 MiB | 2.00 MiB/s`.
struct ProgressReader {
  private(set) var state = TransferProgress(.connecting)
  private var line: [UInt8] = []

  mutating func append(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        endLine()
      } else if line.count < 200 {
        line.append(byte)
      }
    }
  }

  private mutating func endLine() {
    defer { line.removeAll() }
    let text = String(decoding: line, as: UTF8.self)
    let phases: [(String, TransferProgress.Phase)] = [
      ("Receiving objects:", .receiving), ("Resolving deltas:", .resolving),
      ("Counting objects:", .packing), ("Compressing objects:", .packing),
      ("Writing objects:", .sending),
    ]
    guard let phase = phases.first(where: { text.hasPrefix($0.0) })?.1,
      let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")")
    else { return }
    let numbers = text[open..<close].dropFirst().split(separator: "/").compactMap { Int($0) }
    guard numbers.count == 2 else { return }
    state = TransferProgress(
      phase, done: numbers[0], total: numbers[1], bytes: Self.bytes(text[close...]))
  }

  /// The bytes in `), 1.20 MiB | …`; 0 if there are none.
  private static func bytes(_ text: Substring) -> Int {
    let words = text.split { $0 == " " || $0 == "," || $0 == ")" || $0 == "|" }
    let units = ["bytes": 1.0, "KiB": 1024, "MiB": 1_048_576, "GiB": 1_073_741_824]
    guard words.count > 1, let amount = Double(words[0]), amount.isFinite,
      let unit = units[String(words[1])]
    else { return 0 }
    return Int(exactly: (amount * unit).rounded()) ?? 0
  }
}
