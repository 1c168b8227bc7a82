internal import Measuring

/// Two programs' answers to the same question, so that a fast wrong answer is seen.
struct CountCheck {
  let question: String
  let vault: String
  let tl: Int?
  let other: String
  /// `nil`: the other program is missing or failed.
  let expected: Int?

  /// `nil` when there is nothing to compare with.
  var agrees: Bool? { expected.map { $0 == tl } }
}

/// Counts the notes that tl finds, and the files that the others find.
struct Counts {
  let programs: Programs
  let vaults: Vaults
  let work: String
  let withMillion: Bool

  var checks: [CountCheck] {
    [vaults.short, vaults.long].flatMap { vault in
      [listed(vault), firstPage(vault)] + Plan.words.map { found($0, vault) }
    } + (withMillion ? [listed(vaults.million)] : [])
  }

  private func listed(_ vault: BenchVault) -> CountCheck {
    let line = programs.firstLine(
      programs.floor, [vault.path, "s", "2"], scratch: "\(work)/output")
    return CountCheck(
      question: "tl list", vault: vault.name, tl: paths(["list"], vault), other: "floor",
      expected: line?.split(separator: " ").first.flatMap { Int($0) })
  }

  private func firstPage(_ vault: BenchVault) -> CountCheck {
    CountCheck(
      question: "tl list -n 20", vault: vault.name, tl: paths(["list", "-n", "20"], vault),
      other: "as asked", expected: 20)
  }

  /// tl finds `café` for `cafe`; ripgrep has to be asked for the word as it stands in the texts,
  /// and `cafe` would find ids, which are hexadecimal.
  private func found(_ word: String, _ vault: BenchVault) -> CountCheck {
    let pattern = word == "cafe" ? "café" : word
    let expected = programs.rg.flatMap {
      lines(of: $0, ["-il", "-g", "*.md", pattern, vault.path], end: UInt8(ascii: "\n"))
    }
    return CountCheck(
      question: "tl search \(word)", vault: vault.name, tl: paths(["search", word], vault),
      other: "rg -il \(pattern)", expected: expected)
  }

  private func paths(_ words: [String], _ vault: BenchVault) -> Int? {
    lines(of: programs.tl, words + ["-0", "--vault", vault.path], end: 0)
  }

  /// Found nothing is exit 1 and a count of 0.
  private func lines(of program: String, _ arguments: [String], end: UInt8) -> Int? {
    let output = "\(work)/output"
    guard let run = try? programs.process(program, arguments).run(output: output),
      run.exitCode == 0 || run.exitCode == 1
    else { return nil }
    return try? count(of: end, in: output)
  }
}
