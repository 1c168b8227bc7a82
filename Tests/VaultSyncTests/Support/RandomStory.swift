import TestSupport

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// Vaults and changes made by chance, small enough that rare meetings happen often.
enum RandomStory {
  static func make(using generator: inout SeededGenerator) -> MergeStory {
    var files: [String: String] = [:]
    var author = Author(name: "base", generator: generator)
    for number in 0..<Int.random(in: 1...5, using: &author.generator) {
      let path = author.path()
      guard files[path] == nil, !isBlocked(path, files.keys) else { continue }
      files[path] = author.note(id: Bool.random(using: &author.generator) ? "id\(number)" : nil)
      if Bool.random(using: &author.generator) {
        files[media(of: path) + "/" + author.picture()] = author.line()
      }
    }
    if Bool.random(using: &author.generator) { files["list.txt"] = author.lines(3) }
    var story = MergeStory(files)
    if Int.random(in: 0..<8, using: &author.generator) == 0 { story.right.time = story.left.time }
    for side in [\MergeStory.left, \.right] {
      author.name = story[keyPath: side].name
      for _ in 0..<Int.random(in: 0...4, using: &author.generator) {
        author.change(&story[keyPath: side])
      }
    }
    generator = author.generator
    return story
  }

  static func media(of note: String) -> String { String(note.dropLast(3)) + ".media" }

  /// A file stands where the path needs a folder, or the other way round.
  static func isBlocked(_ path: String, _ others: some Sequence<String>) -> Bool {
    others.contains { $0.hasPrefix(path + "/") || path.hasPrefix($0 + "/") }
  }
}

/// Writes lines that occur nowhere else.
private struct Author {
  var name: String
  var generator: SeededGenerator
  private var count = 0

  init(name: String, generator: SeededGenerator) {
    self.name = name
    self.generator = generator
  }

  mutating func pick<T>(_ choices: [T]) -> T { generator.pick(1, of: choices)[0] }

  mutating func line() -> String {
    count += 1
    return "line \(name) \(count)"
  }

  mutating func lines(_ number: Int) -> String {
    (0..<number).map { _ in line() + "\n" }.joined()
  }

  mutating func path() -> String {
    pick([
      "a.md", "A.md", "b.md", "in/a.md", "IN/a.md", "in/c.md", "caf\u{E9}.md", "cafe\u{301}.md",
    ])
  }

  mutating func picture() -> String { pick(["x.jpg", "X.jpg", "y.jpg", "sub/x.jpg"]) }

  mutating func note(id: String?) -> String {
    VaultSyncTests.note(id, "", lines(Int.random(in: 1...4, using: &generator)))
  }

  mutating func change(_ device: inout MergeStory.Device) {
    let paths = device.files.keys.map(\.text).sorted()
    let notes = paths.filter { $0.hasSuffix(".md") }
    let target = notes.isEmpty ? nil : pick(notes)
    switch (Int.random(in: 0..<12, using: &generator), target) {
    case (0..<3, let note?): edit(note, &device)
    case (3, let note?): delete(note, &device)
    case (4..<6, let note?): move(note, &device)
    case (6, let note?): attach(note, &device)
    case (7, let note?): copy(note, &device)
    case (8, _): add("list.txt", lines(2), &device)
    case (9, _):
      if let media = paths.filter({ $0.contains(".media/") }).first { device[media] = nil }
    case (10, _): add(pick(["in", "a.media", "list.txt/b.txt"]), line(), &device)
    default: add(path(), note(id: pick([nil, nil, "id1", "id7", "id8"])), &device)
    }
  }

  private func add(_ path: String, _ text: String, _ device: inout MergeStory.Device) {
    let others = device.files.keys.map(\.text)
    if !RandomStory.isBlocked(path, others) { device[path] = text }
  }

  private mutating func edit(_ note: String, _ device: inout MergeStory.Device) {
    var lines = (device[note] ?? "").split(separator: "\n").map(String.init)
    let first = lines.firstIndex { $0.hasPrefix("line") } ?? lines.count
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: lines.append(line())
    case 1: lines.insert(line(), at: first)
    case 2: lines[first...] = [line()]
    default: if first < lines.count { lines.remove(at: first) }
    }
    device[note] = lines.map { $0 + "\n" }.joined()
  }

  private func delete(_ note: String, _ device: inout MergeStory.Device) {
    device[note] = nil
    let media = RandomStory.media(of: note) + "/"
    for path in device.files.keys where path.text.hasPrefix(media) { device.files[path] = nil }
  }

  private mutating func move(_ note: String, _ device: inout MergeStory.Device) {
    let new = path()
    let others = device.files.keys.map(\.text)
    let (old, folder) = (RandomStory.media(of: note) + "/", RandomStory.media(of: new) + "/")
    guard device[new] == nil, !RandomStory.isBlocked(new, others),
      !others.contains(where: { $0.hasPrefix(folder) }), device[RandomStory.media(of: new)] == nil
    else { return }
    device.move(note, new)
    guard Int.random(in: 0..<5, using: &generator) > 0 else { return }
    for path in others where path.hasPrefix(old) {
      device.move(path, folder + path.dropFirst(old.count))
    }
  }

  private mutating func attach(_ note: String, _ device: inout MergeStory.Device) {
    let path = RandomStory.media(of: note) + "/" + picture()
    let others = device.files.keys.map(\.text)
    if !RandomStory.isBlocked(path, others) { device[path] = line() }
  }

  private mutating func copy(_ note: String, _ device: inout MergeStory.Device) {
    let new = path()
    guard device[new] == nil else { return }
    add(new, device[note] ?? "", &device)
  }
}

extension MergeStory {
  var start: MemoryTrees.Files { store.files(of: base) }

  /// All three trees, to find out what went wrong.
  var picture: String {
    let trees = [("base", start), (left.name, left.files), (right.name, right.files)]
    return trees.map { name, files in
      "== \(name)\n"
        + files.sorted { $0.key < $1.key }.map { path, entry in
          "\(path.text): \(String(decoding: store.blobs[entry.id]!, as: UTF8.self).debugDescription)\n"
        }.joined()
    }.joined()
  }
}
