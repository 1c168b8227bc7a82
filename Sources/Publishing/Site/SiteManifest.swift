internal import Foundation
internal import VaultFormat

/// What a build has written: `manifest.json` in the folder of the site, which is public as all of it.
///
/// So it names notes by their ids and no path of the vault; `SiteRecord` has those (docs/decisions/0017).
package struct SiteManifest: Hashable, Sendable {
  package struct Entry: Hashable, Sendable, Codable {
    /// Of the content; nil while a build is unfinished: anything may be there then.
    package var sha256: String?
    package var bytes: Int64
    /// The id of the note from which alone it is.
    package var note: String?
    /// The rule that lets it out, `list` for what is made of several notes, `program` for what is made of none.
    package var rule: String
    /// A hash of all that it is made from.
    package var made: String
  }

  /// By paths below the folder.
  package var files: [String: Entry] = [:]
  /// The ids of notes that were here and were taken back; sorted.
  package var withdrawn: [String] = []

  package static let name = "manifest.json"
  private static let version = 1

  package init() {}

  private struct Stored: Codable {
    var version: Int
    var files: [String: Entry]
    var withdrawn: [String]
  }

  /// Nil for what no build has written; paths that none would write are left out.
  package init?(_ bytes: [UInt8]) {
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      stored.version == Self.version
    else { return nil }
    files = stored.files.filter { Self.isPath($0.key) }
    withdrawn = stored.withdrawn
  }

  /// The same for the same files, byte for byte; a file a line.
  package var text: [UInt8] {
    let lines = files.keys.sorted().compactMap { path in
      files[path].map { "\(JSONValue.string(path).compact):\($0.json.compact)" }
    }
    let ids = JSONValue.array(withdrawn.map(JSONValue.string)).compact
    let head = "{\"version\":\(Self.version),\n\"withdrawn\":\(ids),\n\"files\":{\n"
    return Array("\(head)\(lines.joined(separator: ",\n"))\n}}\n".utf8)
  }

  /// The pages of notes, by the ids of these.
  package var pages: [String: String] {
    let pages = files.compactMap { path, entry -> (String, String)? in
      entry.note.flatMap { path.hasSuffix(".html") ? ($0, path) : nil }
    }
    return Dictionary(pages) { min($0, $1) }
  }

  /// Whether all of it is for everybody; a site of a circle and a book are not.
  package var isPublic: Bool {
    let rules = [KnownKey.publish.name, "list", "program"]
    return files.values.allSatisfy { rules.contains($0.rule) }
  }

  /// The rule of the files of a book.
  static let bookRule = "chosen"
  /// Whether some of it is a book, of which a build would remove all.
  package var hasBook: Bool { files.values.contains { $0.rule == Self.bookRule } }

  /// A file of the site's folder or of a folder in it, hidden neither of them.
  private static func isPath(_ text: String) -> Bool {
    guard VaultPath(text) != nil, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) else {
      return false
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2 && text != name && parts.allSatisfy { !$0.hasPrefix(".") }
  }
}

extension SiteManifest.Entry {
  fileprivate var json: JSONValue {
    .object(
      [("sha256", .text(sha256)), ("bytes", .number(String(bytes)))]
        + (note.map { [("note", .string($0))] } ?? [])
        + [("rule", .string(rule)), ("made", .string(made))])
  }
}
