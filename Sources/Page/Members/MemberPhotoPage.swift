internal import Media
internal import Publishing
internal import Rendering
internal import Sharing
internal import VaultFormat
internal import WebServer

/// A photo of a note alone, with ways to those before and after it.
enum MemberPhotoPage {
  /// `GET /shared/n/{id}/photo/{name}`.
  static func photo(_ incoming: MemberRequest) async throws -> Reply? {
    guard let note = incoming.note else { return nil }
    try await incoming.media.read([note])
    let (shared, words, addresses) = (note.shared, incoming.words, incoming.addresses)
    // Files with the same content have one address.
    var names: Set<String> = []
    let photos = shared.media.filter { $0.kind == .photo && names.insert($0.name).inserted }
    guard let place = photos.firstIndex(where: { $0.name == incoming.parameters.last }) else {
      return nil
    }
    func link(_ place: Int) -> TemplateValue {
      photos.indices.contains(place)
        ? .text(addresses.photo(photos[place].name, of: shared.id)) : .none
    }
    var entries = MemberEntries(incoming)
    entries.showsYears = true
    var values = entries.source(of: photos[place], in: shared, .large)
    values.merge([
      "closeHref": .text("\(addresses.note(shared.id))#p-\(photos[place].name)"),
      "wholeHref": .text(addresses.medium(photos[place].name, of: shared.id)),
      "previousHref": link(place - 1), "nextHref": link(place + 1),
      "counter": .text(words.photo(place + 1, of: photos.count)),
      "alt": .text(words.photo(words.site.day(shared.day))), "title": .text(entries.title(shared)),
    ]) { $1 }
    return try incoming.face.reply("member-photo", title: entries.title(shared), values)
  }
}
