internal import Cryptography
internal import Foundation
internal import Notesync
internal import SystemCalls
internal import WebServer

/// Requests that could not be carried out in full, kept as received, so that nothing in them is lost.
struct AsideFolder {
  let path: String
  /// The limit for all kept requests, in bytes; beyond it no request is kept.
  private static let limit: Int64 = 2 << 30

  /// Keeps a request once, however often it is sent.
  ///
  /// - Returns: its path; a file beside it has the reasons.
  func keep(_ spool: Spool, _ problems: [RequestProblem]) throws -> String {
    try SystemPath.makeFolders(path, permissions: 0o700)
    let data = try Data(contentsOf: URL(fileURLWithPath: spool.path), options: .mappedIfSafe)
    let file = "\(path)/\(sha256Hex(data).prefix(32)).json"
    let manager = FileManager.default
    if manager.fileExists(atPath: file) { return file }
    let kept = try manager.contentsOfDirectory(atPath: path).reduce(Int64(0)) { sum, name in
      let attributes = try? manager.attributesOfItem(atPath: "\(path)/\(name)")
      return sum + ((attributes?[.size] as? Int64) ?? 0)
    }
    guard kept + spool.size <= Self.limit else {
      throw Unavailable(description: "too much is kept already")
    }
    try PrivateFile(file).write(Array(data))
    let reasons = problems.map { "\($0)\n" }.joined()
    try PrivateFile(file + ".reasons").write(Array(reasons.utf8))
    return file
  }
}
