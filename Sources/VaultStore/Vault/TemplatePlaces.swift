package import VaultFormat

/// The files of a vault from which other programs make notes.
///
/// An id or a time in one of them would be in every note that is made from it, so tl stores none there. They are
/// notes all the same, unless the setting `templates` says otherwise.
package struct TemplatePlaces: Sendable {
  /// Folders, and files that are in none of them.
  private var paths: [VaultPath] = []

  /// Hugo keeps the templates of a site, and those of a theme, in folders of this name.
  private static let archetypes = Array("archetypes".utf8)

  /// Reads where Obsidian and its Templater look for templates, and which file a daily note is made from.
  ///
  /// Settings of theirs that cannot be read name none.
  init(of folder: VaultFolder) {
    for (file, keys) in Self.settings {
      guard let bytes = try? folder.read(file, limit: 1 << 20).bytes else { continue }
      // JSON is YAML, except for characters that no path has.
      let settings = FrontMatter(settings: bytes)
      for key in keys {
        guard let text = settings.field(named: key)?.value.text,
          let path = VaultPath(folderNamed: text)
        else { continue }
        paths.append(path)
        // Obsidian names a note without its extension.
        if let note = path.replacingName(with: Array(path.name) + Array(".md".utf8)) {
          paths.append(note)
        }
      }
    }
  }

  private static let settings: [(file: VaultPath, keys: [String])] = [
    (VaultPath(constant: ".obsidian/templates.json"), ["folder"]),
    (VaultPath(constant: ".obsidian/daily-notes.json"), ["template"]),
    (
      VaultPath(constant: ".obsidian/plugins/templater-obsidian/data.json"),
      ["templates_folder", "template_folder"]
    ),
  ]

  /// What the setting `templates` would have to name so that the file at `path` is no note; nil for a file that
  /// is no template.
  package func place(of path: VaultPath) -> VaultPath? {
    var folder: VaultPath? = path
    var found: VaultPath?
    while let place = folder {
      if paths.contains(place) || (place != path && place.name.elementsEqual(Self.archetypes)) {
        found = place
      }
      folder = place.parent
    }
    return found
  }
}

extension Vault {
  /// Looks where templates are; a few small files are read for it.
  package func templatePlaces() -> TemplatePlaces { TemplatePlaces(of: folder) }
}

extension VaultPath {
  /// The path of a folder as people write it: with a slash behind it, or `./` before it.
  init?(folderNamed text: String) {
    var text = text[...]
    while text.hasPrefix("./") { text = text.dropFirst(2) }
    while text.hasSuffix("/") { text = text.dropLast() }
    self.init(String(text))
  }
}
