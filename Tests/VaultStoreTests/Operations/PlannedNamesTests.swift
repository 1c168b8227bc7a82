import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("The names that files will have")
struct PlannedNamesTests {
  /// The same as a list of moves, of which each question goes through all.
  private struct Moves {
    /// A new path of nil is a removal.
    var moves: [(old: VaultPath, new: VaultPath?)] = []

    func present(_ path: VaultPath) -> VaultPath? {
      var path = path
      for (old, new) in moves.reversed() {
        if let new, path == new || path.isBelow(new) {
          guard let moved = VaultPath(old.bytes + path.bytes.dropFirst(new.bytes.count)) else {
            return nil
          }
          path = moved
        } else if path == old || path.isBelow(old) {
          return nil
        }
      }
      return path
    }
  }

  private static let paths = [
    "a", "a/a", "a/a/a", "a/a/b", "a/b", "a/b/a", "a/c", "b", "b/a", "b/a/a", "b/a/b", "b/b",
    "b/b/b", "b/c",
  ].map { path($0) }

  private static func related(_ path: VaultPath, _ other: VaultPath) -> Bool {
    path == other || path.isBelow(other) || other.isBelow(path)
  }

  @Test("moves, removals, and removals taken back, as a list of them has it")
  func law() throws {
    try withSeed(cases: 500) { random in
      let names = PlannedNames()
      var list = Moves()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let old = try #require(Self.paths.randomElement(using: &random))
        let new = try #require(Self.paths.randomElement(using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          names.move(old, to: new)
          list.moves.append((old, new))
        case 2:
          names.remove(old)
          list.moves.append((old, nil))
        default:
          // A removal that nothing has followed in its folders, nor another one.
          let kept = list.moves.indices.first { index in
            let (path, target) = list.moves[index]
            return target == nil
              && list.moves.enumerated().allSatisfy { other, move in
                other == index
                  || !Self.related(move.old, path)
                    && !(move.new.map { Self.related($0, path) } ?? false)
              }
          }
          guard let kept else { continue }
          names.keep(list.moves[kept].old)
          list.moves.remove(at: kept)
        }
        for path in Self.paths {
          #expect(names.present(path) == list.present(path), "\(path.text) after \(list.moves)")
        }
      }
    }
  }

  @Test("what came into a folder after its removal stays when that is taken back")
  func keptFolder() {
    let names = PlannedNames()
    names.remove(path("a.media"))
    names.remove(path("a.media"))
    names.move(path("x/p.jpg"), to: path("a.media/p.jpg"))
    #expect(names.present(path("a.media/q.jpg")) == nil)
    names.keep(path("a.media"))
    #expect(names.present(path("a.media/p.jpg")) == path("x/p.jpg"))
    #expect(names.present(path("a.media/q.jpg")) == path("a.media/q.jpg"))
  }
}
