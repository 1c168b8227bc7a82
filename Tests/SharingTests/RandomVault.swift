import TestSupport

/// A random vault as a simple model knows it: what is written into its files, and who may see which notes.
///
/// Each part of a file has a word of its own, by which it is found wherever it should not be.
struct RandomVault {
  struct Circle {
    var path: String
    var title: String
  }

  struct Person {
    var word: String
    /// The name of the file.
    var name: String
    var title: String
    var publish: String?
    var circles: [String]
    var opens: String?
  }

  struct Note {
    var number: Int
    var path: String
    var id: String
    var publish: String?
    var anonymous: String?
    /// Nil without the key.
    var circles: [String]?
    var areCirclesReadable = true
    var opens: String?
    var kind: String?
    var isCopy = false
    var isBroken = false
    var people: [String]
    var linked: Int
    /// The names of its media, of which the first is referred to if `refers`.
    var media: [String]
    var refers: Bool

    var word: String { "zq\(number)x" }
  }

  private(set) var circles: [Circle] = []
  private(set) var persons: [Person] = []
  private(set) var notes: [Note] = []

  static let members = ["grandparents", "friends"]
  private static let today = "2026-11-20"

  init(_ random: inout SeededGenerator) {
    func pick<Value>(_ choices: [Value]) -> Value { random.pick(1, of: choices)[0] }
    func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    circles = Self.members.map { Circle(path: "circles/\($0).md", title: $0) }
    if chance(4) { circles.append(Circle(path: "circles/zq0c.md", title: pick(Self.members))) }
    for number in 0..<4 {
      let isTwin = number == 3 && chance(2)
      persons.append(
        Person(
          word: "zq\(number)p", name: "zq\(number)pfile",
          title: isTwin ? "zq0ptitle" : "zq\(number)ptitle",
          publish: pick([nil, nil, "true", "false", "maybe"]),
          circles: pick([[], [], ["grandparents"], ["friends", "nobody"]]),
          opens: chance(8) ? "2043-10-17" : nil))
    }
    let count = Int.random(in: 4...14, using: &random)
    for number in 1...count {
      let word = "zq\(number)x"
      var id = "00000000-0000-4000-8000-0000000000\(10 + number)"
      if chance(8) { id = "zq\(number)id" }
      if chance(8), let other = notes.last { id = other.id }
      notes.append(
        Note(
          number: number, path: "\(pick(["", "2026/11/", "\(word)folder/"]))\(word)path.md", id: id,
          publish: pick([nil, nil, "true", "true", "yes", "false", "maybe", "''"]),
          anonymous: pick([nil, nil, nil, "true", "false", "perhaps"]),
          circles: pick([
            nil, ["grandparents"], ["friends"], ["grandparents", "friends"], ["nobody"],
            ["GrandParents"], [],
          ]),
          areCirclesReadable: !chance(12),
          opens: pick([nil, nil, nil, nil, nil, "2020-01-01", Self.today, "2043-10-17", "later"]),
          kind: chance(8) ? pick(["person", "comment", "book", "novelty"]) : nil,
          isCopy: chance(10), isBroken: chance(12),
          people: pick([[], ["zq0pfile"], ["zq1ptitle", "Somebody"], ["[[people/zq2pfile|Bà]]"]]),
          linked: Int.random(in: 1...count, using: &random),
          media: pick([[], ["a.jpg"], ["a.jpg", "b.jpg"], ["a.jpg", "c.txt"]]).map { word + $0 },
          refers: chance(2)))
    }
  }

  // MARK: - Files

  func write(to vault: SharingVault) throws {
    for circle in circles {
      try vault.folder.write(
        "---\ntl: circle\ntitle: \(circle.title)\nviewers: [zq0ptitle]\nsecret: zq0csecret\n---\n",
        to: circle.path)
    }
    for person in persons {
      var lines = ["tl: person", "title: \(person.title)", "aliases: [\(person.word)alias]"]
      lines.append("birthday: 2025-05-17")
      if let publish = person.publish { lines.append("publish: \(publish)") }
      if !person.circles.isEmpty {
        lines.append("circles: [\(person.circles.joined(separator: ", "))]")
      }
      if let opens = person.opens { lines.append("open_after: \(opens)") }
      try vault.folder.write(
        "---\n\(lines.joined(separator: "\n"))\n---\n\(person.word)text\n",
        to: "people/\(person.name).md")
    }
    for note in notes { try write(note, to: vault) }
  }

  private func write(_ note: Note, to vault: SharingVault) throws {
    try vault.folder.write(text(of: note), to: note.path)
    let folder = note.path.dropLast(3) + ".media"
    for name in note.media {
      let bytes =
        name.hasSuffix("jpg")
        ? TestPicture.jpeg("\(note.word)metadata", pixels: [UInt8(note.number), 0x34])
        : Array("\(note.word)file".utf8)
      try vault.folder.write(bytes, to: "\(folder)/\(name)")
    }
  }

  func text(of note: Note) -> String {
    var lines = ["id: \(note.id)", "created: 2026-03-01T12:00:\(10 + note.number)Z"]
    lines += ["title: \(note.word)title", "\(note.word)key: \(note.word)secret"]
    if note.isBroken { lines.append("broken: [") }
    if let publish = note.publish { lines.append("publish: \(publish)") }
    if let anonymous = note.anonymous { lines.append("anonymous: \(anonymous)") }
    if let circles = note.circles {
      lines.append(
        note.areCirclesReadable
          ? "circles: [\(circles.joined(separator: ", "))]" : "circles: {a: grandparents}")
    }
    if let opens = note.opens { lines.append("open_after: \(opens)") }
    if let kind = note.kind { lines.append("tl: \(kind)") }
    if note.isCopy { lines.append("conflict_of: 00000000-0000-4000-8000-000000000001") }
    lines += ["author: \(note.word)author", "place: \(note.word)place", "coordinates: 48.85, 2.35"]
    if !note.people.isEmpty {
      lines.append("people: [\(note.people.map { "\"\($0)\"" }.joined(separator: ", "))]")
    }
    return "---\n\(lines.joined(separator: "\n"))\n---\n" + body(of: note)
  }

  func body(of note: Note) -> String {
    let stem = note.path.split(separator: "/").last.map { $0.dropLast(3) } ?? ""
    let own = note.refers ? note.media.first.map { "![](\(stem).media/\($0))\n" } ?? "" : ""
    return "\(note.word)body [[zq\(note.linked)xpath]]\n\(own)"
  }

  // MARK: - The model

  enum Audience: Hashable, CaseIterable {
    case everybody, grandparents, friends, readers
  }

  private static func isTrue(_ value: String?) -> Bool { value == "true" || value == "yes" }
  private static func isReadable(_ value: String?) -> Bool {
    value.map { ["true", "yes", "false", "''"].contains($0) } ?? true
  }

  /// Whether the circle alone has its title, by which notes name it.
  private func isClear(_ circle: String) -> Bool { circles.count { $0.title == circle } == 1 }

  func sees(_ audience: Audience, _ note: Note) -> Bool {
    if note.isBroken || note.kind != nil || note.isCopy { return false }
    if note.opens == "later" || note.opens == "2043-10-17" { return false }
    if !Self.isReadable(note.anonymous) { return false }
    if notes.contains(where: { $0.number != note.number && !$0.isBroken && $0.id == note.id }) {
      return false
    }
    let isPublished = Self.isTrue(note.publish)
    switch audience {
    case .readers: return true
    case .everybody: return isPublished
    case .grandparents, .friends:
      guard Self.isReadable(note.publish) else { return false }
      guard let names = note.circles else { return isPublished }
      guard note.areCirclesReadable else { return false }
      let name = "\(audience)"
      return isPublished || isClear(name) && names.contains { $0.lowercased() == name }
    }
  }

  func sees(_ audience: Audience, _ person: Person) -> Bool {
    if person.opens != nil { return false }
    switch audience {
    case .readers: return true
    case .everybody: return Self.isTrue(person.publish)
    case .grandparents, .friends:
      guard Self.isReadable(person.publish) else { return false }
      let name = "\(audience)"
      return Self.isTrue(person.publish) || isClear(name) && person.circles.contains(name)
    }
  }
}
