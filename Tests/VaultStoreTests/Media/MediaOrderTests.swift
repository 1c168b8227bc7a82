import TestSupport
import Testing
import VaultFormat

@testable import VaultStore

@Suite("The order of media")
struct MediaOrderTests {
  @Test(
    "names get numbers where they have another order",
    arguments: [
      (["a.jpg", "b.jpg"], [], ["a.jpg", "b.jpg"]),
      (["b.jpg", "a.jpg"], [], ["01-b.jpg", "02-a.jpg"]),
      // Moved again: the numbers are replaced.
      (["02-a.jpg", "01-b.jpg", "c.jpg"], [], ["01-a.jpg", "02-b.jpg", "03-c.jpg"]),
      // Two that would change names with each other.
      (["02-x.jpg", "01-x.jpg"], [], ["01-x-2.jpg", "02-x-2.jpg"]),
      // Numbers that no order put there stay.
      (["50-years.jpg", "2016-01-02.jpg"], [], ["50-years.jpg", "2016-01-02.jpg"]),
      (["2016-01-02.jpg", "50-years.jpg"], [], ["01-2016-01-02.jpg", "02-50-years.jpg"]),
      (["b.jpg", "a.jpg"], ["01-B.jpg"], ["01-b-2.jpg", "02-a.jpg"]),
      (["b", "01-.hidden"], [], ["01-b", "02-01-.hidden"]),
      ([], ["a"], []),
    ] as [([String], [String], [String])])
  func names(_ wanted: [String], _ others: [String], _ result: [String]) {
    #expect(
      Self.arranged(wanted, others: others).map { String(decoding: $0, as: UTF8.self) } == result)
  }

  @Test("the natural order of the new names is the wanted one, and no name is lost or taken twice")
  func laws() throws {
    try withSeed(cases: 300) { random in
      let parts = ["a", "A", "1", "01", "02", "10", "-", ".jpg", "é", "e\u{301}", " "]
      var names: Set<String> = []
      for _ in 0..<Int.random(in: 0...14, using: &random) {
        let name = (0...Int.random(in: 0...3, using: &random))
          .compactMap { _ in parts.randomElement(using: &random) }.joined()
        // As in a folder on a system that ignores case.
        if !names.contains(where: { NameKey($0.utf8) == NameKey(name.utf8) }) {
          names.insert(name)
        }
      }
      let wanted = names.sorted().shuffled(using: &random)
      let new = Self.arranged(wanted)
      for (a, b) in zip(new, new.dropFirst()) {
        #expect(NaturalOrder.precedes(a, b), "\(wanted)")
      }
      #expect(Set(new.map { NameKey($0) }).count == wanted.count, "\(wanted)")
      // Whatever of it is done, the names stay different.
      let renamings = Self.order(wanted).renamings
      let done = renamings.shuffled(using: &random)
      var present = Set(wanted.map { NameKey($0.utf8) })
      for renaming in done {
        #expect(present.insert(NameKey(renaming.new.name)).inserted, "\(wanted)")
        present.remove(NameKey(renaming.old.name))
      }
    }
  }

  @Test("media get an order, and the text of their note still shows them")
  func arranged() throws {
    let vault = try TemporaryVault()
    let text = "![[b.jpg]] ![](n.media/a.jpg) [[c.jpg|C]] ![x](other/a.jpg)\r\nb.jpg\n"
    try vault.write("n.md", text)
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try vault.write("n.media/\(name)", name) }
    let names = ["c.jpg", "gone.jpg", "b.jpg", "c.jpg"].map { Array($0.utf8) }
    #expect(try vault.writing { try $0.arrange(mediaOf: path("n.md"), as: names) })
    #expect(
      vault.files().filter { $0.key.hasPrefix("n.media/") && $0.value != "/" } == [
        "n.media/01-c.jpg": "c.jpg", "n.media/02-b.jpg": "b.jpg", "n.media/03-a.jpg": "a.jpg",
      ])
    #expect(
      vault.text("n.md")
        == "![[02-b.jpg]] ![](n.media/03-a.jpg) [[01-c.jpg|C]] ![x](other/a.jpg)\r\nb.jpg\n")
    #expect(try !vault.writing { try $0.arrange(mediaOf: path("n.md"), as: []) })
  }

  private static func order(_ wanted: [String], others: [String] = []) -> MediaOrder {
    MediaOrder(
      wanted.compactMap { VaultPath("n.media/\($0)") }, others: others.map { Array($0.utf8) })
  }

  private static func arranged(_ wanted: [String], others: [String] = []) -> [[UInt8]] {
    let new = Dictionary(
      order(wanted, others: others).renamings.map { ($0.old, $0.new) }
    ) { first, _ in first }
    return wanted.compactMap { VaultPath("n.media/\($0)") }.map { Array((new[$0] ?? $0).name) }
  }
}

@Suite("Natural order")
struct NaturalOrderTests {
  @Test(
    "names sort as people number them",
    arguments: [
      ["img1", "img2", "img10", "img100"],
      ["a", "B", "c"],
      ["IMG1", "img2", "IMG3"],
      ["A", "a", "B", "b"],
      ["01", "1", "2", "10"],
      ["x", "x1", "x1.jpg", "x1a"],
      ["image.jpg", "image-2.JPG", "image-3.jpg", "image-10.jpg"],
      ["IMG_1.HEIC", "IMG_1.jpg", "IMG_1 2.jpg", "IMG_1-edited.jpg", "IMG_2.heic"],
      ["a.b/c", "a.b/c-1"],
      ["v1.2", "v1.10", "v2"],
      ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ])
  func order(_ names: [String]) {
    let sorted = names.reversed().sorted { NaturalOrder.precedes(bytes($0), bytes($1)) }
    #expect(sorted == names)
  }

  @Test("it is a total order on any bytes")
  func total() throws {
    let alphabet = bytes("0019aAbB.-") + [0xFF]
    try withSeed { random, _ in
      let names = (0..<60).map { _ in
        random.pick(Int.random(in: 0...5, using: &random), of: alphabet)
      }
      for a in names {
        #expect(!NaturalOrder.precedes(a, a))
        for b in names where a != b {
          #expect(NaturalOrder.precedes(a, b) != NaturalOrder.precedes(b, a), "\(a) \(b)")
          for c in names where NaturalOrder.precedes(a, b) && NaturalOrder.precedes(b, c) {
            #expect(NaturalOrder.precedes(a, c), "\(a) \(b) \(c)")
          }
        }
      }
    }
  }
}
