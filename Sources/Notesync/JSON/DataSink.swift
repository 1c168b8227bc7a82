internal import Cryptography
internal import SystemCalls
internal import VaultFormat

/// Decodes base64 to a new file as it arrives.
struct DataSink {
  private var decoder = Base64Decoder()
  private var hash = SHA256()
  private var size: Int64 = 0
  private var decoded: [UInt8] = []
  private let output: FileOutput?
  /// The maximum size of one file, in bytes.
  private static let limit: Int64 = 1 << 30

  /// Discards all data.
  static var none: DataSink { DataSink(output: nil) }

  /// - Parameter folder: absolute.
  init(in folder: String) throws {
    self.init(output: try FileOutput(newIn: folder))
  }

  private init(output: FileOutput?) {
    self.output = output
  }

  mutating func take(_ piece: UnsafeBufferPointer<UInt8>) throws {
    guard let output else { return }
    decoded.removeAll(keepingCapacity: true)
    decoder.read(piece, into: &decoded)
    size += Int64(decoded.count)
    guard size <= Self.limit else {
      throw JSONSyntaxError(message: "a file is too large", offset: 0)
    }
    hash.update(decoded)
    try output.write(decoded)
  }

  func finish() throws -> ReceivedData {
    guard let output else { return ReceivedData(file: "", size: 0, sha256: "", isBase64: true) }
    try output.close()
    return ReceivedData(
      file: output.path, size: size, sha256: hash.hex, isBase64: decoder.isComplete)
  }
}
