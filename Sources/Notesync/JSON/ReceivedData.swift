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
