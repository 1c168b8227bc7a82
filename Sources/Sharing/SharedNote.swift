package import Journal
package import VaultFormat

/// A note as an audience sees it.
///
/// Paths and unknown keys are not in what leaves: `source` and `vaultID` are for the owner alone.
package struct SharedNote: Hashable, Sendable {
  package let source: VaultPath
  /// The id of the note in the vault, by which comments name it.
  package let vaultID: NoteID
  /// A UUID in lower case: the note's own, else UUID 5 of its id; of an anonymous note UUID 5 of either.
  package let id: String
  /// Never empty: the day as `2026-06-14` for a note without a title, whose file name tells too much.
  package let title: String
  package let hasTitle: Bool
  package let day: CalendarDay
  /// `date`, else `created`.
  package let time: NoteTime
  package let updated: NoteTime
  /// None for an anonymous note, as `people`.
  package let authors: [String]
  package let people: [SharedPerson]
  package let category: String?
  /// The place and its town; nil for an anonymous note, as `coordinates`.
  package let place: String?
  package let coordinates: Coordinates?
  package let weather: String?
  package let temperature: Double?
  package let tags: [Tag]
  package let slug: String?
  /// Of the title and the text (BCP 47), if the note says it.
  package let language: String?
  /// Markdown without front matter, as the note has it: what shows it puts in place of links what `destination` says.
  ///
  /// Offsets count from its first byte.
  package let body: [UInt8]
  /// Which rule let it out, for manifests: `publish`, `circles: grandparents`, `chosen`.
  package let rule: String
  var gallery: SharedGallery

  /// The media that leave with the note, in natural order of their names; reads them when it is first asked for.
  package var media: [SharedMedium] { gallery.media }
  /// How many media the note gives, of which none is read; those that turn out not to be cleaned do not leave.
  package var mediaCount: Int { gallery.given.count }
}

/// Somebody whom a note names.
package struct SharedPerson: Hashable, Sendable {
  /// The title of their page if the audience may see it, else as the note names them.
  package let name: String
  /// On the day of the note, if the page may be seen.
  package let age: Age?

  package init(name: String, age: Age?) {
    (self.name, self.age) = (name, age)
  }
}

/// What a link of a note leads to.
package enum SharedDestination: Hashable, Sendable {
  case note(SharedNote)
  case medium(SharedMedium)
}

/// The ids under which notes leave.
enum SharedID {
  /// UUID 5 of tl's own namespace for what leaves; it is no id of the vault.
  private static let namespace = UUIDv5.make(
    namespace: Array("https://tl.invalid/shared".utf8), name: [])
  private static let anonymous = UUIDv5.make(namespace: namespace, name: Array("anonymous".utf8))

  static func of(_ id: NoteID, isAnonymous: Bool) -> String {
    let name = Array(id.text.utf8)
    if isAnonymous { return NoteID(uuid: UUIDv5.make(namespace: anonymous, name: name)).text }
    if isUUID(name) { return id.text.lowercased() }
    return NoteID(uuid: UUIDv5.make(namespace: namespace, name: name)).text
  }

  /// Hexadecimal digits with hyphens at their places (RFC 9562, section 4).
  private static func isUUID(_ text: [UInt8]) -> Bool {
    text.count == 36
      && text.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? text[index] == UInt8(ascii: "-") : text[index].hexadecimalValue != nil
      }
  }
}
