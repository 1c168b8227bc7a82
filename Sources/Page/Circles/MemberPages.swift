internal import Cryptography
internal import HTTPTypes
internal import Sharing
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The pages that members were sent last.
///
/// Who asks is known to be let in before one is looked for.
final class MemberPages: Sendable {
  /// All that a page is made of, but for the media files on it.
  struct Key: Hashable, Sendable {
    /// Which notes and comments there are.
    let view: MemberView.Version
    /// Whose page it is, in which language, and what they may say of which notes.
    let member: Member
    /// Of the device: another one has its own pages, since the token stands in forms.
    let formToken: String
    let path: String
    let query: String
    /// A comment of this year is shown without its year.
    let today: CalendarDay
  }

  private struct Kept {
    let reply: Reply
    let tag: String
    /// The files and folders that were looked at for it, as they were.
    let media: MediaTrace
  }

  private let kept = PageCache<Key, Kept>(limit: 64)

  /// What answers a request, with its tag: the page that is kept if it would be the same, else a new one.
  func answer(
    _ request: WebRequest, _ key: Key, of vault: Vault, _ make: () async throws -> Reply?
  ) async throws -> Reply? {
    guard request.method == "GET" else { return try await make() }
    if let page = kept[key], page.media.isCurrent(in: vault.folder) {
      return await request.answer(page.tag, .checked) { page.reply }
    }
    let media = MediaTrace()
    guard let made = try await media.following(make) else { return nil }
    guard let tag = made.contentTag else { return made }
    let page = Kept(reply: made.repeated, tag: tag, media: media)
    kept.keep(page, of: key)
    return await request.answer(tag, .checked) { page.reply }
  }
}

extension Reply {
  /// A tag that is made of what is sent and nothing else; nil for what has another one, or needs none.
  ///
  /// What the member does not see changes no byte of a page, and so no tag.
  fileprivate var contentTag: String? {
    guard status == .ok, headers[.eTag] == nil, case .bytes(let bytes) = body else { return nil }
    // Weak: it is the same for a page that is compressed.
    return "W/\"\(sha256Hex(bytes).prefix(24))\""
  }

  /// The answer with that tag; 304 if the client has it.
  func tagged(for request: WebRequest) async -> Reply {
    guard let tag = contentTag else { return self }
    return await request.answer(tag, .checked) { self }
  }
}
