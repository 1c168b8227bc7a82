import Foundation
import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultStore
@testable import VaultSync

/// Random stories: notes of the laptop wait for random reasons while the phone does random things with them.
@Suite("What waits, by chance")
struct HeldPropertyTests {
  @Test("no saved line is lost, and both devices end equal")
  func random() throws {
    try withSeed { generator, _ in
      for round in 0..<8 {
        var story = try Story(&generator)
        try withNote("story \(round):\n\(story.log.joined(separator: "\n"))") {
          try story.run()
        }
      }
    }
  }

  private struct Story {
    var generator: SeededGenerator
    let devices: SyncDevices
    var held: [HeldStory] = []
    var log: [String] = []
    /// Lines that have to be somewhere in the end.
    private var laptopLines: Set<String> = []
    private var lines = 0

    private static let filler = 25

    init(_ generator: inout SeededGenerator) throws {
      self.generator = SeededGenerator(seed: generator.next())
      var files: [String: String] = [:]
      for number in 1...4 {
        files["d\(number)/n.md"] = note("\(number)", "", Self.body(number))
        files["d\(number)/n.media/x.jpg"] = "\u{0}\(number)"
      }
      for number in 1...Self.filler {
        files["f\(number).md"] = note("f\(number)", "", "f\(number)\n")
      }
      devices = try SyncDevices(["laptop", "phone"], files)
      let laptop = devices["laptop"]
      let holds = HeldStory.Hold.allCases.shuffled(using: &self.generator)
      var deletes = false
      for number in 1...4 {
        // What ends one wait must not end another one: a limit is that of all files.
        let hold = holds[number]
        let path = "d\(number)/n.md"
        if hold == .deletion { deletes = true }
        held.append(
          HeldStory(
            device: laptop, path: path, hold: hold, before: laptop[path] ?? "",
            line: "laptop \(number)"))
        log.append("\(path) waits: \(hold)")
      }
      // Many deletions at once wait; few do not.
      if deletes { for number in 1...Self.filler { laptop["f\(number).md"] = nil } }
    }

    private static func body(_ number: Int) -> String {
      (1...5).map { "line \($0) of \(number)\n\n" }.joined()
    }

    private mutating func pick<Element>(_ all: [Element]) -> Element {
      all[Int.random(in: 0..<all.count, using: &generator)]
    }

    mutating func run() throws {
      let (laptop, phone) = (devices["laptop"], devices["phone"])
      for story in held { try story.begin() }
      if Bool.random(using: &generator) { try laptop.sync() }
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        act(on: phone)
        if Bool.random(using: &generator) {
          try phone.sync()
          try sync(laptop)
        }
      }
      try phone.sync()
      try sync(laptop)
      var waiting = held
      while !waiting.isEmpty {
        let story = waiting.remove(at: Int.random(in: 0..<waiting.count, using: &generator))
        laptop.now += 50
        let end = pick(HeldStory.End.allCases)
        log.append("\(story.path) ends: \(end)")
        let file = try story.end(end)
        if file?.text.contains(story.line) == true { laptopLines.insert(story.line) }
        if Bool.random(using: &generator) { try sync(laptop) }
        if Bool.random(using: &generator) {
          act(on: phone)
          try phone.sync()
        }
      }
      let required = phoneLines(phone).union(laptopLines)
      try devices.settle { device in try device.sync { $0.allowsDeletes = true } }
      check(required)
    }

    private func sync(_ laptop: SyncDevice) throws {
      #expect(try laptop.sync().network.told == "done")
    }

    /// What the phone holds of its own, all of it unseen by the laptop's editor.
    private func phoneLines(_ phone: SyncDevice) -> Set<String> {
      let all = phone.files().values.flatMap { $0.split(separator: "\n").map(String.init) }
      return Set(all.filter { $0.hasPrefix("phone ") })
    }

    private func check(_ required: Set<String>) {
      let files = devices["laptop"].files()
      for device in devices.all {
        #expect(device.files() == files, "\(device.name)")
        #expect((try? device.damage()) == [])
        let records = try? HeldFiles.read(VaultFolder(opening: device.path))
        #expect(records?.map(\.path.text) == [])
      }
      let text = files.values.joined(separator: "\n")
      for line in required.sorted() { #expect(text.contains(line + "\n"), "\(line) is lost") }
      let markers = files.filter { $0.value.contains("<<<<<<<") }
      #expect(markers.isEmpty)
    }

    /// Something that the phone does with one of the notes.
    private mutating func act(on phone: SyncDevice) {
      phone.now += 10
      lines += 1
      let number = Int.random(in: 1...4, using: &generator)
      let paths = phone.files().keys.filter { $0.hasPrefix("d\(number)/") && $0.hasSuffix(".md") }
      guard let path = paths.sorted().first, let text = phone[path] else {
        log.append("phone: adds d\(number)/n.md")
        phone["d\(number)/n.md"] = note("new\(lines)", "", "phone \(lines)\n")
        return
      }
      let media = String(path.dropLast(3)) + ".media"
      switch Int.random(in: 0..<7, using: &generator) {
      case 0, 1:
        log.append("phone: edits \(path)")
        phone[path] = text.replacingOccurrences(
          of: "line 2 of", with: "phone \(lines)\nline 2 of")
      case 2:
        log.append("phone: edits the end of \(path)")
        phone[path] = text + "\nphone \(lines)\n"
      case 3:
        log.append("phone: deletes \(path)")
        // What the phone has of the laptop's lines, it removes on purpose.
        laptopLines = laptopLines.filter { !text.contains($0 + "\n") }
        phone[path] = nil
        for file in phone.files().keys where file.hasPrefix(media + "/") { phone[file] = nil }
      case 4:
        let place = "d\(number)/m\(lines)"
        log.append("phone: moves \(path) to \(place).md")
        phone.move(path, place + ".md")
        if phone.exists(media) { rename(phone.file(media), phone.file(place + ".media")) }
      case 5:
        log.append("phone: adds media to \(path)")
        phone["\(media)/y\(lines).jpg"] = "\u{0}phone \(lines)\n"
      default:
        log.append("phone: a new note beside \(path)")
        phone["d\(number)/z\(lines).md"] = note("z\(lines)", "", "phone \(lines)\n")
      }
    }
  }
}
