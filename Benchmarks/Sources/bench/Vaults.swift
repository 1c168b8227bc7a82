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
  /// Ten times as many notes in folders of twenty: small folders cost more than large ones.
  let million: BenchVault
  /// Why that vault is not made; nil where it is, or is not asked for.
  let millionLeftOut: String?
  /// Of 10,000 notes at most: hugo needs more than a second for them.
  let small: BenchVault
  /// Has no notes.
  let empty: BenchVault
  /// A hugo site whose content is the small vault.
  let site: String

  /// Makes what is missing, which takes some seconds for each hundred thousand notes.
  ///
  /// - Parameter wantsMillion: the vault of ten times as many notes is made too, where there is room for it.
  init(notes: Int, wantsMillion: Bool, work: String, programs: Programs) throws {
    let few = min(notes, 10_000)
    short = try Self.made(VaultShape(notes: notes), work, programs)
    long = try Self.made(
      VaultShape(notes: notes, median: Self.longMedian, size: "4 KB"), work, programs)
    let many = VaultShape(notes: notes * 10, folders: max(notes / 2, 1))
    million = many.vault(in: work)
    millionLeftOut =
      wantsMillion && !fileExists(million.path)
      ? many.shortage(memory: Machine.current.memory, disk: freeSpace(at: work)) : nil
    if wantsMillion, millionLeftOut == nil {
      _ = try Self.made(many, work, programs)
      try Self.initialise(million, programs)
    }
    small = try Self.made(VaultShape(notes: few), work, programs)
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

  /// Makes the vault unless it is there.
  private static func made(
    _ shape: VaultShape, _ work: String, _ programs: Programs
  ) throws -> BenchVault {
    let vault = shape.vault(in: work)
    guard !fileExists(vault.path) else { return vault }
    progress("making \(vault.name) notes")
    let unfinished = "\(vault.path).unfinished"
    _ = try programs.process("/bin/rm", ["-rf", unfinished]).run()
    let run = try programs.process(programs.makeVault, [unfinished] + shape.arguments)
      .run(errors: "\(work)/errors.txt")
    guard run.exitCode == 0 else { throw BenchError(try fileText("\(work)/errors.txt")) }
    try rename(from: unfinished, to: vault.path)
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
