internal import Cryptography
internal import Media
internal import Rendering
internal import Sharing
package import SystemCalls
internal import VaultFormat
package import VaultStore

/// Notes as one HTML file with their pictures in it, for somebody whom no server reaches.
///
/// Sounds and films are too large for a letter: the note says how many there are.
package struct SingleFile: Sendable {
  private let edition: SiteEdition
  private let look: SiteLook

  package init(_ edition: SiteEdition, _ look: SiteLook) {
    (self.edition, self.look) = (edition, look)
  }

  /// The texts are in memory, of the pictures one at a time.
  ///
  /// - Parameter file: open for writing, and empty.
  /// - Throws: as `SharedMedium.write`, and if a template of the user cannot be used.
  package func write(to file: borrowing FileDescriptor, of vault: Vault) throws {
    let html = try page()
    let media = Dictionary(
      edition.notes.flatMap(\.media).map { (Array($0.name.utf8), $0) }
    ) { first, _ in first }
    // Only addresses that this program has written stand so: text in a note has its quotes escaped.
    let mark = Array("src=\"\(Self.prefix)".utf8)
    var rest = html[...]
    while let place = rest.firstRange(of: mark) {
      let name = rest[place.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
      guard let medium = media[Array(name)] else {
        try file.writeAll(Array(rest[..<place.upperBound]))
        rest = rest[place.upperBound...]
        continue
      }
      try file.writeAll(
        rest[..<place.lowerBound] + Array("src=\"data:\(medium.type.mimeType);base64,".utf8))
      try Self.write(medium, to: file, of: vault)
      rest = rest[name.endIndex...]
    }
    try file.writeAll(Array(rest))
  }

  /// As Base64, in pieces of which each is a multiple of three bytes.
  private static func write(
    _ medium: SharedMedium, to file: borrowing FileDescriptor, of vault: Vault
  ) throws {
    var held: [UInt8] = []
    let descriptor = try file.duplicated()
    try medium.forEachChunk(of: vault) { bytes throws(SystemError) in
      held += bytes
      let whole = held.count - held.count % 3
      try descriptor.writeAll(Array(Base64.encoded(held.prefix(whole)).utf8))
      held.removeFirst(whole)
    }
    try file.writeAll(Array(Base64.encoded(held).utf8))
  }

  private static let prefix = "media/"

  private func page() throws -> [UInt8] {
    let ids = Set(edition.notes.map(\.id))
    let given = edition.mediaNames
    let text = SharedText(
      edition.view, language: edition.language,
      addresses: SharedText.Addresses(
        note: { ids.contains($0.id) ? "#n-\($0.id)" : nil },
        medium: { medium in
          medium.kind == .photo && given.contains(medium.name) ? Self.prefix + medium.name : nil
        }))
    let texts = NoteTexts(edition, text)
    let css = look.css(with: edition.accent)
    let policy =
      "default-src 'none'; img-src data:; style-src 'sha256-\(Base64.encoded(SHA256.hash(css)))'; base-uri 'none'"
    guard let style = SafeHTML(styleSheet: css) else { throw SingleFileProblem.styleSheet }
    let count = edition.notes.count
    let view: TemplateView = [
      "page": .view(
        PageSurroundings(edition).view(nil, isInside: false, single: (style, policy))),
      "lead": .optional(count == 0 ? nil : edition.words.notes(count)),
      "notes": .list(
        edition.notes.map { note in
          texts.view(
            of: note, idPrefix: "n-\(note.id)-", notGiven: edition.words.soundsAndFilms,
            tagAddress: { _ in nil })
        }),
      "empty": .optional(count == 0 ? edition.words.empty : nil),
    ]
    return try look.templates.html("single", view).bytes
  }
}

package enum SingleFileProblem: Error, Hashable, Sendable {
  /// The style sheet of the user has `</`, and cannot stand in a page.
  case styleSheet
}
