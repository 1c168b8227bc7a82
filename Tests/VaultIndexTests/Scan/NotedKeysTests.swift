import TestSupport
import Testing
import VaultFormat
import VaultStore

@testable import VaultIndex

@Suite("Scans that note the files with a key")
struct NotedKeysTests {
  private static let zone = TimeZoneRules { _ in 3600 }

  @Test("no file with one of the keys is missed, and the index is that of a plain scan")
  func law() throws {
    try withSeed { random, _ in
      var found = 0
      for _ in 0..<10 {
        let vault = try RandomVault(using: &random)
        let folder = try VaultFolder(opening: vault.folder.path)
        let scanner = VaultScanner(folder, zone: Self.zone, threads: 3)
        let keys = KnownKey.allCases.shuffled(using: &random).prefix(8)
        let (index, noted) = scanner.scan(noting: KnownKeySet(keys))
        let plain = try scanner.scan()
        #expect(Self.lines(index) == Self.lines(plain))
        let paths = Set(noted.map(index.path))
        #expect(paths.count == noted.count)
        for position in index.positions {
          let document = NoteDocument(try folder.read(index.path(position)).bytes)
          let hasKey = keys.contains { document.frontMatter?.field(of: $0) != nil }
          if hasKey { #expect(paths.contains(index.path(position)), "\(index.path(position))") }
          found += hasKey ? 1 : 0
        }
        withExtendedLifetime(vault) {}
      }
      #expect(found > 10, "the samples say too little: \(found)")
    }
  }

  @Test("of a sealed note only what is shown of it counts, and a file without the key is not noted")
  func sealed() throws {
    try withTemporaryFolder { folder in
      try folder.write("---\nopen_after: 2030-01-01\nprompt: p\n---\n", to: "sealed.md")
      try folder.write("---\nopen_after: 2020-01-01\nprompt: p\n---\n", to: "open.md")
      try folder.write("---\ntitle: prompt\n---\nprompt: p\n", to: "plain.md")
      let today = CalendarDay("2026-11-20")
      let scanner = VaultScanner(
        try VaultFolder(opening: folder.path), zone: Self.zone, threads: 1, sealedOn: today)
      func noted(_ key: KnownKey) -> [String] {
        let (index, noted) = scanner.scan(noting: [key], keepsText: false)
        return noted.map { index.path($0).text }.sorted()
      }
      #expect(noted(.openAfter) == ["open.md", "sealed.md"])
      #expect(noted(.prompt) == ["open.md"])
    }
  }

  @Test("a key that depends on its value is noted by what it is")
  func location() throws {
    try withTemporaryFolder { folder in
      let values = [
        "[48.86, 2.34]", "48.86, 2.34", "Paris", "[Paris]", "", "\n  - 48.86\n  - 2.34",
      ]
      for (number, value) in values.enumerated() {
        try folder.write("---\nlocation: \(value)\n---\n", to: "\(number).md")
      }
      let scanner = VaultScanner(
        try VaultFolder(opening: folder.path), zone: Self.zone, threads: 1)
      func noted(_ key: KnownKey) -> [String] {
        let (index, noted) = scanner.scan(noting: [key], keepsText: false)
        return noted.map { index.path($0).text }.sorted()
      }
      #expect(noted(.coordinates) == ["0.md", "1.md", "5.md"])
      #expect(noted(.place) == ["2.md", "3.md", "4.md"])
    }
  }

  private static func lines(_ index: VaultIndex) -> [String] {
    index.positions.map {
      "\(index.path($0)) \(index.id($0)) \(index.title($0)) \(index.tags($0)) \(index[$0].flags.rawValue)"
    }.sorted()
  }
}
