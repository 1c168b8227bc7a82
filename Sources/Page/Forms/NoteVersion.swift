internal import Cryptography
internal import HTTPTypes
internal import VaultFormat
internal import WebServer

/// The version of a note's file in `ETag`, `If-Match` and `If-None-Match` (RFC 9110, 8.8.3 and 13.1).
///
/// A file in Markdown has its SHA-256 as a tag. A note in JSON, which also has what lies in the media folder, has the same
/// with a hyphen and more behind it. Conditions compare the SHA-256 alone.
struct NoteVersion: Hashable, Sendable {
  /// SHA-256 of the file, as lower-case hex.
  let hash: String

  init(of document: NoteDocument) { hash = sha256Hex(document.bytes) }

  var tag: String { "\"\(hash)\"" }

  /// The tag of a representation.
  func tag(of representation: String) -> String {
    "\"\(hash)-\(sha256Hex(representation.utf8).prefix(16))\""
  }
}

/// The versions that `If-Match` names.
struct VersionCondition: Hashable, Sendable {
  /// Any version.
  let isAny: Bool
  private let hashes: Set<String>

  /// - Parameter field: of the request.
  init(_ field: String) {
    let tags = field.split(separator: ",").map { $0.filter { !$0.isWhitespace } }
    isAny = tags == ["*"]
    hashes = Set(
      tags.compactMap { tag in
        guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.count > 2 else { return nil }
        return String(tag.dropFirst().dropLast().prefix { $0 != "-" })
      })
  }

  func matches(_ version: NoteVersion) -> Bool { isAny || hashes.contains(version.hash) }
}

extension WebRequest {
  /// Nil without `If-Match`.
  var versionCondition: VersionCondition? { headers[.ifMatch].map(VersionCondition.init) }
}
