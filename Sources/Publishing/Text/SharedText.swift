internal import Media
package import Rendering
package import Sharing
package import VaultFormat

/// The texts of shared notes as HTML, in which links lead only to what the same audience sees.
///
/// All other links and embeds are the text that stands there; of a path it is the last name alone.
package struct SharedText: Sendable {
  /// Where a reader finds something; nil for what is not there, to which nothing leads then.
  package struct Addresses: Sendable {
    package var note: @Sendable (SharedNote) -> String?
    package var medium: @Sendable (SharedMedium) -> String?
    /// Of the list of a tag.
    package var tag: @Sendable (Tag) -> String?

    package init(
      note: @escaping @Sendable (SharedNote) -> String?,
      medium: @escaping @Sendable (SharedMedium) -> String?,
      tag: @escaping @Sendable (Tag) -> String? = { _ in nil }
    ) {
      (self.note, self.medium, self.tag) = (note, medium, tag)
    }
  }

  /// A text, and what stands below it.
  package struct Rendered: Sendable {
    package var note: RenderedNote
    /// The media of the note that its text does not show, in their order.
    package var others: [SharedMedium]
  }

  package let view: AudienceView
  package let addresses: Addresses
  private let options: RenderingOptions

  /// - Parameters:
  ///   - language: of texts whose notes do not say it (BCP 47); nil if it is unknown.
  ///   - headingShift: added to the level of their headings.
  ///   - hasDoubtfulLinks: as `RenderingOptions` has it.
  package init(
    _ view: AudienceView, language: String? = nil, headingShift: Int = 1,
    hasDoubtfulLinks: Bool = true,
    addresses: Addresses
  ) {
    (self.view, self.addresses) = (view, addresses)
    var options = RenderingOptions()
    options.language = language
    options.headingShift = headingShift
    options.hasDoubtfulLinks = hasDoubtfulLinks
    options.hasActiveTasks = false
    options.showsNamesAlone = true
    options.tagAddresses = addresses.tag
    self.options = options
  }

  /// - Parameters:
  ///   - body: printed in place of that of the note; nil for the note's own.
  ///   - raisesTitle: whether a heading with which the text begins is that of the page.
  ///   - idPrefix: of the ids in the text, where several notes are on one page.
  package func render(
    _ note: SharedNote, body: [UInt8]? = nil, raisesTitle: Bool = false, idPrefix: String = ""
  ) -> Rendered {
    var options = options
    options.language = note.language ?? options.language
    options.raisesTitle = raisesTitle
    options.idPrefix = idPrefix
    let renderer = NoteRenderer(options, folder: note.source.parent) { target in
      destination(of: target, in: note)
    }
    let rendered = renderer.render(body ?? note.body)
    let shown = Set(rendered.media.compactMap { medium(of: $0, in: note)?.source })
    return Rendered(
      note: rendered, others: note.media.filter { !shown.contains($0.source) })
  }

  /// The beginning of a text without marks, without the heading that is the title.
  ///
  /// - Parameter length: in characters.
  package func excerpt(of note: SharedNote, length: Int) -> NoteExcerpt {
    NoteExcerpt(
      of: note.body, length: length, leavesOutTitle: Self.beginsWithTitle(note),
      showsNamesAlone: true)
  }

  /// Whether the first heading of a text is the title of the note, which may have come from there.
  package static func beginsWithTitle(_ note: SharedNote) -> Bool {
    guard note.hasTitle else { return false }
    return note.body.withUnsafeBufferPointer { bytes in
      guard case .heading(let range) = BodyTitle.find(in: bytes, from: 0, isWhole: true) else {
        return false
      }
      // Without signs: the title has no marks.
      return Slug.of(String(decoding: bytes[range], as: UTF8.self)) == Slug.of(note.title)
    }
  }

  private func destination(of target: LinkTarget, in note: SharedNote) -> LinkDestination? {
    switch found(target, in: note) {
    case .note(let linked)?:
      guard let address = addresses.note(linked) else { return nil }
      // An address that has a fragment is a part of a page already.
      guard let fragment = target.fragment, !fragment.isEmpty, !address.contains("#") else {
        return .page(address: address)
      }
      return .page(address: "\(address)#\(HeadingID.slug(of: fragment))")
    case .medium(let medium)?:
      return addresses.medium(medium).map {
        .media(MediaAddress($0, kind: medium.kind, size: PixelSize(medium.size)))
      }
    case nil: return nil
    }
  }

  private func medium(of target: LinkTarget, in note: SharedNote) -> SharedMedium? {
    if case .medium(let medium)? = found(target, in: note) { medium } else { nil }
  }

  private func found(_ target: LinkTarget, in note: SharedNote) -> SharedDestination? {
    view.destination(of: target.link, at: target.paths, in: note, isEmbed: target.isEmbed)
  }
}

extension PixelSize {
  fileprivate init?(_ size: PictureSize?) {
    guard let size else { return nil }
    self.init(width: size.width, height: size.height)
  }
}
