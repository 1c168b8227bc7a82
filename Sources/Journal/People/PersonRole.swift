/// What somebody is to the writer: the key `role` of a person.
package enum PersonRole: Hashable, Sendable {
  case child, parent, family, friend
  /// Any other text.
  case other(String)

  /// Ignores case; `baby` and `familyMember` are other names of `child` and `family`.
  package init(_ text: String) {
    self =
      switch text.lowercased() {
      case "child", "baby": .child
      case "parent": .parent
      case "family", "familymember": .family
      case "friend": .friend
      default: .other(text)
      }
  }

  package var text: String {
    switch self {
    case .child: "child"
    case .parent: "parent"
    case .family: "family"
    case .friend: "friend"
    case .other(let text): text
    }
  }
}
