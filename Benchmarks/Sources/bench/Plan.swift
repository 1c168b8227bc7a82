internal import SeededVault

/// Every comparison with its goals.
struct Plan {
  private static let memoryGoal = 120_000_000
  private static let millionMemoryGoal = 150_000_000
  private static let shown = ["-n", "20"]
  private static let absentWord = "zzqqxx"

  let programs: Programs
  let vaults: Vaults
  let options: BenchOptions

  var comparisons: [Comparison] {
    var all: [Comparison] = []
    for vault in [vaults.short, vaults.long] {
      if options.sections.contains(.list) { all.append(list(vault)) }
      if options.sections.contains(.search) { all += Self.words.map { search($0, vault) } }
    }
    if options.sections.contains(.million) { all += million }
    if options.sections.contains(.hugo) { all.append(hugo) }
    if options.sections.contains(.add) { all.append(add) }
    if options.sections.contains(.start) { all.append(start) }
    return all
  }

  /// Absent, rare, common, with an accent, without the accent of the text, of two ideographs.
  static var words: [String] {
    let vocabulary = Vocabulary(seed: SeededNotes.defaultSeed)
    return [absentWord, vocabulary.rareWord, vocabulary.commonWord, "café", "cafe", "東京"]
  }

  private func list(_ vault: BenchVault) -> Comparison {
    Comparison(
      subject: tl(["list"] + Self.shown, vault), vault: vault.name,
      anchors: [
        Anchor(command: floor("h", vault), goal: 1.2),
        Anchor(command: rg(Self.absentWord, vault), goal: 0.7),
      ],
      rounds: options.rounds, memoryGoal: Self.memoryGoal)
  }

  private func search(_ word: String, _ vault: BenchVault) -> Comparison {
    var subject = tl(["search", word] + Self.shown, vault)
    subject.exitCodes = word == Self.absentWord ? [1] : [0]
    return Comparison(
      subject: subject, vault: vault.name,
      anchors: [
        Anchor(command: floor("f", vault), goal: 1.35),
        Anchor(command: rg(word, vault), goal: 0.8),
      ],
      rounds: options.rounds, memoryGoal: Self.memoryGoal)
  }

  private var million: [Comparison] {
    var search = tl(["search", Self.absentWord] + Self.shown, vaults.million)
    search.exitCodes = [1]
    let pairs = [
      (
        tl(["list"] + Self.shown, vaults.million),
        Anchor(command: floor("h", vaults.million), goal: 1.3)
      ),
      (search, Anchor(command: floor("f", vaults.million), goal: 1.35)),
    ]
    return pairs.map { subject, anchor in
      Comparison(
        subject: subject, vault: vaults.million.name, anchors: [anchor], rounds: options.rounds,
        memoryGoal: Self.millionMemoryGoal, leftOut: vaults.millionLeftOut)
    }
  }

  private var hugo: Comparison {
    let hugo = Command(
      label: "hugo list all", program: programs.hugo,
      arguments: ["list", "all", "--source", vaults.site])
    return Comparison(
      subject: tl(["list"] + Self.shown, vaults.small), vault: vaults.small.name,
      anchors: [Anchor(command: hugo, goal: 0.05)], rounds: options.rounds)
  }

  private var add: Comparison {
    var empty = tl(["add", "text"], vaults.empty)
    empty = Command(
      label: "\(empty.label), empty vault", program: empty.program, arguments: empty.arguments)
    return Comparison(
      subject: tl(["add", "text"], vaults.short), vault: vaults.short.name,
      anchors: [Anchor(command: empty, goal: 1.2)], rounds: options.rounds,
      written: [vaults.short.path, vaults.empty.path])
  }

  private var start: Comparison {
    let git = Command(label: "git --version", program: programs.git, arguments: ["--version"])
    return Comparison(
      subject: Command(label: "tl --version", program: programs.tl, arguments: ["--version"]),
      vault: "", anchors: [Anchor(command: git, goal: 3)], rounds: options.startRounds,
      timeGoal: 5)
  }

  private func tl(_ words: [String], _ vault: BenchVault) -> Command {
    Command(
      label: (["tl"] + words).joined(separator: " "), program: programs.tl,
      arguments: words + ["--vault", vault.path])
  }

  private func floor(_ mode: String, _ vault: BenchVault) -> Command {
    Command(
      label: "floor \(mode) 2", program: programs.floor, arguments: [vault.path, mode, "2"])
  }

  private func rg(_ word: String, _ vault: BenchVault) -> Command {
    Command(
      label: "rg -il \(word)", program: programs.rg, arguments: ["-il", word, vault.path],
      exitCodes: word == Self.absentWord || word == "cafe" ? [0, 1] : [0])
  }
}
