package import Journal
internal import VaultFormat
internal import VaultStore
internal import Words

/// Those whom the circles of a vault name, for the commands that let them in.
package struct CirclePeople {
  /// Somebody in a circle, whose page is the only one of their name.
  package struct One {
    package let circle: Circle
    package let person: Person
    package let role: CircleRole
  }

  private let finder: CircleFinder

  package init(_ vault: OpenVault) throws { finder = try CircleFinder(vault) }

  /// - Parameter word: names a circle; nil for all.
  /// - Throws: for a word that names no circle, or several.
  package func all(of word: String?) throws -> [One] {
    let circles = try word.map { [try finder.circle(named: $0)] } ?? finder.book.circles
    return circles.flatMap { circle in
      finder.members(of: circle).compactMap { member in
        member.person.map { One(circle: circle, person: $0, role: member.role) }
      }
    }
  }

  /// - Throws: for words that name nobody, or several, and for a person who is not in the circle.
  package func one(of circleWord: String, named word: String) throws -> One {
    let (circle, person) = try finder.pair(of: circleWord, word)
    guard let found = try all(of: circle.path.text).first(where: { $0.person.path == person.path })
    else {
      throw Problem(
        "\(person.title) is not in \(circle.title)",
        hint: "tl circle add \(circle.name.shellWord) \(person.name.shellWord) adds them",
        kind: .refused)
    }
    return found
  }

  /// Stores the ids of both pages in them: a page that is moved must not lose its members.
  package func keepIDs(of one: One, in vault: OpenVault) throws {
    let writer = try vault.writer()
    _ = try writer.storeIdentity(one.circle.path, provisionalID: one.circle.id)
    _ = try writer.storeIdentity(one.person.path, provisionalID: one.person.id)
  }
}
