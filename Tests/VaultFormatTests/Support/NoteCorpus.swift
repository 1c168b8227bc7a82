import Foundation
import TestSupport

/// Real notes to test with: the corpora where they are, the example vault, and the files of the
/// cases.
enum NoteCorpus {
  struct File: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  static func files() throws -> [File] {
    let example =
      (RepositoryRoot.files(below: "example-vault", withExtension: "md")
      + RepositoryRoot.files(below: "docs", withExtension: "md")).map(RepositoryRoot.path)
    let files = try (Corpora.notes + example).map {
      File(name: $0, bytes: Array(try Data(contentsOf: URL(filePath: $0))))
    }
    let cases = SpecCase.all.flatMap { spec in
      ["file", "bytes"].compactMap { title in
        spec.bytes(title).map { File(name: "\(spec)", bytes: $0) }
      }
    }
    return files + cases
  }
}
