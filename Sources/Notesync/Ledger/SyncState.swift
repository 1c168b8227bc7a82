internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// State of an account between runs that may be lost without harm.
package struct SyncState: Hashable, Sendable {
  /// Seconds since 1970.
  package var lastSync: Int64?
  package var lastError: String?
  package var lastErrorTime: Int64?
  /// The server is known to support probes.
  package var answersProbes = false
  package var refreshesByPost = false
  /// The server can leave media data out of a list.
  package var leavesOutData = false
  /// The lengths of the server's list when its content was fully known.
  var listLengths: ListLengths?
  /// The last note of the probe rotation.
  package var lastQuestion: NoteID?

  package init() {}

  private static let name = "/state"

  /// Empty if the file does not exist or cannot be read.
  init(in folder: String) {
    guard let bytes = try? FileInput.contents(of: folder + Self.name, limit: 1 << 16) else {
      return
    }
    let text = RecordText(parsing: bytes)
    lastSync = text.text("last-sync").flatMap { Int64($0) }
    lastError = text.text("last-error")
    lastErrorTime = text.text("last-error-time").flatMap { Int64($0) }
    answersProbes = text.text("answers-probes") == "yes"
    refreshesByPost = text.text("refreshes-by-post") == "yes"
    leavesOutData = text.text("leaves-out-data") == "yes"
    listLengths = text.text("list-mark").flatMap { ListLengths($0) }
    lastQuestion = text.text("last-question").flatMap { NoteID($0) }
  }

  func save(in folder: String) throws(SystemError) {
    var text = RecordText()
    if let lastSync { text.append("last-sync", "\(lastSync)") }
    if let lastError { text.append("last-error", lastError) }
    if let lastErrorTime { text.append("last-error-time", "\(lastErrorTime)") }
    if answersProbes { text.append("answers-probes", "yes") }
    if refreshesByPost { text.append("refreshes-by-post", "yes") }
    if leavesOutData { text.append("leaves-out-data", "yes") }
    if let listLengths { text.append("list-mark", listLengths.text) }
    if let lastQuestion { text.append("last-question", lastQuestion.text) }
    try SystemPath.makeFolders(folder, permissions: 0o700)
    try PrivateFile(folder + Self.name).write(text.bytes)
  }
}
