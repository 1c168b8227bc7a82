private import Foundation

/// Where the checkout is that the tests were built from.
package enum RepositoryRoot {
  /// Absolute, without a slash at the end.
  package static let path: String = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder.path }
      folder.deleteLastPathComponent()
    }
    preconditionFailure("no Package.swift above \(#filePath)")
  }()

  package static func path(_ relative: String) -> String { "\(path)/\(relative)" }

  /// The files below a folder of the checkout, relative to the checkout's root, in order; empty
  /// when there is no such folder.
  package static func files(below folder: String, withExtension fileExtension: String) -> [String] {
    let names =
      FileManager.default.enumerator(atPath: path(folder))?
      .compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix("." + fileExtension) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// The files of `Assets` and `Templates` in a folder of the checkout, by name.
  package static func compiledFiles(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for part in ["Assets", "Templates"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: path("\(folder)/\(part)")) {
        files[name] = try bytes(of: "\(folder)/\(part)/\(name)")
      }
    }
    return files
  }

  package static func bytes(of relative: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  package static func text(of relative: String) throws -> String {
    try String(contentsOfFile: path(relative), encoding: .utf8)
  }
}
