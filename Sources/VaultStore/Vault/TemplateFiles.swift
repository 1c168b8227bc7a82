internal import SystemCalls
package import VaultFormat

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
