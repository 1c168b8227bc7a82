import ArgumentParser
import VaultFormat
import VaultStore
import VaultIndex
@main struct TL: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "tl", version: "0.1.0")
  @Argument var dir: String
  @Argument var query: [String] = []
  func run() throws {
    var q = NoteQuery()
    q.texts = query
    let index = try VaultScanner(try VaultFolder(opening: dir), zone: .utc, threads: 2).scan(q)
    for p in index.notes(limit: 20) { print(index[p].created.shortDate, index.id(p).text.prefix(8), index.title(p), index.tags(p).map(\.text).joined(separator: " ")) }
    for f in index.findings.prefix(10) { print(f.path.text, f.finding.message) }
    print(index.count, index.scannedCount)
  }
}
