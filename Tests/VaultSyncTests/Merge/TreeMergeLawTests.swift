import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultSync

/// The laws of docs/vault-format.md, part M, on vaults and changes made by chance.
@Suite("Merge of trees: laws")
struct TreeMergeLawTests {
  @Test("whatever two devices do, they end up equal, and nothing is lost", arguments: 0..<400)
  func laws(round: Int) throws {
    try withSeed { generator, seed in
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 7919)
      var story = RandomStory.make(using: &generator)
      try withNote("round \(round)\n\(story.picture)") {
        let merged = try story.merge()
        expectNothingLost(story, merged)
        expectNoNewClash(story, merged)
        #expect(try story.merge().events == merged.events, "the report differs from run to run")
        // A side that has both is what the merge with it gives.
        let (left, right) = (story.left, story.right)
        story.right = MergeStory.Device(store: story.store, name: "base", time: 0, files: story.start)
        #expect(try story.merge().tree == left.files)
        (story.left, story.right) = (right, right)
        #expect(try story.merge().tree == right.files)
      }
    }
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

  private func text(_ entry: TreeEntry, _ story: MergeStory) -> String {
    String(decoding: story.store.blobs[entry.id]!, as: UTF8.self)
  }

  /// The lines of a note's body and its tags; the whole of another file.
  private func contents(_ text: String) -> [String] {
    guard text.contains("\n") else { return [text] }
    return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("line") }
  }

  private func expectNoNewClash(_ story: MergeStory, _ merged: MergeStory.Merged) {
    let known = [story.left, story.right].map { clashes(Array($0.files.keys)) }
    for pair in clashes(Array(merged.tree.keys)) {
      let isKnown = known.contains { $0.contains(pair) }
      #expect(isKnown, "a clash: \(pair.map(\.text).sorted())")
    }
  }

  /// The pairs of paths that some disk cannot hold both.
  private func clashes(_ paths: [VaultPath]) -> Set<Set<VaultPath>> {
    var clashes: Set<Set<VaultPath>> = []
    for (index, path) in paths.enumerated() {
      for other in paths[(index + 1)...] {
        let (a, b) = (NameKey(path).bytes, NameKey(other).bytes)
        let slash = [UInt8(ascii: "/")]
        if a == b || a.starts(with: b + slash) || b.starts(with: a + slash) {
          clashes.insert([path, other])
        }
      }
    }
    return clashes
  }
}
