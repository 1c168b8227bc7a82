/// What stood in a `dataBase64`, decoded to a temporary file while it came.
package struct ReceivedData: Hashable, Sendable {
  /// Absolute; empty where the data was not wanted, or did not come.
  package var file: String
  /// In bytes.
  package var size: Int64
  /// Lower-case hex.
  package var sha256: String
  /// Strict base64, padded, without line ends; where false the file holds nothing of use.
  package var isBase64: Bool

  /// Nobody wanted it, or it did not come, so that nothing was decoded.
  package var wasSkipped: Bool { file.isEmpty }

  /// It did not come.
  package static let absent = ReceivedData(file: "", size: -1, sha256: "", isBase64: true)
}
