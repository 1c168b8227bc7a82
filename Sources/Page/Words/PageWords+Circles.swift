internal import Journal

/// The words of the owner about circles.
extension PageWords {
  static let circles = "Circles"
  /// Who wrote a comment that names nobody.
  static let owner = "You"
  static let circlesHow =
    "People to whom you show notes. They see only the notes that you share with them."
  static let noCircles =
    "Nobody but you sees your notes. A circle shows some of them to people whom you choose."
  static let newCircle = "New circle"
  static let isNobody = "No person, or several, are called so: nobody gets in by this name"

  static let circleTable: [String: String] = [
    "anotherLink": "A link for another device", "asTheyDo": "See it as they do",
    "circleName": "Name, such as Grandparents", "copied": "Copied", "copyLink": "Copy",
    "invite": "Invite", "letOut": "Let out", "newCircle": newCircle,
    "whoSees": "Who is in it",
  ]

  static let yourComment = "Your comment"

  /// Who reads a comment on a note.
  static func readers(_ circles: [String]) -> String {
    circles.isEmpty
      ? "Nobody but you reads it." : "It is read by \(circles.joined(separator: ", ")) too."
  }

  static func share(_ circle: String) -> String { "Show to \(circle)" }
  static func unshare(_ circle: String) -> String { "No longer show to \(circle)" }

  static func link(for name: String) -> String { "A link for \(name)" }
  static func linkHow(for name: String) -> String {
    "Send this link to \(name). It lets one device in, within 14 days, and is not shown again."
  }

  /// Why a circle cannot be called so.
  static func circleName(_ problem: PageTitle.Problem) -> String {
    switch problem {
    case .isEmpty: "A name has letters."
    case .isTaken(_, let title): "\(title) is a circle already."
    case .isNoName: "A name has no slash, and does not begin with @."
    }
  }

  static func name(_ role: CircleRole) -> String {
    switch role {
    case .viewer: "Reads"
    case .contributor: "Reads and comments"
    }
  }

  /// - Parameter seen: how long ago the last visit was, or the link was made.
  static func standing(_ state: MemberRegister.State?, seen: String?) -> String {
    switch state {
    case nil: "Not invited yet"
    case .pending: "Invited \(seen ?? "earlier"), has not come yet"
    case .accepted: seen.map { "Was here \($0)" } ?? "Has come"
    case .expired: "The link has ended"
    case .revoked: "Let out"
    }
  }
}
