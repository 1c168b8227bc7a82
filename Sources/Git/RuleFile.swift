package import VaultFormat

/// What is common to git's files of attributes and of ignore rules.
package enum RuleFile {
  /// The most bytes of a file of rules.
  ///
  /// Git takes an attribute file of 100 MB for an empty one and only warns, so that files whose filter it names are stored
  /// in plain. A sync fails at a larger one than this, long before it takes minutes.
  package static let limit = 16 << 20

  static func tooLarge(_ path: String, _ operation: String) -> GitError {
    GitError(
      .tooManyRules, operation: operation, message: "\(path) has more than \(limit >> 20) MiB")
  }

  package static func tooManyAttributes(_ path: VaultPath) -> GitError {
    tooLarge(path.text, readingAttributes)
  }

  static let readingAttributes = "read git's attributes"
}

extension Repository {
  /// The content of an attribute file.
  ///
  /// - Throws: `.tooManyRules` above `RuleFile.limit`.
  package func attributeFile(_ id: ObjectID, at path: VaultPath) throws(GitError) -> [UInt8] {
    guard try blobSize(id) <= Int64(RuleFile.limit) else {
      throw RuleFile.tooManyAttributes(path)
    }
    return try blob(id)
  }
}
