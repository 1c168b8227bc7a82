import Foundation
import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import Sharing

/// Random vaults: a view is what a simple model says, and holds nothing of the rest.
@Suite("What audiences see, against a model")
struct AudienceModelTests {
  private static func audience(_ audience: RandomVault.Audience) throws -> Audience {
    switch audience {
    case .everybody: .everybody
    case .readers: .readers
    case .grandparents, .friends: .circle(try #require(VaultPath("circles/\(audience).md")))
    }
  }

  @Test("a view has the notes that the model says, and not one byte of the others")
  func model() throws {
    try withSeed(cases: caseCount(40)) { random in
      let model = RandomVault(&random)
      let vault = try SharingVault()
      try model.write(to: vault)
      for audience in RandomVault.Audience.allCases {
        try check(model, audience, try vault.view(for: Self.audience(audience)), in: vault)
      }
    }
  }

  private func check(
    _ model: RandomVault, _ audience: RandomVault.Audience, _ view: AudienceView,
    in vault: SharingVault
  ) throws {
    let expected = model.notes.filter { model.sees(audience, $0) }
    try withNote("\(audience): \(expected.map(\.path))") {
      #expect(Set(view.notes.map(\.source.text)) == Set(expected.map(\.path)))
      for note in expected {
        let path = try #require(VaultPath(note.path))
        let shared = try #require(view.note(at: path))
        let wanted = try mediaNames(of: note)
        #expect(String(decoding: shared.body, as: UTF8.self) == model.body(of: note))
        #expect(shared.title == "\(note.word)title")
        #expect(
          shared.media.map(\.source.name).map { String(decoding: $0, as: UTF8.self) } == wanted)
        let isAnonymous = note.anonymous == "true"
        #expect(shared.authors == (isAnonymous ? [] : ["\(note.word)author"]))
        #expect(shared.place == (isAnonymous ? nil : "\(note.word)place"))
        #expect((shared.coordinates == nil) == isAnonymous)
        #expect(shared.people.count == (isAnonymous ? 0 : note.people.count))
        #expect(!isAnonymous || model.notes.allSatisfy { $0.id != shared.id })
        let link = try #require(NoteDocument(shared.body).fileLinks.first)
        let target = view.destination(
          of: link, at: link.targets(from: path.parent), in: shared, isEmbed: false)
        let linked = model.notes[note.linked - 1]
        #expect((target != nil) == model.sees(audience, linked))
      }
      let dumped = try Dumped(view) { try vault.bytes(of: $0) }
      for word in forbidden(model, audience, expected) {
        #expect(!dumped.holds(word), "\(word)")
      }
    }
  }

  private func mediaNames(of note: RandomVault.Note) throws -> [String] {
    let given = note.refers ? Array(note.media.prefix(1)) : note.media
    return given.filter { $0.hasSuffix("jpg") }
  }

  /// The words that nothing may hold which leaves.
  private func forbidden(
    _ model: RandomVault, _ audience: RandomVault.Audience, _ expected: [RandomVault.Note]
  ) -> [String] {
    var words = ["zq0csecret"]
    let shown = Set(expected.map(\.number))
    for note in model.notes {
      if !shown.contains(note.number) {
        words.append(note.word)
      } else {
        words += ["secret", "key", "path", "folder", "metadata", "file"].map { note.word + $0 }
        words += note.media
        if note.anonymous == "true" {
          words += ["author", "place"].map { note.word + $0 } + [note.id]
        }
      }
    }
    // A note may name somebody as it likes, and others may be called so.
    let named = Set(
      expected.filter { $0.anonymous != "true" }.flatMap(\.people)
        + model.persons.filter { model.sees(audience, $0) }.map(\.title))
    for person in model.persons {
      words += ["text", "alias"].map { person.word + $0 }
      if !named.contains(person.title) { words.append(person.title) }
    }
    return words
  }

  @Test("what an audience may not see changes nothing in what it sees")
  func independence() throws {
    try withSeed(cases: caseCount(20)) { random in
      let model = RandomVault(&random)
      let vault = try SharingVault()
      try model.write(to: vault)
      for audience in RandomVault.Audience.allCases {
        let before = try vault.view(for: Self.audience(audience)).notes
        let less = try SharingVault()
        try model.write(to: less)
        let ids = Dictionary(grouping: model.notes, by: \.id)
        for note in model.notes
        where !model.sees(audience, note) && ids[note.id]?.count == 1 {
          try FileManager.default.removeItem(atPath: less.folder.path(note.path))
          let media = less.folder.path(note.path.dropLast(3) + ".media")
          try? FileManager.default.removeItem(atPath: media)
        }
        let after = try less.view(for: Self.audience(audience)).notes
        #expect(before == after)
      }
    }
  }

  @Test("a merge in which one side took a circle away shows the note to that circle no more")
  func merges() throws {
    try withSeed(cases: caseCount(60)) { random in
      let circles = ["grandparents", "friends", "nobody"].filter { _ in
        Int.random(in: 0..<3, using: &random) > 0
      }
      guard !circles.isEmpty else { return }
      let taken = random.pick(1, of: circles)[0]
      let hasRemark = Bool.random(using: &random)
      func note(_ circles: [String], _ text: String, _ remark: String) -> NoteDocument {
        let list =
          "circles: [\(circles.joined(separator: ", "))]\(hasRemark ? "  # \(remark)" : "")\n"
        return NoteDocument(
          Array("---\nid: 1\ntitle: x\n\(circles.isEmpty ? "" : list)---\n\(text)\n".utf8))
      }
      let base = note(circles, "text", "base")
      let less = note(
        circles.filter { $0 != taken }, random.pick(1, of: ["text", "less"])[0], "less")
      let more = note(circles + ["another"], random.pick(1, of: ["text", "more"])[0], "more")
      let times = random.pick(2, of: [Int64(1), 2, 3])
      let sides = [
        NoteMergeSide(document: less, time: times[0], rank: "a"),
        NoteMergeSide(document: more, time: times[1], rank: "b"),
      ]
      let isSwapped = Bool.random(using: &random)
      let merge = NoteMerge(
        base: base, left: sides[isSwapped ? 1 : 0], right: sides[isSwapped ? 0 : 1], zone: .utc)
      #expect(!merge.result.names(of: .circles).contains(taken))
    }
  }
}
