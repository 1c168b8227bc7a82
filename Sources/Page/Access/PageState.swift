package import SystemCalls
internal import VaultFormat

/// What this machine keeps for the page of a vault: its name, who has signed in, and where it is served.
package struct PageState: Sendable {
  /// Absolute and private, outside of the vault.
  package let folder: String

  /// Makes the folder if it does not exist.
  package init(_ folder: String) throws(SystemError) {
    self.folder = folder
    try SystemPath.makeFolders(folder, permissions: 0o700)
  }

  /// The host name of the vault's page on this machine: `tl-` and 40 random bits, below `localhost`; made at the first
  /// call.
  package func hostName() throws(SystemError) -> String {
    let bytes = try PrivateFile("\(folder)/name").readOrCreate {
      Array("tl-\((0..<5).map { _ in UInt8.random(in: .min ... .max) }.hex)\n".utf8)
    }
    let name = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return "\(name).localhost"
  }

  /// Marks the page as being served, until the lock is released.
  ///
  /// - Returns: nil if another program serves it.
  package func claim() throws(SystemError) -> FileLock? { try FileLock("\(folder)/running") }

  /// Where the page was served last: the origin and the prefix.
  package func address() throws(SystemError) -> String? {
    try PrivateFile("\(folder)/address").read().map {
      String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }

  package func setAddress(_ address: String) throws(SystemError) {
    try PrivateFile("\(folder)/address").write(Array("\(address)\n".utf8))
  }

  /// A private page that leads a browser to an address: the arguments of a program are seen by every user of a machine.
  ///
  /// - Parameter address: with plain characters only.
  /// - Returns: the path of the file.
  package func redirectPage(to address: String) throws(SystemError) -> String {
    let path = "\(folder)/open.html"
    let html = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\">\n"
    try PrivateFile(path).write(Array(html.utf8))
    return path
  }
}
