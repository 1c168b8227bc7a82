/// The words of the owner about circles.
extension PageWords {
  static let circles = "Circles"
  /// Who wrote a comment that names nobody.
  static let owner = "You"
  static let circlesHow =
    "A circle is a list of people to whom you show notes. Only notes that name it are shown."
  static let noCircles =
    "There is no circle yet. tl circle add NAME PERSON makes one, tl share NOTE NAME shows it a note."
  static let nobodyIn = "Nobody is in it yet."
  static let preview = "See it as they do"
  static let invite = "Make a link"
  static let anotherLink = "A link for another device"
  static let revoke = "Let out"

  static let yourComment = "Your comment"
  static let nobodyReads = "Nobody but you reads it."

  /// Who reads a comment on a note.
  static func readers(_ circles: [String]) -> String {
    circles.isEmpty ? nobodyReads : "It is read by \(circles.joined(separator: ", ")) too."
  }

  static func share(_ circle: String) -> String { "Show to \(circle)" }
  static func unshare(_ circle: String) -> String { "No longer show to \(circle)" }

  static func link(for name: String) -> String {
    "Send this link to \(name). It lets one device in, within 14 days, and is not shown again."
  }

  /// What is known of somebody in a circle.
  ///
  /// - Parameter seen: the day of the last visit.
  static func standing(
    _ state: MemberRegister.State?, role: String, seen: String?
  ) -> String {
    let word =
      switch state {
      case nil: "not invited"
      case .pending: "invited, has not come yet"
      case .accepted: seen.map { "last here \($0)" } ?? "is in"
      case .expired: "the link has ended"
      case .revoked: "let out"
      }
    return "\(role), \(word)"
  }
}
