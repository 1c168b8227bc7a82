internal import Measuring
internal import SeededVault

/// A folder of seeded notes.
struct BenchVault {
  /// `100,000 × 1 KB`.
  let name: String
  let path: String
}

/// The vaults of all comparisons, made once and kept under `.work`.
struct Vaults {
  private static let longMedian = 2600

  let short: BenchVault
  let long: BenchVault
  /// Of 10,000 notes at most: hugo needs more than a second for them.
  let small: BenchVault
  /// Has no notes.
  let empty: BenchVault
  /// A hugo site whose content is the small vault.
  let site: String

  /// Makes what is missing, which takes some seconds for each hundred thousand notes.
  init(notes: Int, work: String, programs: Programs) throws {
    let few = min(notes, 10_000)
    short = try Self.made(notes, SeededNotes.defaultMedian, "1 KB", work, programs)
    long = try Self.made(notes, Self.longMedian, "4 KB", work, programs)
    small = try Self.made(few, SeededNotes.defaultMedian, "1 KB", work, programs)
    empty = BenchVault(name: "none", path: "\(work)/notes-0")
    try makeFolders(empty.path)
    site = "\(work)/hugo-site-\(few)"
    try makeFolders(site)
    try writeFile(
      "\(site)/config.toml",
      """
      baseURL = "https://example.org/"
      title = "Notes"
      contentDir = "\(small.path)"

      """)
    for vault in [short, long, small, empty] { try Self.initialise(vault, programs) }
    // Else the disk is still busy with the new notes while the first programs are measured.
    writeAllToDisk()
  }

  private static func made(
    _ count: Int, _ median: Int, _ size: String, _ work: String, _ programs: Programs
  ) throws -> BenchVault {
    let path = "\(work)/notes-\(count)-\(median)-\(SeededNotes.edition)"
    let vault = BenchVault(name: "\(grouped(count)) × \(size)", path: path)
    guard !fileExists(path) else { return vault }
    progress("making \(vault.name) notes")
    let unfinished = "\(path).unfinished"
    _ = try programs.process("/bin/rm", ["-rf", unfinished]).run()
    let run = try programs.process(
      programs.makeVault, [unfinished, "\(count)", "--median", "\(median)"]
    ).run(errors: "\(work)/errors.txt")
    guard run.exitCode == 0 else { throw BenchError(try fileText("\(work)/errors.txt")) }
    try rename(from: unfinished, to: path)
    return vault
  }

  /// A failure shows in the comparisons that need an initialised vault.
  private static func initialise(_ vault: BenchVault, _ programs: Programs) throws {
    guard !fileExists("\(vault.path)/.tl") else { return }
    let run = try programs.process(programs.tl, ["init", vault.path]).run()
    if run.exitCode != 0 { progress("tl init failed for the vault \(vault.name)") }
  }
}

/// Why nothing can be measured.
struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// `100,000`.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.map { index in
    let follows = (digits.count - index) % 3 == 0 && index > 0
    return (follows ? "," : "") + String(digits[index])
  }.joined()
}
