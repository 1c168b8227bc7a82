internal import Notesync
internal import NotesyncServer
internal import SystemCalls

/// The server and user of a vault on this machine, without secrets.
struct AccountFile {
  private let file: PrivateFile

  init(in folder: String) {
    file = PrivateFile("\(folder)/account")
  }

  struct Content {
    var server: ServerAddress
    /// As given by the user or the server.
    var userName: String?
    /// The account's id on the server.
    var user: String
  }

  /// Nil before the first login.
  func read() throws -> Content? {
    guard let bytes = try file.read() else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3 else { return nil }
    return Content(
      server: try ServerAddress(lines[0]), userName: lines[1].isEmpty ? nil : lines[1],
      user: lines[2])
  }

  func write(_ content: Content) throws {
    let lines = [content.server.text, content.userName ?? "", content.user]
    let text = lines.map { $0.filter { !$0.isNewline } + "\n" }.joined()
    try file.write(Array(text.utf8))
  }
}
