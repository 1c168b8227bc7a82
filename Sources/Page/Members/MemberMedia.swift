internal import HTTPTypes
internal import Media
internal import Operations
internal import Sharing
internal import VaultStore
internal import WebServer

/// The media of a member's notes: clean files, whole or in part, and smaller copies of pictures.
///
/// A file is found among those of a note that the member sees; no path leads to one.
struct MemberMedia: Sendable {
  private let vault: Vault
  private let copies: CleanCopies
  private let pictures: PictureLibrary?
  /// Whether the view was made for this request.
  private let isRenewed: Bool

  /// The view has other media than the vault.
  struct Outdated: Error {}

  init(_ site: PageSite, _ source: NoteSource, isRenewed: Bool) {
    (vault, copies, pictures) = (source.vault, site.cleanCopies, site.pictures)
    self.isRenewed = isRenewed
  }

  var hasVariants: Bool { pictures != nil }

  /// To be called before media of notes are asked for.
  ///
  /// - Throws: `Outdated` if the request is to be answered by a new view.
  func read(_ notes: some Sequence<MemberNote>) async throws {
    let groups = isRenewed ? [:] : Dictionary(grouping: notes) { $0.view.audience }
    for notes in groups.values where notes[0].view.isOutdated(for: notes.map(\.shared), in: vault) {
      throw Outdated()
    }
    try await copies.read(notes.map(\.shared))
  }

  /// `GET /shared/n/{id}/media/{name}`.
  static func medium(_ incoming: MemberRequest) async throws -> Reply? {
    guard let medium = try await incoming.medium(named: incoming.parameters.last) else {
      return nil
    }
    return try await incoming.media.whole(medium, incoming.request)
  }

  /// `GET /shared/n/{id}/picture/800/{name}`.
  static func picture(_ incoming: MemberRequest) async throws -> Reply? {
    guard incoming.parameters.count == 3, let edge = VariantEdge(text: incoming.parameters[1]),
      let medium = try await incoming.medium(named: incoming.parameters[2]), medium.isShrunk
    else { return nil }
    let address = incoming.addresses.medium(medium.name, of: incoming.parameters.first ?? "")
    let whole = Reply.redirect(.seeOther, to: address)
    let folder = incoming.media.vault.folder
    guard let pictures = incoming.media.pictures,
      let status = FileFinder.file(at: medium.source, in: folder)
    else { return whole }
    do {
      let tag = "\"\(medium.name)-\(edge.rawValue)\""
      return try await incoming.request.answer(tag, .checked, .file) {
        let variant = try await pictures.variant(edge, of: medium.source, status, in: folder)
        return Reply(.ok, "image/webp", body: .bytes(variant.bytes))
      }
    } catch let failure as VariantFailure {
      return failure == .busy ? Reply.plain(.serviceUnavailable).with(.retry(after: 5)) : whole
    }
  }

  private func whole(_ medium: SharedMedium, _ request: WebRequest) async throws -> Reply {
    // The name is the hash of the content.
    let tag = "\"\(medium.name)\""
    return try await request.answer(tag, .checked, .medium, .ranges) {
      try await copies.open(medium, of: vault) { file in
        FileReply.part(of: file, size: medium.bytes, type: medium.type.mimeType, tag, request)
      }
    }
  }
}

extension MemberRequest {
  fileprivate func medium(named name: String?) async throws -> SharedMedium? {
    guard let note else { return nil }
    try await media.read([note])
    return note.shared.media.first { $0.name == name }
  }
}
