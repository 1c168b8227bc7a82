internal import Cryptography
internal import Foundation
package import SystemCalls
internal import WebServer

/// A token that opens a part of the page to a program: the API, or one feed with its calendar.
package struct AccessToken: Hashable, Codable, Sendable {
  package var name: String
  /// It changes nothing.
  package var isReadOnly: Bool
  /// Of a feed: the fields of the timeline's address, such as `q=tag%3Akaia`.
  package var filter: String?
  /// Of a feed; nil for one that was made before there were calendars, and opens none.
  package var hasCalendar: Bool?
  /// In seconds since 1970.
  package var created: Int64

  package init(
    name: String, isReadOnly: Bool, filter: String? = nil, hasCalendar: Bool? = nil, created: Int64
  ) {
    (self.name, self.isReadOnly, self.filter) = (name, isReadOnly, filter)
    (self.hasCalendar, self.created) = (hasCalendar, created)
  }
}

/// The tokens of a vault's page.
///
/// A token is a private file of the state folder, named by its hash, so that a running server knows at once which were made
/// and removed. The token itself is nowhere: it has 256 random bits, so that a hash without salt is enough.
package struct TokenStore: Sendable {
  /// What the tokens of a store open; none opens what another's do.
  package enum Use: String, Sendable {
    case scripts = "tokens"
    case feeds
  }

  private let folder: String

  /// - Parameter stateFolder: exists and is private.
  package init(_ use: Use, in stateFolder: String) throws(SystemError) {
    folder = "\(stateFolder)/\(use.rawValue)"
    try SystemPath.makeFolders(folder, permissions: 0o700)
  }

  /// - Returns: the new token, which is shown once.
  package func add(_ token: AccessToken) throws -> String {
    let text = "tl_" + RandomText.make()
    try PrivateFile(path(of: text)).write(JSONEncoder.fileBytes(token))
    return text
  }

  /// By name; unreadable files are left out, since they open nothing.
  package func all() throws(SystemError) -> [AccessToken] {
    try files().map(\.token).sorted { ($0.name, $0.created) < ($1.name, $1.created) }
  }

  /// - Returns: whether there was one of that name.
  package func remove(named name: String) throws(SystemError) -> Bool {
    let found = try files().filter { $0.token.name == name }
    for file in found { try SystemPath.remove(file.path) }
    return !found.isEmpty
  }

  /// Nil for a text that is no token, or no longer one.
  ///
  /// - Throws: if it cannot be read: nobody is told then that a token is none.
  func token(_ text: String) throws(SystemError) -> AccessToken? {
    guard 1...Self.lengthLimit ~= text.utf8.count else { return nil }
    return try Self.read(path(of: text))
  }

  private static let lengthLimit = 128

  private func files() throws(SystemError) -> [(path: String, token: AccessToken)] {
    var files: [(path: String, token: AccessToken)] = []
    for name in try SystemPath.names(in: folder) {
      let path = "\(folder)/\(name)"
      if let token = try Self.read(path) { files.append((path, token)) }
    }
    return files
  }

  private static func read(_ path: String) throws(SystemError) -> AccessToken? {
    guard let bytes = try PrivateFile(path).read() else { return nil }
    return try? JSONDecoder().decode(AccessToken.self, from: Data(bytes))
  }

  private func path(of text: String) -> String { "\(folder)/\(sha256Hex(text.utf8))" }
}

extension JSONEncoder {
  /// Of a file that somebody may read too.
  static func fileBytes(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }
}
