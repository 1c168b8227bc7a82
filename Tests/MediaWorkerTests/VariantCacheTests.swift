import Foundation
import TestSupport
import Testing

@testable import Media

@Suite("The cache of variants")
struct VariantCacheTests {
  @Test("what was made once is there for the next process, without a worker")
  func kept() async throws {
    let fixture = try WorkerFixture()
    let open = try fixture.picture(Fixture.bytes("gps.heic"))
    let made = try await fixture.variants.variant(.small, of: WorkerFixture.hash(1), open: open)
    try await fixture.finish()
    let hash = WorkerFixture.hash(1).text
    let names = fixture.folder.contents().filter { $0.hasPrefix(".tl/local/cache/") }
    #expect(
      names == ["-320.webp", "-800.webp", ".facts"].map { ".tl/local/cache/\(hash)\($0)" })
    let other = try VariantCache(in: fixture.vault)
    #expect(other.variant(.small, of: WorkerFixture.hash(1)) == made)
    #expect(other.variant(.large, of: WorkerFixture.hash(1))?.size.width == 400)
    #expect(other.facts(of: WorkerFixture.hash(1)) == made.facts)
    #expect(other.variant(.small, of: WorkerFixture.hash(2)) == nil)
  }

  @Test("files that are damaged or not WebP count as missing, and are made anew")
  func damagedFiles() async throws {
    let fixture = try WorkerFixture()
    let hash = WorkerFixture.hash(1)
    let open = try fixture.picture(Fixture.bytes("gps.jpg"))
    let made = try await fixture.variants.variant(.small, of: hash, open: open)
    let (file, facts) = (
      ".tl/local/cache/\(hash.text)-320.webp", ".tl/local/cache/\(hash.text).facts"
    )
    let cases: [(String, [UInt8])] = [
      (file, []), (file, Array(made.bytes.dropLast())), (file, try Fixture.bytes("gps.webp")),
      (file, Array("<svg/>".utf8)), (facts, []), (facts, Array("0 0 000000\n".utf8)),
      (facts, Array("99999999999999999999 1 000000\n".utf8)), (facts, [0xFF, 0x20, 0x31]),
    ]
    for (path, bytes) in cases {
      try await fixture.finish()
      try fixture.folder.write(bytes, to: path)
      #expect(fixture.variants.cached(.small, of: hash) == nil, "\(path) \(bytes.count)")
      #expect(try await fixture.variants.variant(.small, of: hash, open: open) == made)
    }
    try await fixture.finish()
    // A link is not followed.
    let target = try fixture.folder.write(made.bytes, to: "elsewhere")
    try FileManager.default.removeItem(atPath: fixture.folder.path(file))
    symlink(target, fixture.folder.path(file))
    #expect(fixture.variants.cached(.small, of: hash) == nil)
  }

  @Test("the cache stays below its limit, and what was used last stays in it")
  func eviction() async throws {
    let limit: Int64 = 200 << 10
    let fixture = try WorkerFixture(limit: limit)
    let open = try fixture.picture(Fixture.bytes("gps.jpg"))
    _ = try await fixture.variants.variant(.small, of: WorkerFixture.hash(0), open: open)
    for number in 1...40 {
      _ = try await fixture.variants.variant(.small, of: WorkerFixture.hash(number), open: open)
      #expect(fixture.variants.cached(.small, of: WorkerFixture.hash(0)) != nil, "\(number)")
    }
    try await fixture.finish()
    fixture.cache.trim()
    let names = fixture.folder.contents().filter { $0.hasPrefix(".tl/local/cache/") }
    #expect(Int64(names.count) * 4096 <= limit)
    #expect(names.count > 20)
    #expect(fixture.variants.cached(.small, of: WorkerFixture.hash(1)) == nil)
    #expect(fixture.variants.cached(.small, of: WorkerFixture.hash(40)) != nil)
  }

  @Test("what a killed process left half written goes, and what is being written stays")
  func abandoned() throws {
    let fixture = try WorkerFixture()
    try fixture.folder.write("half", to: ".tl/local/cache/.new-0123456789abcdef")
    let used = try fixture.folder.write("half", to: ".tl/local/cache/.new-fedcba9876543210")
    let file = try #require(fopen(used, "r"))
    defer { fclose(file) }
    #expect(flock(fileno(file), LOCK_EX | LOCK_NB) == 0)
    fixture.cache.trim()
    #expect(!fixture.folder.exists(".tl/local/cache/.new-0123456789abcdef"))
    #expect(fixture.folder.exists(".tl/local/cache/.new-fedcba9876543210"))
  }

  @Test("two clients with two workers each make the same pictures at once, over one cache")
  func twoClients() async throws {
    // Small, so that each removes what the other writes.
    let fixture = try WorkerFixture(limit: 64 << 10)
    let names = ["gps.jpg", "gps.png", "gps.webp", "gps.heic", "gps.avif", "thousand.jpg"]
    let opens = try names.map { try fixture.picture(Fixture.bytes($0)) }
    let other = try VariantCache(in: fixture.vault, limit: 64 << 10)
    var settings = PictureVariants.Settings(program: try WorkerFixture.program())
    settings.patience = 120_000
    let clients = [fixture.cache, other].map { PictureVariants($0, settings) }
    try await withThrowingTaskGroup(of: (Int, Variant).self) { group in
      for (client, _) in zip(clients, 0...) {
        for round in 0..<3 {
          for (number, open) in opens.enumerated() {
            group.addTask {
              let edge = VariantEdge.allCases[round]
              return (
                number, try await client.variant(edge, of: WorkerFixture.hash(number), open: open)
              )
            }
          }
        }
      }
      var count = 0
      for try await (number, variant) in group {
        count += 1
        #expect(variant.facts.size.width == [300, 400, 400, 400, 400, 1000][number])
        #expect(PlainWebP.size(of: variant.bytes) == variant.size)
      }
      #expect(count == 36)
    }
  }
}
