import TestSupport
import Testing
import VaultFormat
import VaultIndex

@testable import Page

extension RunningPage {
  /// A link for somebody, as `tl circle invite` makes it.
  func link(_ person: String, _ circle: String, days: Int = 14) throws -> String {
    let secret = try site.members.invite(
      NoteID(nonEmpty: person), to: NoteID(nonEmpty: circle), days: days)
    return MemberStore.path(of: secret)
  }

  /// A browser of somebody who has used a link.
  func member(_ person: String, of circle: String) async throws -> Browser {
    var browser = Browser(page: self)
    browser.take(try await browser.use(try link(person, circle)).expect(303, place: "/shared/"))
    return browser
  }
}

extension Browser {
  /// Presses the button of an invitation.
  func use(_ link: String) async throws -> Answer { try await post(link, ["token": ""]) }

  /// Sends a form of a member's page, with its token.
  func say(_ path: String, _ fields: [String: String]) async throws -> Answer {
    var fields = fields
    fields["token"] =
      try await get("/shared/leave").body
      .values(after: "name=\"token\" value=\"").first ?? ""
    return try await post(path, fields)
  }
}

extension RunningPage {
  /// Writes a file as another program does, and returns when the page has seen it.
  func rewrite(_ path: String, _ text: String) async throws {
    let generation = site.live.snapshot.generation
    try folder.write(text, to: "vault/\(path)")
    while site.live.snapshot.generation == generation {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Writes a new note as another program does, and returns when the page has seen it, and all that was written before.
  func add(_ id: String) async throws {
    try folder.write("---\nid: \(id)\n---\n", to: "vault/\(id).md")
    while site.live.snapshot.index.notes(withIDs: [NoteID(nonEmpty: id)]).isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// A vault with circles.
enum Circles {
  static func person(_ id: String, _ title: String, language: String = "en") -> String {
    "---\nid: \(id)\ntl: person\ntitle: \(title)\nlanguage: \(language)\n---\n"
  }

  static func circle(
    _ id: String, _ title: String, viewers: [String] = [], contributors: [String] = []
  ) -> String {
    "---\nid: \(id)\ntl: circle\ntitle: \(title)\nviewers: [\(viewers.joined(separator: ", "))]\n"
      + "contributors: [\(contributors.joined(separator: ", "))]\n---\n"
  }

  static func comment(
    _ id: String, on note: String, by author: String, circles: [String], _ text: String
  ) -> String {
    "---\nid: \(id)\ncreated: 2026-06-15T10:00:00Z\ntl: comment\ncomment_on: \(note)\nauthor: \(author)\n"
      + "circles: [\(circles.joined(separator: ", "))]\n---\n\n\(text)\n"
  }

  /// Grandparents with Lan, who comments, and Nils, who reads; friends with Mia.
  static let pages = [
    "people/lan.md": person("lan", "Lan", language: "vi"),
    "people/nils.md": person("nils", "Nils", language: "de"),
    "people/mia.md": person("mia", "Mia"),
    "circles/grandparents.md":
      circle("grandparents", "Grandparents", viewers: ["Nils"], contributors: ["Lan"]),
    "circles/friends.md": circle("friends", "Friends", contributors: ["Mia"]),
  ]

  /// A UUID for each small number: such an id leaves as it is.
  static func id(_ number: Int) -> String {
    "00000000-0000-4000-8000-\(String(1_000_000_000_000 + number).dropFirst())"
  }
}
