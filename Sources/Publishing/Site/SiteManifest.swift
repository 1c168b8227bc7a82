internal import Foundation
package import VaultFormat

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
  /// The ids of notes that were here and were taken back, with the times when they were, in UTC.
  package var withdrawn: [String: NoteTime] = [:]

  package static let name = "manifest.json"
  private static let version = 1

  package init() {}

  private struct Stored: Decodable {
    private enum CodingKeys: CodingKey { case version, files, withdrawn }

    var version: Int
    var files: [String: Entry]
    var withdrawn: [String: String]

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      version = try values.decode(Int.self, forKey: .version)
      files = try values.decode([String: Entry].self, forKey: .files)
      // A list of ids without times, as builds wrote it once, is left out.
      withdrawn = (try? values.decode([String: String].self, forKey: .withdrawn)) ?? [:]
    }
  }

  /// Nil for what no build has written; paths that none would write are left out.
  package init?(_ bytes: [UInt8]) {
    // A decoder takes ten times as long.
    if let manifest = bytes.withUnsafeBufferPointer({ ManifestReader(bytes: $0).manifest }) {
      self = manifest
      return
    }
    guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
      stored.version == Self.version
    else { return nil }
    files = stored.files.filter { Self.isPath($0.key) }
    withdrawn = stored.withdrawn.compactMapValues { NoteTime($0, zone: .utc) }
  }

  /// The same for the same files, byte for byte; a file a line.
  package var text: [UInt8] {
    let ids = JSONValue.object(
      withdrawn.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.rfc3339)) }
    ).compact
    var text = "{\"version\":\(Self.version),\n\"withdrawn\":\(ids),\n\"files\":{\n"
    var isFirst = true
    for path in files.keys.sorted() {
      text += isFirst ? "" : ",\n"
      isFirst = false
      JSONValue.write(path, to: &text)
      text += ":"
      files[path]?.write(to: &text)
    }
    text += "\n}}\n"
    return Array(text.utf8)
  }

  /// The pages of notes, by the ids of these.
  package var pages: [String: String] {
    let pages = files.compactMap { path, entry -> (String, String)? in
      entry.note.flatMap { path.hasSuffix(".html") ? ($0, path) : nil }
    }
    return Dictionary(pages) { min($0, $1) }
  }

  /// Of a file that is not due any more, and stays as somebody has changed it.
  static let editedRule = "edited"
  /// Without such files: what is shown to readers.
  package var shown: SiteManifest {
    var manifest = self
    manifest.files = files.filter { $0.value.rule != Self.editedRule }
    return manifest
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
  fileprivate static func isPath(_ text: String) -> Bool {
    guard VaultPath(text) != nil, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) else {
      return false
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2 && text != name && parts.allSatisfy { !$0.hasPrefix(".") }
  }
}

extension SiteManifest.Entry {
  fileprivate func write(to text: inout String) {
    text += "{\"sha256\":"
    JSONValue.write(sha256, to: &text)
    text += ",\"bytes\":"
    text += String(bytes)
    if let note {
      text += ",\"note\":"
      JSONValue.write(note, to: &text)
    }
    text += ",\"rule\":"
    JSONValue.write(rule, to: &text)
    text += ",\"made\":"
    JSONValue.write(made, to: &text)
    text += "}"
  }
}

/// Reads what `SiteManifest.text` writes; what is written otherwise, or has signs with `\`, is for a decoder.
private struct ManifestReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Nil if it is written otherwise.
  var manifest: SiteManifest? {
    var reader = self
    return reader.read()
  }

  private mutating func read() -> SiteManifest? {
    var manifest = SiteManifest()
    guard skip("{\"version\":1,\n\"withdrawn\":{") else { return nil }
    while let id = string() {
      guard skip(":"), let time = string().flatMap({ NoteTime($0, zone: .utc) }) else {
        return nil
      }
      manifest.withdrawn[id] = time
      guard skip(",") else { break }
    }
    guard skip("},\n\"files\":{\n") else { return nil }
    manifest.files.reserveCapacity(bytes.count / 256)
    while let path = string() {
      guard skip(":"), let entry = entry() else { return nil }
      if SiteManifest.isPath(path) { manifest.files[path] = entry }
      guard skip(",\n") else { break }
    }
    return skip("\n}}\n") && place == bytes.count ? manifest : nil
  }

  private mutating func entry() -> SiteManifest.Entry? {
    guard skip("{\"sha256\":") else { return nil }
    let hash = string()
    guard hash != nil || skip("null"), skip(",\"bytes\":"), let size = number() else {
      return nil
    }
    let note = skip(",\"note\":") ? string() : nil
    guard skip(",\"rule\":"), let rule = string(), skip(",\"made\":"), let made = string(),
      skip("}")
    else { return nil }
    return SiteManifest.Entry(sha256: hash, bytes: size, note: note, rule: rule, made: made)
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes[place...].starts(with: wanted) else { return false }
    place += wanted.count
    return true
  }

  private mutating func string() -> String? {
    let quote = UInt8(ascii: "\"")
    guard place < bytes.count, bytes[place] == quote,
      let end = bytes[(place + 1)...].firstIndex(of: quote)
    else { return nil }
    let content = bytes[(place + 1)..<end]
    guard !content.contains(UInt8(ascii: "\\")) else { return nil }
    place = end + 1
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func number() -> Int64? {
    let digits = bytes[place...].prefix { $0.isASCIIDigit }
    place = digits.endIndex
    return Int64(String(decoding: digits, as: UTF8.self))
  }
}
