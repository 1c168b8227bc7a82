import ArgumentParser
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct PlacesCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "List the places of the notes, or fill in their towns",
    discussion: """
      Each place as its newest note writes it, the newest first: its name, its town, its position, how many notes are there \
      and the day of the last. Words are a query, as in tl search.

      With --fill: writes the town of each note that has coordinates and no locality, after showing what it will write \
      and asking. It is the city within 50 km that a person would name: a large one counts even if a small one is \
      nearer. Notes that are farther from any city stay as they are. Each note is changed as a whole or not at all; the \
      notes that changed are printed. What was interrupted goes on when it is repeated.
      """)

  @Argument(help: "Only those of notes that match")
  var query: [String] = []

  @Flag(help: "Write the missing towns of notes that have coordinates")
  var fill = false

  @Flag(name: .shortAndLong, help: "Do not ask before writing")
  var yes = false

  @Flag(
    name: [.customShort("N"), .long],
    help: "Print what --fill would write, and change nothing")
  var dryRun = false

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if !fill, dryRun || yes { throw ValidationError("\(dryRun ? "-N" : "-y") needs --fill") }
    if fill, output.json { throw ValidationError("--fill and --json cannot be used together") }
  }

  func run(in session: Session) throws {
    if fill { return try fill(in: session) }
    let vault = try session.openVault()
    let finder = PlaceFinder(vault)
    let book = try finder.book(query.joined(separator: " "))
    if output.json {
      return try session.console.print(.array(book.entries.map(\.json)))
    }
    guard !book.entries.isEmpty else {
      let positions = try finder.positionCount(query.joined(separator: " "))
      return session.console.say(
        positions > 0
          ? "\(positions.counted("note")) with coordinates alone; tl places --fill writes the towns"
          : query.isEmpty
            ? "no note has a place; tl set NOTE place='Café am Park' gives it one"
            : "no note that matches has a place")
    }
    let rows = book.entries.map { entry in
      [
        TerminalText.line(entry.place.name ?? ""), TerminalText.line(entry.place.locality ?? ""),
        entry.place.coordinates?.text ?? "", entry.notes.counted("note"), "\(entry.last)",
      ]
    }
    for line in TextColumns.lines(rows) { try session.console.line(line) }
  }

  // MARK: - Towns

  private func fill(in session: Session) throws {
    let vault = try session.openVault(isDryRun: dryRun)
    let plan = try PlaceFinder(vault).localityPlan(query.joined(separator: " "))
    if !plan.steps.isEmpty {
      let question = "write the town of \(plan.steps.count.counted("note"))?"
      if dryRun {
        for line in lines(of: plan.steps[...]) { try session.console.line(line) }
      } else {
        if !yes {
          try session.requireAnswer(for: "tl places --fill -y")
          show(plan, on: session.console)
          try session.requireConsent(false, question: question, command: "tl places --fill -y")
        }
        try vault.edit(plan.steps, progress: "writing towns") { step, document in
          // It may have been sealed since the plan was made.
          try vault.visibility.counts(document) ? step.applied(to: document) : document
        }
      }
    }
    report(plan, on: session.console)
  }

  private func lines(of steps: ArraySlice<LocalityPlan.Step>) -> [String] {
    TextColumns.lines(
      steps.map { step in
        [
          TerminalText.line(String(step.id.text.prefix(VaultIndex.shortLength))),
          TerminalText.line(step.path.shown), step.coordinates.text,
          TerminalText.line(step.locality),
        ]
      })
  }

  /// As many lines as a terminal shows.
  private func show(_ plan: LocalityPlan, on console: Console) {
    let first = plan.steps.prefix(20)
    for line in lines(of: first) { console.prompt(line + "\n") }
    let others = plan.steps.count - first.count
    if others > 0 { console.prompt("and \(others) more, which tl places --fill -N lists\n") }
  }

  private func report(_ plan: LocalityPlan, on console: Console) {
    if plan.steps.isEmpty, plan.remote.isEmpty {
      return console.say(
        query.isEmpty
          ? "every note that has coordinates has a town"
          : "every note that matches and has coordinates has a town")
    }
    if dryRun, !plan.steps.isEmpty {
      console.say("would write the town of \(plan.steps.count.counted("note"))")
    }
    guard !plan.remote.isEmpty else { return }
    let count = plan.remote.count
    let first = plan.remote.prefix(5).map(\.shown) + (count > 5 ? ["…"] : [])
    console.say(
      "no city is within 50 km of \(count.counted("note")), which \(count == 1 ? "stays as it is" : "stay as they are"): "
        + first.joined(separator: ", "))
  }
}
