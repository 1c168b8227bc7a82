import Foundation
import TestSupport

/// The files in `Fixtures`, which other programs have made.
enum Fixtures {
  struct File: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  static let folder = "Tests/MediaTests/Fixtures"

  static let all: [File] = {
    let path = RepositoryRoot.path(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.sorted().compactMap { name in
      (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))).map {
        File(name: name, bytes: Array($0))
      }
    }
  }()

  static func bytes(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: RepositoryRoot.path("\(folder)/\(name)"))))
  }
}
