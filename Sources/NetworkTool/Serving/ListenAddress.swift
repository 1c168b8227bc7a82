internal import CommandLineTool

/// Where a server listens.
struct ListenAddress {
  let host: String
  let port: Int

  /// Reads `HOST:PORT`, `[::1]:PORT` or `:PORT`, which means every address of this machine.
  ///
  /// - Parameter example: for the error.
  init(_ text: String, example: String) throws {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...])
    else {
      throw CommandError(
        "--listen \(text) is not an address and port", hint: "such as \(example)",
        status: .wrongUsage)
    }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self.host = host.isEmpty ? "0.0.0.0" : host
    self.port = Int(port)
  }
}
