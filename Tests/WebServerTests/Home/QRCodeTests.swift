import Cryptography
import TestSupport
import Testing
import WebServer

@Suite("QR codes")
struct QRCodeTests {
  @Test("a code has the modules that another encoder gives it")
  func modules() throws {
    let code = try #require(QRCode("http://192.168.1.20:8790/"))
    #expect(
      rows(of: code) == [
        "#######....###..#.#######",
        "#.....#..##..#....#.....#",
        "#.###.#.....#...#.#.###.#",
        "#.###.#.#...#####.#.###.#",
        "#.###.#.##....#...#.###.#",
        "#.....#....##...#.#.....#",
        "#######.#.#.#.#.#.#######",
        "..........##.............",
        "##...###.#.#.#.##...##...",
        "..#.##..##..##.###..####.",
        ".###.##...#..#.#..##.#.##",
        "#.......##..#..##...##..#",
        "##.#.##..#.##.#.###.....#",
        "#####...##...###.......#.",
        "#.#.###.##.##..#.#.#.#.##",
        "#...#...#.##..#.#...#.#.#",
        "#..####....###..#####.#..",
        "........#.#.#.###...#.#..",
        "#######.#.##....#.#.##..#",
        "#.....#.#.##..#.#...#..##",
        "#.###.#..#####.########..",
        "#.###.#..#####....##.#.##",
        "#.###.#..##.#....#....#.#",
        "#.....#.#...#.###.###...#",
        "#######.#.##..###.#..#..#",
      ])
  }

  @Test(
    "every version has the modules that another encoder gives it, by SHA-256 of the rows",
    arguments: [
      ("tl", 1, "b3ef9b0beb3fb703"),
      ("http://192.168.1.20:8790/", 2, "60d9f1a3f0691989"),
      ("http://[fd12:3456:789a:1::20]:8790/", 3, "e5d7646c50b9e2c9"),
      ("http://[fd12:3456:789a:1:aaaa:bbbb:cccc:dddd]:8789/long-path", 4, "2525136c207b9b45"),
      ("tl serve trust...", 1, "fd9ec9183308e311"),
      (String(repeating: "x", count: 18), 2, "d9f03c0b0e2c7cad"),
      (String(repeating: "x", count: 32), 2, "492a715a7f3ea4b4"),
      (String(repeating: "x", count: 53), 3, "afaef329bb9233c2"),
      (String(repeating: "x", count: 54), 4, "a8556e187370de6b"),
      (String(repeating: "x", count: 78), 4, "1112a665ef30e81c"),
      (String(repeating: "x", count: 79), 5, "86ea070db9d95675"),
      (String(repeating: "x", count: 106), 5, "7302493313416f77"),
      ("Đà Nẵng 公園", 2, "cb15d6568716f94a"),
    ])
  func versions(text: String, version: Int, digest: String) throws {
    let code = try #require(QRCode(text))
    #expect(code.size == 17 + 4 * version)
    #expect(sha256Hex(rows(of: code).joined(separator: "\n").utf8).prefix(16) == digest)
  }

  @Test("a text of more than 106 bytes has no code")
  func limit() {
    #expect(QRCode(String(repeating: "x", count: 107)) == nil)
    #expect(QRCode(String(repeating: "é", count: 54)) == nil)
  }

  @Test("half blocks show two rows in a line, within a margin of four modules")
  func lines() throws {
    let code = try #require(QRCode("tl"))
    let lines = code.lines
    #expect(lines.count == 15)
    #expect(lines.allSatisfy { $0.count == 29 })
    #expect(lines[0] == String(repeating: "█", count: 29))
    #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
    for (index, line) in lines.enumerated() {
      for (column, character) in line.enumerated() {
        let upper = code[index * 2 - 4, column - 4]
        let lower = code[index * 2 - 3, column - 4]
        #expect("█▀".contains(character) == !upper)
        #expect("█▄".contains(character) == !lower)
      }
    }
  }

  private func rows(of code: QRCode) -> [String] {
    (0..<code.size).map { row in
      String((0..<code.size).map { code[row, $0] ? "#" : "." })
    }
  }
}
