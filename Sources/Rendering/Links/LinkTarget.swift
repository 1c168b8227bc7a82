package import VaultFormat

/// What a link or an embed of a note points to, for the caller to look up.
package struct LinkTarget: Hashable, Sendable {
  /// The link as VaultFormat reads it.
  package var link: FileLink
  /// The paths that it may mean, most likely first, resolved from the note's folder; none leads out of the vault.
  ///
  /// A link by name (`link.isByName`) may also mean any file whose path ends with it.
  package var paths: [VaultPath]
  /// The part after `#`, decoded; nil if there is none.
  ///
  /// `HeadingID.slug(of:)` gives the id of such a heading.
  package var fragment: String?
  /// `![…]`: shown in the text.
  package var isEmbed: Bool
}

/// The answer to a `LinkTarget`.
package enum LinkDestination: Hashable, Sendable {
  /// A page, usually that of a note: shown as a link, even where it is embedded.
  case page(address: String)
  case media(MediaAddress)

  var address: String {
    switch self {
    case .page(let address): address
    case .media(let media): media.address
    }
  }
}

/// Where a browser finds a media file.
package struct MediaAddress: Hashable, Sendable {
  package var address: String
  /// `file` is shown as a link.
  package var kind: MediaKind
  /// The size in pixels after rotation; nil if it is unknown.
  package var size: PixelSize?

  package init(_ address: String, kind: MediaKind, size: PixelSize? = nil) {
    self.address = address
    self.kind = kind
    self.size = size
  }

  /// - Parameter path: its extension gives the kind; an SVG file, which can contain scripts, is a plain file.
  package init(_ address: String, of path: VaultPath, size: PixelSize? = nil) {
    let isSVG = String(decoding: path.fileExtension, as: UTF8.self).lowercased() == "svg"
    self.init(
      address, kind: isSVG ? .file : MediaKind(fileExtension: path.fileExtension), size: size)
  }
}
