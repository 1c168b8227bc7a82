internal import SystemCalls
package import VaultFormat

/// The template files of a vault, from which other programs make notes.
///
/// An id or a time in a template would be in every note made from it, so tl stores none there. Templates are notes,
/// unless the setting `templates` excludes them.
package struct TemplatePlaces: Sendable {
  /// Folders, and files outside of them.
  private(set) var paths: [VaultPath] = []

  /// Hugo's folder of templates, of a site and of a theme.
  private static let archetypes = Array("archetypes".utf8)

  /// Reads the template folders of Obsidian and its plugin Templater, and the template of daily notes.
  ///
  /// Unreadable settings name none.
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

  /// The value of the setting `templates` that would exclude the file at `path`; nil if it is not a template.
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
  /// The template files; reads a few small files.
  package func templatePlaces() -> TemplatePlaces { TemplatePlaces(of: folder) }
}

extension VaultPath {
  /// The usual spellings of a folder: with a slash at the end, or `./` at the beginning.
  package init?(folderNamed text: String) {
    var text = text[...]
    while text.hasPrefix("./") { text = text.dropFirst(2) }
    while text.hasSuffix("/") { text = text.dropLast() }
    self.init(String(text))
  }
}

extension Vault {
  /// The files of templates, sorted by path: those below the folders that the setting `templates`, Obsidian or its plugin
  /// Templater name, and files that they name.
  package func templateFiles() -> [VaultPath] {
    let places = configuration.templates + templatePlaces().paths
    var files: Set<VaultPath> = []
    for place in places {
      switch try? folder.status(place)?.kind {
      case .file: files.insert(place)
      case .folder:
        let names = (try? folder.allFiles(in: place)) ?? []
        files.formUnion(
          names.compactMap { VaultPath(place.bytes + [UInt8(ascii: "/")] + $0.bytes) })
      default: break
      }
    }
    return files.filter { NoteName.isNote($0.bytes[...]) }.sorted()
  }
}
