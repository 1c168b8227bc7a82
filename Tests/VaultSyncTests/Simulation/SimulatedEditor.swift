import TestSupport

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// What a person does to a vault between two syncs, by chance.
///
/// Names and ids are few, so that devices often meet at one.
struct SimulatedEditor {
  var generator: SeededGenerator
  var words = SavedWords()
  /// A file that many come to, because something is about it.
  var meetingPoint: String?

  init(_ generator: SeededGenerator) {
    self.generator = generator
  }

  mutating func pick<T>(_ choices: [T]) -> T { generator.pick(1, of: choices)[0] }

  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// The files that a person sees.
  func files(_ device: SyncDevice) -> [String] {
    device.paths().filter { !$0.hasPrefix(".") && !$0.contains("/.") }
  }

  /// One change of one device.
  ///
  /// - Returns: what it was, for the story.
  @discardableResult
  mutating func change(_ device: SyncDevice) -> String {
    let files = files(device)
    let notes = files.filter { $0.hasSuffix(".md") }
    guard !notes.isEmpty else {
      add(device)
      return "adds a note"
    }
    let meets = number(0..<2) == 0
    let note = meetingPoint.flatMap { meets && notes.contains($0) ? $0 : nil } ?? pick(notes)
    let before = Set(files)
    let what: String
    switch number(0..<28) {
    case 0..<7: (what, _) = ("edits \(note)", editBody(note, device))
    case 7..<10: (what, _) = ("edits a field of \(note)", editField(note, device))
    case 10: (what, _) = ("stores an id in \(note)", storeID(note, device))
    case 11..<13: (what, _) = ("adds", add(device))
    case 13: (what, _) = ("copies \(note)", copy(note, device))
    case 14..<16: (what, _) = ("moves \(note)", move(note, device))
    case 16: (what, _) = ("deletes \(note)", delete(note, device))
    case 17: (what, _) = ("attaches to \(note)", attach(note, device))
    case 18: (what, _) = ("changes media", changeMedia(files, device))
    case 20..<24: what = log(device)
    case 24: what = addToDay(device)
    case 25: what = changePerson(device)
    case 26: (what, _) = ("comments", comment(device))
    case 27: what = changeCircle(device)
    default: (what, _) = ("changes a list", changeList(device))
    }
    let names = Set(self.files(device)).symmetricDifference(before).sorted()
    return names.isEmpty ? what : "\(what): \(names.joined(separator: ", "))"
  }

  /// Saves a file, in one of the two ways of editors, unless its name is taken by a folder.
  mutating func save(_ path: String, _ text: String, _ device: SyncDevice) {
    let old = device[path]
    if old == nil, isBlocked(path, device) { return }
    words.save(old, text)
    if number(0..<2) == 0 {
      device.replace(path, Array(text.utf8))
    } else {
      device.overwrite(path, Array(text.utf8))
    }
  }

  private func isBlocked(_ path: String, _ device: SyncDevice) -> Bool {
    if device.exists(path) { return true }
    var parent = path[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      if device[String(parent)] != nil { return true }
    }
    return false
  }

  mutating func line(_ device: SyncDevice) -> String { "line \(words.make(device.name))" }
}

// MARK: - Notes

extension SimulatedEditor {
  private mutating func path() -> String {
    pick(["a.md", "b.md", "c.md", "A.md", "in/a.md", "in/d.md", "IN/e.md", "day/2026-11-20.md"])
  }

  mutating func add(_ device: SyncDevice) {
    let path = path()
    guard !device.exists(path) else { return }
    var head = ""
    if number(0..<3) > 0 { head += "id: \(pick(["i1", "i2", "i3", "i4", "i5", "i6"]))\n" }
    if number(0..<2) == 0 { head += "updated: 2026-01-01T00:00:00Z\n" }
    if number(0..<2) == 0 { head += "tags: [\(words.make(device.name))]\n" }
    var body = ""
    for _ in 0..<number(1..<6) { body += line(device) + "\n" }
    save(path, note(nil, head, body), device)
  }

  private mutating func editBody(_ path: String, _ device: SyncDevice) {
    guard let text = device[path] else { return }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = lines.first == "---" ? (lines.dropFirst().firstIndex(of: "---") ?? 0) + 1 : 0
    let body = first..<max(first, lines.count - 1)
    let spot = body.isEmpty ? first : number(body)
    switch number(0..<6) {
    case 0: lines.insert(line(device), at: min(first, lines.count))
    case 1: lines.insert(line(device), at: max(first, lines.count - 1))
    case 2 where !body.isEmpty: lines.remove(at: spot)
    case 3 where !body.isEmpty: lines[spot] += " " + words.make(device.name)
    case 4 where !body.isEmpty: lines[spot] = line(device)
    default: lines.insert(line(device), at: min(spot, lines.count))
    }
    save(path, lines.joined(separator: "\n"), device)
  }

  private mutating func editField(_ path: String, _ device: SyncDevice) {
    guard let text = device[path] else { return }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
      return save(path, "---\npinned: true\n---\n" + text, device)
    }
    func set(_ key: String, _ value: String) {
      if let old = lines[..<end].firstIndex(where: { $0.hasPrefix(key + ":") }) {
        // A list that somebody wrote in several lines stays as it is.
        if !lines[old].hasSuffix(":") { lines[old] = "\(key): \(value)" }
      } else {
        lines.insert("\(key): \(value)", at: end)
      }
    }
    switch number(0..<5) {
    case 0: set("pinned", pick(["true", "false"]))
    case 1: set("category", pick(["home", "work", "trip"]))
    case 2: set("title", words.make(device.name))
    case 3: set("mood", words.make(device.name))
    default: addItem(to: "tags", &lines, end, device)
    }
    save(path, lines.joined(separator: "\n"), device)
  }

  private mutating func addItem(
    to key: String, _ lines: inout [String], _ end: Int, _ device: SyncDevice
  ) {
    let item = words.make(device.name)
    guard let old = lines[..<end].firstIndex(where: { $0.hasPrefix("\(key): [") }) else {
      if !lines[..<end].contains(where: { $0.hasPrefix("\(key):") }) {
        lines.insert("\(key): [\(item)]", at: end)
      }
      return
    }
    var items = lines[old].dropFirst("\(key): [".count).dropLast().split(separator: ",")
      .map { $0.filter { $0 != " " } }
    if !items.isEmpty, number(0..<3) == 0 { items.remove(at: number(items.indices)) }
    lines[old] = "\(key): [\((items + [item]).joined(separator: ", "))]"
  }

  /// As tl does at the first edit: devices that do it apart store different ones.
  private mutating func storeID(_ path: String, _ device: SyncDevice) {
    guard let text = device[path], !text.contains("\nid: ") else { return }
    let id = "s\(number(0..<100))"
    let rest = text.hasPrefix("---\n") ? String(text.dropFirst(4)) : "---\n" + text
    save(path, "---\nid: \(id)\n" + rest, device)
  }

  private mutating func copy(_ path: String, _ device: SyncDevice) {
    let new = number(0..<2) == 0 ? self.path() : String(path.dropLast(3)) + " copy.md"
    guard !isBlocked(new, device), let text = device[path] else { return }
    words.save(nil, text)
    device.copy(path, new)
  }

  private mutating func move(_ path: String, _ device: SyncDevice) {
    let new = self.path()
    let (old, folder) = (Self.media(of: path), Self.media(of: new))
    guard !isBlocked(new, device), !device.exists(folder) else { return }
    device.move(path, new)
    // Somebody who moves a note with another program may forget the media.
    if device.exists(old), number(0..<4) > 0 { device.move(old, folder) }
  }

  mutating func delete(_ path: String, _ device: SyncDevice) {
    for file in noteFiles(path, device) {
      words.save(device[file], nil)
      device[file] = nil
    }
  }

  /// As `tl rm`.
  ///
  /// - Returns: what was done.
  mutating func putIntoTrash(_ device: SyncDevice) throws -> String {
    let notes = files(device).filter { $0.hasSuffix(".md") }
    guard !notes.isEmpty, let path = VaultPath(pick(notes)) else {
      return "has no note to put into the trash"
    }
    for file in noteFiles(path.text, device) { words.save(device[file], nil) }
    let writer = try NoteWriter(device.open().vault, device.surroundings, zone: .utc)
    _ = try writer.remove(path)
    return "puts \(path.text) into the trash"
  }

  /// A note and its media.
  private func noteFiles(_ path: String, _ device: SyncDevice) -> [String] {
    files(device).filter { $0 == path || $0.hasPrefix(Self.media(of: path) + "/") }
  }
}

// MARK: - Trackers, days and people

extension SimulatedEditor {
  /// Logs, edits or removes an event; makes the tracker if there is none.
  private mutating func log(_ device: SyncDevice) -> String {
    let path = pick(["trackers/water.md", "trackers/coffee.md"])
    guard let text = device[path] else {
      let head = number(0..<4) > 0 ? "id: \(path)\ntl: tracker\n" : "tl: tracker\n"
      save(path, note(nil, head, number(0..<2) == 0 ? "" : "## Log\n\n"), device)
      return "makes the tracker \(path)"
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let events = lines.indices.filter { lines[$0].hasPrefix("- 2026") }
    let event = "- 2026-11-\(number(10..<30)) = \(number(0..<3)): \(words.make(device.name))"
    switch number(0..<5) {
    case 0 where !events.isEmpty: lines.remove(at: pick(events))
    case 1 where !events.isEmpty: lines[pick(events)] = event
    default:
      let end = lines.last == "" ? lines.count - 1 : lines.count
      let later = events.first { lines[$0].prefix(12) > event.prefix(12) }
      lines.insert(event, at: later ?? events.last.map { $0 + 1 } ?? end)
    }
    save(path, lines.joined(separator: "\n"), device)
    return "logs in \(path)"
  }

  private mutating func addToDay(_ device: SyncDevice) -> String {
    let path = "day/2026-11-20.md"
    let text = device[path] ?? "# Friday\n\n"
    let item = "- \(number(10..<24)):\(number(10..<60)) \(words.make(device.name))\n"
    save(path, text + (text.hasSuffix("\n") ? "" : "\n") + item, device)
    return "adds to the day"
  }

  private mutating func changePerson(_ device: SyncDevice) -> String {
    let path = "people/kaia.md"
    let day = number(10..<28)
    let place = pick(["Home", "Park", "Sea"])
    let fields = "tl: person\nbirthday: 2025-05-\(day)\nplace: \(place)\nlocality: \(place)ton\n"
    save(path, note("kaia", fields, "\(line(device))\n"), device)
    return "writes about a person"
  }

  /// As `tl comment`: a file of its own, which no other device makes.
  private mutating func comment(_ device: SyncDevice) {
    let id = "c" + words.make(device.name)
    let text = note(id, "tl: comment\ncomment_on: \(pick(["i1", "i2"]))\n", line(device) + "\n")
    save("comments/2026/11/2026-11-20-\(id).md", text, device)
  }

  /// Adds a member, and may remove another.
  private mutating func changeCircle(_ device: SyncDevice) -> String {
    let path = "circles/family.md"
    let text = device[path] ?? note("family", "tl: circle\ntitle: Family\n", "")
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(of: "---") else {
      return "does not understand \(path)"
    }
    addItem(to: pick(["viewers", "contributors"]), &lines, end, device)
    save(path, lines.joined(separator: "\n"), device)
    return "changes a circle"
  }
}

// MARK: - Media and other files

extension SimulatedEditor {
  private static func media(of note: String) -> String { String(note.dropLast(3)) + ".media" }

  private mutating func picture(_ device: SyncDevice) -> String {
    "\u{0}\(words.make(device.name))\u{0}" + String(repeating: "x", count: number(0..<40))
  }

  private mutating func attach(_ note: String, _ device: SyncDevice) {
    let folder = Self.media(of: note)
    let name = pick(["x.jpg", "y.jpg", "X.jpg", "sub/z.jpg"])
    guard !isBlocked("\(folder)/\(name)", device), let text = device[note] else { return }
    save("\(folder)/\(name)", picture(device), device)
    let link = folder.split(separator: "/").last.map { "![](\($0)/\(name))\n" } ?? ""
    save(note, text + (text.hasSuffix("\n") ? "" : "\n") + link, device)
  }

  private mutating func changeMedia(_ files: [String], _ device: SyncDevice) {
    let media = files.filter { $0.contains(".media/") }
    guard !media.isEmpty else { return }
    let path = pick(media)
    guard number(0..<2) == 0 else { return save(path, picture(device), device) }
    words.save(device[path], nil)
    device[path] = nil
  }

  private mutating func changeList(_ device: SyncDevice) {
    let path = pick(["list.txt", "in/list.txt", "data.bin"])
    if path == "data.bin" { return save(path, picture(device), device) }
    let text = device[path] ?? ""
    let isFirst = number(0..<2) == 0
    save(path, isFirst ? line(device) + "\n" + text : text + line(device) + "\n", device)
  }
}
