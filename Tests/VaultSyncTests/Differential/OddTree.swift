import TestSupport
import VaultFormat

@testable import Git

/// Random files of a tree, with names that sort in unexpected ways or are as long as a name can be.
struct OddTree {
  var generator: SeededGenerator

  init(_ generator: SeededGenerator) {
    self.generator = generator
  }

  /// `a`, `a-b`, `a.b`, `a/b` and `a0` sort differently as files and as folders.
  private static let names: [String] = [
    "a", "a-b", "a.b", "a0", "A", "b", "é", "e\u{301}", "東京", "😀", " ", "-x", "~", "a b",
    "\u{1}", "a\tb", "a\\b", "\"", "HEAD", "git", String(repeating: "l", count: 255),
    String(repeating: "é", count: 127), String(repeating: "l", count: 254),
  ]

  mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

  mutating func path() -> VaultPath? {
    // A few paths are longer than the length that an entry of the index can tell.
    let depth = chance(30) ? 17 : chance(8) ? 12 : Int.random(in: 1...3, using: &generator)
    let names = depth == 17 ? Array(Self.names.suffix(3)) : Self.names
    var path = generator.pick(depth, of: names).map { Array($0.utf8) }
    // A disk's names need not be UTF-8.
    if chance(20) { path[path.count - 1].append(0xFF) }
    return VaultPath(Array(path.joined(separator: [UInt8(ascii: "/")]))).flatMap {
      $0.bytes.count <= 4096 ? $0 : nil
    }
  }

  /// Without a file in the place of a folder.
  mutating func paths(_ count: Int) -> [VaultPath] {
    var paths: Set<VaultPath> = []
    for _ in 0..<count {
      guard let path = path(), !paths.contains(where: { Self.collide($0, path) }) else { continue }
      paths.insert(path)
    }
    return paths.sorted()
  }

  /// Whether one path is a folder of the other.
  static func collide(_ a: VaultPath, _ b: VaultPath) -> Bool {
    let slash = [UInt8(ascii: "/")]
    return a.bytes.starts(with: b.bytes + slash) || b.bytes.starts(with: a.bytes + slash)
  }

  mutating func mode() -> FileMode {
    generator.pick(1, of: [.file, .file, .file, .executable, .link, .submodule])[0]
  }

  mutating func bytes(_ count: Int) -> [UInt8] { generator.bytes(count: count) }
}
