import Foundation
import TestSupport

/// Makes the bytes of one note after another, of every form that the format knows and many that it does
/// not.
struct RandomNote {
  private var count = 0

  mutating func bytes(using random: inout SeededGenerator) -> [UInt8] {
    count += 1
    var text = ""
    if random.one(in: 4) == false { text += frontMatter(using: &random) }
    text += body(using: &random)
    if random.one(in: 5) { text = text.replacingOccurrences(of: "\n", with: "\r\n") }
    if random.one(in: 6), text.hasSuffix("\n") { text.removeLast() }
    var bytes = (random.one(in: 8) ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
    if random.one(in: 12) { bytes += [0x20, 0xFF, 0xC3, 0x20] + Array("walk".utf8) }
    return bytes
  }

  // MARK: - Front matter

  private func frontMatter(using random: inout SeededGenerator) -> String {
    if random.one(in: 12) { return random.pick(Self.oddBlocks) }
    var lines: [String] = []
    for choices in fields where random.one(in: 2) { lines.append(random.pick(choices)) }
    if random.one(in: 8) { lines.append(random.pick(Self.libYAMLFields)) }
    if random.one(in: 10) { lines.append(random.pick(Self.brokenFields)) }
    lines.shuffle(using: &random)
    if random.one(in: 6) { lines.insert("# " + String(repeating: "filler ", count: 700), at: 0) }
    if random.one(in: 10) {
      // So long that the first read ends within a few bytes of the closing line.
      let length = lines.reduce(8) { $0 + $1.utf8.count + 1 }
      let wanted = 4096 - length + Int.random(in: -6...6, using: &random) - 3
      if wanted > 0 { lines.append("#" + String(repeating: "-", count: wanted)) }
    }
    let end = random.one(in: 5) ? "..." : random.one(in: 5) ? "---  " : "---"
    return "---\n" + lines.map { $0 + "\n" }.joined() + end + "\n"
  }

  private static let oddBlocks = [
    "---\n---\n", "---\n# only a comment\n---\n", "---\ntitle: never closed\n\n", "---\n", "---",
    "--- \nid: blanks\n...\t\n", "---\n- a\n- list\n---\n",
    "---\n{title: Flow, pinned: true, tags: [a]}\n---\n",
    "---\n\"title\": 'quoted ''key'''\n---\n", "----\ntitle: no\n----\n",
  ]

  private var fields: [[String]] {
    [
      [
        "id: n\(count)", "id: '\(count)-quoted'", "uuid: \"u\(count)\"", "id: shared",
        "id: shared-2",
        "id:", "id: null", "id: ~", "id: [a]", "id: \(String(format: "%08x", count))-0000",
        "identifier: é\(count)", "id: shared-é", "id: shared-e\u{301}",
      ],
      [
        "created: 2026-11-\(10 + count % 20)T10:00:00+01:00", "created: 2025-0\(1 + count % 9)-01",
        "created: 2024-05-05 12:30", "created_at: 170000\(1000 + count)", "created: soon",
        "created:",
        "created: null", "createdAt: \"2026-11-20T18:03:11Z\"",
      ],
      [
        "updated: 2026-12-01T0\(count % 9):00:00Z", "lastmod: 2026-12-02", "modified: '2026-12-03'",
        "updated: x",
      ],
      [
        "pinned: true", "pinned: yes", "pin: on", "pinned: false", "pinned: maybe", "pinned: ~",
        "pinned: [true]",
      ],
      [
        "tags: [a, b]", "tags: [A, '#B', \"c d\"]", "tags:\n  - a/b\n  - Ä",
        "tags:\n- kaia\n- kaia/sub",
        "tags: a, b , #c", "tags: '#x #y'", "keywords: [ü, u\u{308}]", "tag: kaia", "tags: []",
        "tags: [null, ~, a]",
        "tags: {a: b}", "tags: [a, a, A]", "tags: 12", "tags:", "tags: [\" a \", '#', '## z']",
      ],
      [
        "title: Plain title", "title: \"Café, quoted\"", "title: 'it'", "title: ~", "title: \"  \"",
        "title:",
        "title: 12:30", "title: zebra", "title: Äpfel", "title: [no]",
      ],
      [
        "date: 2020-02-0\(1 + count % 9)", "date: 2021-01-01T00:00:00-05:00", "date: never",
        "date:",
      ],
      [
        "order: \(count % 5)", "order: -1.5", "order: 0x10", "order: .inf", "order: .nan",
        "order: x", "order: 1e3",
      ],
      [
        "mood: calm", "mood: Calm and café", "mood: [calm, glad]", "mood:", "mood: ~", "mood: null",
      ],
      [
        "place: Café am Park", "location: Berlin", "place:", "place: \"\"", "place: ~",
        "location: [Berlin, Mitte]", "location: 48.86, 2.34", "location: [48.86, 2.34]",
        "place: Paris, France", "loc: ' Ueno '", "place: {a: b}",
      ],
      ["locality: Köln", "city: [Köln]", "locality: 'Hoàn Kiếm'", "locality:"],
      [
        "tl: person", "tl: tracker", "tl: \"book\"", "tl: Person", "tl: [person]", "tl:",
        "tl: other",
      ],
      [
        "tracker: coffee", "tracker: [tea, coffee]", "tracker:", "tracker: []", "tracker: [~]",
        "tracker: {a: b}", "tracker: \"\"", "tracker: [\"\"]",
      ],
      ["category: walk", "people: [Kaia, Ümit]", "people: Kaia"],
      [
        "aliases: [An alias, \"Two n\\u0061mes\"]", "aliases: alias", "aliases: {a: alias}",
        "aliases:",
      ],
      ["x-unknown: 1 # comment", "# only a comment"],
    ]
  }

  private static let libYAMLFields = [
    "nested:\n  a: 1\n  b: [1, 2]", "text: |\n  several\n  lines", "title: >-\n  folded\n  title",
    "anchor: &x 1\nother: *x", "tags: [\"a\\nb\", \"c\\rd\", e]", "title: \"tab\\tand \\u00e9\"",
    "? complex\n: value",
    "mood: {deep: calm}",
  ]

  private static let brokenFields = [
    "tags: [a", "title: 'open", "a: 1\na: 2", "\tb: 1", "x: *nowhere", "%x: 1",
  ]

  // MARK: - Body

  private func body(using random: inout SeededGenerator) -> String {
    var lines: [String] = random.one(in: 2) ? [""] : []
    if random.one(in: 8) { return "" }
    if random.one(in: 3) { lines.append(random.pick(Self.headings)) }
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      lines.append(random.pick(5, of: Self.words).joined(separator: " "))
    }
    if random.one(in: 6) {
      lines.append(String(repeating: random.pick(Self.words) + " filler ", count: 500))
      lines.append(random.pick(Self.headings))
    }
    if random.one(in: 8) { lines = ["```", "# in a fence", "```"] + lines }
    return lines.map { $0 + "\n" }.joined()
  }

  private static let headings = [
    "# First steps", "## Second level", "#no heading", "   # Indented ##", "    # code", "# ",
    "#\tTab heading  ",
    "# 公園へ", "\t# code",
  ]

  static let words = [
    "walk", "park", "Café", "cafe\u{301}", "CAFE", "Straße", "Łódź", "公園", "first", "step", "12:30",
    "https://x.y/z",
    "sofa", "draft", "-dash", "Kaia", "[a](b.md)", "が", "か", "# not", "---", "“quoted”", "2026",
  ]
}

extension SeededGenerator {
  /// True once in `count` times.
  mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  mutating func pick<T>(_ choices: [T]) -> T { pick(1, of: choices)[0] }
}
