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
        "#######.####.#..#.#######",
        "#.....#....##.#...#.....#",
        "#.###.#..#.#.#....#.###.#",
        "#.###.#...##.####.#.###.#",
        "#.###.#...###.....#.###.#",
        "#.....#..#.#......#.....#",
        "#######.#.#.#.#.#.#######",
        "........##..###..........",
        "##.##.#..#..#..#..#.....#",
        "#.#..#.##.#..#.###..####.",
        ".#.#..#..#..####.#####..#",
        "#..###.#.......#.#..#####",
        ".####.##.##.#.#.###.....#",
        "#...##.##.#.#..#...##..#.",
        "##..#.##....##.###...####",
        "#...##.##.#.#.#.#...#.#.#",
        "#..#..##.#.####.#####.##.",
        "........#.###.###...#..#.",
        "#######..###....#.#.##..#",
        "#.....#....#.#..#...#..##",
        "#.###.#.#####..#######...",
        "#.###.#.##.###....##.#.##",
        "#.###.#..#.##.#.....#.###",
        "#.....#.#.###.##.####.###",
        "#######.##.#..###.#..#..#",
      ])
  }

  @Test(
    "every version has the modules that another encoder gives it, by SHA-256 of the rows",
    arguments: [
      ("tl", 1, "bf793b008072f937"),
      ("http://192.168.1.20:8790/", 2, "de18fec67a2a2c63"),
      ("http://[fd12:3456:789a:1::20]:8790/", 3, "8af24a209c257f20"),
      ("http://[fd12:3456:789a:1:aaaa:bbbb:cccc:dddd]:8789/long-path", 4, "b157432a595ce784"),
      (String(repeating: "x", count: 17), 1, "6297c0fd9b1f5c76"),
      (String(repeating: "x", count: 18), 2, "1a08b379f1268574"),
      (String(repeating: "x", count: 32), 2, "492a715a7f3ea4b4"),
      (String(repeating: "x", count: 53), 3, "4cdcc09d1bb4deca"),
      (String(repeating: "x", count: 54), 4, "4a96b87c116247cf"),
      (String(repeating: "x", count: 78), 4, "1980cfa2927f5f5e"),
      (String(repeating: "x", count: 79), 5, "2a353158d59cd0d0"),
      (String(repeating: "x", count: 106), 5, "29c6790bfd14728f"),
      ("Đà Nẵng 公園", 2, "24649bbfc4ffd613"),
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
