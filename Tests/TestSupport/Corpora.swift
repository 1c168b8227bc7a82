private import Foundation

/// Real vaults and documentation sites to try the format on.
///
/// They are large and lie beside the checkout, not in it.
package enum Corpora {
  /// The folder of `TL_CORPORA`, else `../shared/corpora` beside the checkout; nil without either.
  package static let path: String? = {
    let asked = ProcessInfo.processInfo.environment["TL_CORPORA"]
    let path = asked ?? RepositoryRoot.path("../shared/corpora")
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? path : nil
  }()

  /// The folders in it, absolute, in order; empty without corpora.
  package static var vaults: [String] {
    guard let path else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { "\(path)/\($0)" }.filter { candidate in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder)
        && isFolder.boolValue
    }
  }

  /// Every Markdown file in them, absolute, in order; empty without corpora.
  package static var notes: [String] {
    vaults.flatMap { vault in noteFiles(in: vault).map { "\(vault)/\($0)" } }
  }

  /// The regular Markdown files below a folder, by their paths from there, in order.
  ///
  /// A link is none, whatever it leads to.
  package static func noteFiles(in folder: String) -> [String] {
    (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
      .filter { path in
        guard path.hasSuffix(".md") || path.hasSuffix(".markdown") else { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")
        return attributes?[.type] as? FileAttributeType == .typeRegular
      }
      .sorted()
  }
}
