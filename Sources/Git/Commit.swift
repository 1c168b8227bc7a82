/// Who did something, and when by the clock on their wall.
package struct Person: Hashable, Sendable {
  package var name: String
  package var email: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  /// How far the wall clock is ahead of UTC.
  package var offsetMinutes: Int

  package init(name: String, email: String, time: Int64, offsetMinutes: Int) {
    self.name = name
    self.email = email
    self.time = time
    self.offsetMinutes = offsetMinutes
  }

  /// Without the characters that separate the parts of a line in a commit.
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

/// A state of the tree, and where it came from.
package struct Commit: Hashable, Sendable {
  package var id: ObjectID
  /// Of the vault.
  package var tree: ObjectID
  /// Of all that the repository has; the same where the vault is all of it.
  package var rootTree: ObjectID
  package var parents: [ObjectID]
  package var author: Person
  package var committer: Person
  /// Bytes that are not UTF-8 are U+FFFD.
  package var message: String
}
