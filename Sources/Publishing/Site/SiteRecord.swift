internal import Cryptography
internal import Foundation
package import Sharing
internal import SystemCalls
internal import VaultFormat
package import VaultStore

/// What the owner is told of a build and nobody else: from which file of the vault each file is, and which pages were taken
/// back (docs/decisions/0017).
///
/// Kept in `.tl/local/site`, on the device that has built the site; it may be lost.
package struct SiteRecord: Sendable, Decodable {
  package struct File: Sendable {
    package var path: String
    /// Of the note, in the vault; nil for lists and what belongs to the program.
    package var source: String?
    package var rule: String
    package var sha256: String?
  }

  /// The folder of the site: absolute.
  package var folder: String
  /// As `notes`, or the name of a circle.
  package var audience: String
  /// For the owner to read: empty in a record that was stored.
  package var files: [File] = []
  /// Pages of notes that were there once; sorted.
  package var withdrawn: [String]

  private enum CodingKeys: CodingKey { case folder, audience, withdrawn }

  private static let place = VaultPath(in: VaultLayout.local, named: "site".utf8)
  /// Has the name of the record of the last public site.
  private static let last = Array("last".utf8)
  private static let media = Array("media".utf8)

  /// - Parameter before: the record of the last build in the same folder.
  package init(
    of plan: SitePlan, _ manifest: SiteManifest, in folder: String, audience: String,
    after before: SiteRecord?
  ) {
    (self.folder, self.audience) = (folder, audience)
    files = plan.files.map { file in
      File(
        path: file.path, source: file.note?.source.text, rule: file.rule,
        sha256: manifest.files[file.path]?.sha256)
    }
    let present = Set(files.map(\.path))
    withdrawn = Set((before?.withdrawn ?? []) + plan.withdrawnPages).subtracting(present).sorted()
  }

  /// Of a folder; nil if there is none, or it cannot be read.
  package static func of(_ folder: String, in vault: Vault) -> SiteRecord? {
    read(name(of: folder), in: vault)
  }

  /// Of the last public site that was built.
  package static func last(in vault: Vault) -> SiteRecord? {
    guard let bytes = try? vault.folder.read(VaultPath(in: place, named: last)).bytes else {
      return nil
    }
    return read(bytes, in: vault)
  }

  private static func read(_ name: [UInt8], in vault: Vault) -> SiteRecord? {
    guard name.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter }), !name.isEmpty,
      let bytes = try? vault.folder.read(VaultPath(in: place, named: name)).bytes
    else { return nil }
    return try? JSONDecoder().decode(SiteRecord.self, from: Data(bytes))
  }

  /// - Parameter isPublic: whether it is the last public site from now on.
  package func save(in vault: Vault, isPublic: Bool) throws {
    try vault.folder.makeFolders(Self.place)
    let writer = AtomicFileWriter(vault.folder)
    let name = Self.name(of: folder)
    try writer.replaceUnsynced(VaultPath(in: Self.place, named: name), Array(text.utf8))
    if isPublic { try writer.replaceUnsynced(VaultPath(in: Self.place, named: Self.last), name) }
  }

  /// What is known of media from the last build.
  package static func digests(in vault: Vault) -> MediaDigests {
    let bytes = try? vault.folder.read(VaultPath(in: place, named: media)).bytes
    return MediaDigests(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }

  package static func save(_ digests: MediaDigests, in vault: Vault) throws {
    try vault.folder.makeFolders(place)
    try AtomicFileWriter(vault.folder).replaceUnsynced(
      VaultPath(in: place, named: media), Array(digests.text.utf8))
  }

  private static func name(of folder: String) -> [UInt8] {
    Array(sha256Hex(folder.utf8).utf8.prefix(16))
  }

  /// JSON, a file a line.
  private var text: String {
    let head = JSONValue.object([
      ("folder", .string(folder)), ("audience", .string(audience)),
      ("withdrawn", .array(withdrawn.map(JSONValue.string))),
    ])
    var text = String(head.compact.dropLast()) + ",\"files\":["
    for (place, file) in files.enumerated() {
      text += place == 0 ? "\n{\"path\":" : ",\n{\"path\":"
      JSONValue.write(file.path, to: &text)
      text += ",\"source\":"
      JSONValue.write(file.source, to: &text)
      text += ",\"rule\":"
      JSONValue.write(file.rule, to: &text)
      text += ",\"sha256\":"
      JSONValue.write(file.sha256, to: &text)
      text += "}"
    }
    return text + "\n]}\n"
  }
}
