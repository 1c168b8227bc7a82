/// The author or committer of a commit, with the local time.
package struct Person: Hashable, Sendable {
  package var name: String
  package var email: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  /// The offset of the local time from UTC.
  package var offsetMinutes: Int

  package init(name: String, email: String, time: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Without the characters that separate the fields of a commit's line.
  var cleaned: Person {
    var person = self
    person.name = Self.clean(name)
    person.email = Self.clean(email)
    return person
  }

  private static func clean(_ text: String) -> String {
    let separators: [Unicode.Scalar] = ["\0", "\n", "\r", "<", ">"]
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !separators.contains($0) }))
  }
}

/// A commit of the repository.
package struct Commit: Hashable, Sendable {
  package var id: ObjectID
  /// The tree of the vault's folder.
  package var tree: ObjectID
  /// The tree of the whole repository; equal to `tree` if the vault is the root.
  package var rootTree: ObjectID
  package var parents: [ObjectID]
  package var author: Person
  package var committer: Person
  /// Invalid UTF-8 is replaced by U+FFFD.
  package var message: String
}
