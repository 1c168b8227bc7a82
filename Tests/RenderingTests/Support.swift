import Rendering
import VaultFormat

/// A small vault: `note.md`, `sub/other.md`, and some media; everything else is missing.
enum SmallVault {
  static let files: [String: LinkDestination] = [
    "note.md": .page(address: "/n/1"), "sub/other.md": .page(address: "/n/2"),
    "a b.md": .page(address: "/n/3"),
    "photo.jpg": .media(media("photo.jpg", PixelSize(width: 400, height: 300))),
    "unsized.png": .media(media("unsized.png")), "sound.m4a": .media(media("sound.m4a")),
    "film.mp4": .media(media("film.mp4", PixelSize(width: 1920, height: 1080))),
    "drawing.svg": .media(media("drawing.svg")), "paper.pdf": .media(media("paper.pdf")),
  ]

  private static func media(_ name: String, _ size: PixelSize? = nil) -> MediaAddress {
    guard let path = VaultPath(name) else { preconditionFailure("no path") }
    return MediaAddress(
      "/media/\(name)",
      kind: name.hasSuffix("svg") ? .file : MediaKind(fileExtension: path.fileExtension), size: size
    )
  }

  static func resolve(_ target: LinkTarget) -> LinkDestination? {
    let fragment = target.fragment.map { "#\(HeadingID.slug(of: $0))" } ?? ""
    for path in target.paths {
      for name in [path.text, path.text + ".md"] {
        guard let found = files[name] else { continue }
        if case .page(let address) = found { return .page(address: address + fragment) }
        return found
      }
    }
    return nil
  }

  static func render(
    _ bytes: [UInt8], folder: String? = nil,
    _ change: (inout RenderingOptions) -> Void = { _ in }
  ) -> RenderedNote {
    var options = RenderingOptions()
    change(&options)
    return NoteRenderer(options, folder: folder.flatMap { VaultPath($0) }, resolve: resolve)
      .render(bytes)
  }

  static func html(_ text: String) -> String { render(Array(text.utf8)).html.text }
}
