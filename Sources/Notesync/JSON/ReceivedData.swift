internal import Cryptography
internal import SystemCalls
internal import VaultFormat

/// The content of a `dataBase64`, decoded to a temporary file as it arrived.
package struct ReceivedData: Hashable, Sendable {
  /// The absolute path of the file; empty if the data was skipped or absent.
  package var file: String
  /// The size of the data in bytes.
  package var size: Int64
  /// Lower-case hex.
  package var sha256: String
  /// Whether the data was strict base64, padded, without line ends; if false the file is useless.
  package var isBase64: Bool

  /// The data was skipped or absent, so nothing was decoded.
  package var wasSkipped: Bool { file.isEmpty }

  package static let absent = ReceivedData(file: "", size: -1, sha256: "", isBase64: true)
}

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
