internal import Measuring

/// `tl notesync push` against curl, which posts the same bodies to the same server.
struct NotesyncPlan {
  private static let memoryGoal = 200_000_000

  let programs: Programs
  let servers: NotesyncServers
  let options: BenchOptions

  /// Every run gets a new, empty server; that its start ended and that the keys are there is not measured.
  var comparison: Comparison {
    var comparison = Comparison(
      subject: Command(
        label: "tl notesync push", program: programs.tl,
        arguments: ["notesync", "push", "--vault", servers.client]),
      vault: servers.name,
      anchors: [
        Anchor(
          command: Command(
            label: "curl, the same bodies", program: programs.curl == nil ? nil : "/bin/sh",
            arguments: ["-c", servers.posting]),
          goal: 1.3)
      ],
      rounds: options.rounds, memoryGoal: Self.memoryGoal)
    comparison.prepare = { _, _ in try servers.begin() }
    comparison.prove = { command in try servers.prove(isPush: command == 0) }
    return comparison
  }
}
