import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// The laws of docs/vault-format.md, part M, on vaults and changes made by chance.
@Suite("Merge of trees: laws")
struct TreeMergeLawTests {
  @Test("whatever two devices do, they end up equal, and nothing is lost", arguments: 0..<200)
  func laws(round: Int) throws {
    try withSeed { generator, seed in
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 7919)
      let story = RandomStory.make(using: &generator)
      let picture = story.picture
      try withNote("round \(round)\n\(picture)") {
        let merged = try story.merge()
        expectNothingLost(story, merged)
        expectNoNewClash(story, merged)
        #expect(try story.merge().events == merged.events, "the report differs from run to run")
        try expectOneSideAlone(story)
      }
    }
  }

  /// What one side alone did, or both alike, is what comes out, with and without anything else to merge.
  private func expectOneSideAlone(_ story: MergeStory) throws {
    for device in [story.left, story.right] {
      var alone = story
      alone.left.files = device.files
      for files in [story.start, device.files] {
        alone.right.files = files
        let same = try alone.merge().files
        #expect(same == texts(device.files, story))
        // Beside a name of the base that clashes with it, a new file may get a number.
        guard !hasClashes(Set(story.start.keys).union(device.files.keys)) else { continue }
        var busy = alone
        busy.left["one more.txt"] = "left\n"
        busy.right["another.txt"] = "right\n"
        var expected = busy.left.files
        expected[VaultPath("another.txt")!] = busy.right.files[VaultPath("another.txt")!]
        let merged = try busy.merge().files
        #expect(merged == texts(expected, busy))
      }
    }
  }

  /// Whether some system takes two of the paths, or of the folders above them, for one, or one is both a file
  /// and a folder.
  private func hasClashes(_ paths: Set<VaultPath>) -> Bool {
    var all = paths
    for path in paths {
      var folder = path.parent
      while let here = folder {
        if paths.contains(here) { return true }
        all.insert(here)
        folder = here.parent
      }
    }
    return Set(all.map { NameKey($0) }).count < all.count
  }

  /// Every line of a note and every other file that one side has and the other did not remove is somewhere.
  private func expectNothingLost(_ story: MergeStory, _ merged: MergeStory.Merged) {
    let result = Set(merged.tree.values.flatMap { contents(text($0, story)) })
    let base = Set(story.start.values.flatMap { contents(text($0, story)) })
    let sides = [story.left, story.right].map { device in
      Set(device.files.values.flatMap { contents(text($0, story)) })
    }
    for content in sides[0].subtracting(base).union(sides[1].subtracting(base)) {
      #expect(result.contains(content), "new, and lost: \(content)")
    }
    for content in sides[0].intersection(sides[1]) {
      #expect(result.contains(content), "kept by both, and lost: \(content)")
    }
  }

  /// As `Merged.files`, which says in a failure what differs.
  private func texts(_ files: MemoryTrees.Files, _ story: MergeStory) -> [String: String] {
    MergeStory.Merged(store: story.store, tree: files, events: []).files
  }

  private func text(_ entry: TreeEntry, _ story: MergeStory) -> String {
    String(decoding: story.store.blobs[entry.id]!, as: UTF8.self)
  }

  /// The lines of a note's body and its tags; the whole of another file.
  private func contents(_ text: String) -> [String] {
    guard text.contains("\n") else { return text.isEmpty ? [] : [text] }
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("line") }
  }

  private func expectNoNewClash(_ story: MergeStory, _ merged: MergeStory.Merged) {
    let known = [story.left, story.right].map { clashes(Array($0.files.keys)) }
    for pair in clashes(Array(merged.tree.keys)) {
      let isKnown = known.contains { $0.contains(pair) }
      #expect(isKnown, "a clash: \(pair.map(\.text).sorted())")
    }
  }

  /// The pairs of files, or of a file and a folder, that some disk cannot hold both.
  private func clashes(_ paths: [VaultPath]) -> Set<Set<VaultPath>> {
    var clashes: Set<Set<VaultPath>> = []
    let keys = Dictionary(grouping: paths) { NameKey($0) }
    for group in keys.values {
      for (index, path) in group.enumerated() {
        for other in group[(index + 1)...] { clashes.insert([path, other]) }
      }
    }
    for path in paths {
      var folder = path.parent
      while let here = folder {
        for file in keys[NameKey(here)] ?? [] { clashes.insert([file, here]) }
        folder = here.parent
      }
    }
    return clashes
  }
}
