import Foundation
import TestSupport

@testable import Media

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

/// All that is read of bytes in memory.
func facts(_ bytes: [UInt8], budget: Int = ByteSource.usualBudget) -> MediaFacts {
  MediaFacts(of: ByteSource(bytes, budget: budget))
}

func details(_ exif: [UInt8]) -> PhotoDetails? {
  PhotoDetails(exif: ByteSource(exif).all)
}

/// The bytes after metadata was removed.
func stripped(
  _ bytes: [UInt8], _ extent: MetadataExtent
) throws(MetadataRemovalError) -> [UInt8] {
  let source = ByteSource(bytes, budget: MetadataRemoval.usualBudget)
  return try MetadataRemoval.plan(extent, for: source).applied(to: bytes)
}

extension [UInt8] {
  func contains(text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
