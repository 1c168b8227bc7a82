import Foundation
import TestSupport
import Testing

/// `tl due --notify` with a program of the test that writes down what it is given.
@Suite("tl due --notify")
struct DueNotifyTests {
  private static func vault(notify: String = "[note-down, --to me]", settings: String = "") throws
    -> (TemporaryFolder, CommandRunner)
  {
    let runner = try CommandRunner.withVault()
    // Refuses what the file `refused` names; a run that is slow tells twice if another one may start meanwhile.
    try runner.folder.writeProgram(
      """
      #!/bin/sh
      if [ -e "$VAULT/../refused" ] && [ "$(cat "$VAULT/../refused")" = "$2" ]; then echo "no: $2" >&2; exit 3; fi
      [ ! -e "$VAULT/../slow" ] || sleep 0.3
      printf '%s|' "$@" >> "$VAULT/../told"; echo >> "$VAULT/../told"

      """, to: "bin/note-down")
    try runner.folder.write("notify: \(notify)\n\(settings)", to: "home/.config/tl/config.yaml")
    return (runner.folder, runner)
  }

  private static func tracker(_ title: String, every: String = "2 days at 08:00") -> String {
    """
    ---
    id: id-of-\(title.lowercased())
    created: 2026-11-01T12:00:00+01:00
    tl: tracker
    title: \(title)
    every: \(every)
    ---

    ## Log

    - 2026-11-18T19:30:00+01:00: a secret

    """
  }

  /// One note of this day a year ago, a birthday, a milestone, a sealed note, and the daily reminder.
  private static func fill(_ folder: TemporaryFolder) throws {
    try folder.write(
      "format: 1\ntimezone: Europe/Berlin\nperson: kaia\nnudge: {at: \"18:00\"}\n",
      to: "vault/.tl/config.yaml")
    try folder.write(tracker("Water"), to: "vault/trackers/water.md")
    try folder.write(
      "---\nid: k\ntl: person\ntitle: Kaia\nbirthday: 2024-11-20\ncreated: 2026-01-01\n---\n",
      to: "vault/people/kaia.md")
    try folder.write("---\nid: old\ncreated: 2025-11-20\n---\nA secret\n", to: "vault/old.md")
    try folder.write("---\nid: new\ncreated: 2026-11-19\n---\nA secret\n", to: "vault/new.md")
    try folder.write(
      "---\nid: opens\ncreated: 2026-01-01\nopen_after: 2026-11-20\n---\nA secret\n",
      to: "vault/opens.md")
  }

  private static func told(_ folder: TemporaryFolder) -> [String] {
    ((try? folder.readText("told")) ?? "").split(separator: "\n").map(String.init)
  }

  private static let everything = [
    "--to me|Water|due since 08:00|", "--to me|A moment to write|",
    "--to me|Kaia turns 2|birthday today|",
    "--to me|1 note from this day|tl today shows it|",
    "--to me|Kaia: 1 milestone ahead|tl milestone list shows it|",
    "--to me|A sealed note opens today|tl today shows it|",
  ]

  @Test("each kind is told once, without a word of a note")
  func kinds() throws {
    var (folder, runner) = try Self.vault()
    try Self.fill(folder)
    try runner.tl("due", "--notify").expect(0, out: "")
    let told = Self.told(folder)
    #expect(told.count == Self.everything.count, "\(told)")
    for (line, beginning) in zip(told, Self.everything) { #expect(line.hasPrefix(beginning)) }
    #expect(!told.joined().contains("secret"))
    try runner.tl("due", "--notify").expect(0, err: "nothing to remind of\n")
    #expect(Self.told(folder) == told)
    // Of another day; the tracker is due since the same time.
    try runner.tl("due", "--notify", environment: ["TL_NOW": "2026-11-21T18:30:00+01:00"])
    #expect(
      Self.told(folder).dropFirst(told.count).map { $0.split(separator: "|")[1] } == [
        "A moment to write"
      ])
  }

  @Test("a person and a vault can switch kinds off, and the person has the last word")
  func settings() throws {
    var (folder, runner) = try Self.vault(settings: "reminders: {capsules: off, birthdays: on}\n")
    try Self.fill(folder)
    let path = "vault/.tl/config.yaml"
    try folder.write(
      folder.readText(path) + "reminders:\n  birthdays: off\n  memories: off\n  milestones: off\n",
      to: path)
    #expect(try runner.tl("due", "--notify").status == 0)
    #expect(
      Self.told(folder).map { $0.split(separator: "|")[1] } == [
        "Water", "A moment to write", "Kaia turns 2",
      ])
  }

  @Test("what cannot be shown ends with 2, is not stored, and is told by the next run")
  func refused() throws {
    var (folder, runner) = try Self.vault()
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    try folder.write(Self.tracker("Coffee", every: "1 day"), to: "vault/trackers/coffee.md")
    try folder.write("Coffee", to: "refused")
    try runner.tl("due", "--notify", "--json").expect(
      2,
      err: """
        Water: due since 08:00
        tl: error: 1 of 2 notifications could not be shown: no: Coffee
        hint: start a notification daemon, or set notify in ~/.config/tl/config.yaml

        """,
      outHas:
        "\"title\": \"Coffee\",\n    \"body\": \"due since 2026-11-19\",\n    \"shown\": false")
    try folder.write("", to: "refused")
    #expect(try runner.tl("due", "--notify").stderrText == "Coffee: due since 2026-11-19\n")
    #expect(Self.told(folder).count == 2)
  }

  @Test("without a program that works nothing is stored")
  func missing() throws {
    for notify in ["absent", "/no/such/program", "[]", "{a: b}", "''"] {
      var (folder, runner) = try Self.vault(notify: notify)
      try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
      // No program of the system either.
      let path = ["PATH": folder.path("bin")]
      let output = try runner.tl("due", "--notify", environment: path).expect(2)
      #expect(
        output.stderrText.contains("tl: error: no notification could be shown: "),
        "\(notify): \(output.stderrText)")
      try folder.write("notify: [note-down, a]\n", to: "home/.config/tl/config.yaml")
      #expect(try runner.tl("due", "--notify").stderrText == "Water: due since 08:00\n")
    }
  }

  @Test("two runs at once tell once")
  func twoRuns() throws {
    var (folder, runner) = try Self.vault()
    try Self.fill(folder)
    try folder.write("", to: "slow")
    try runner.shell("tl due --notify & tl due --notify & tl due --notify; wait").expect(0)
    #expect(Self.told(folder).count == Self.everything.count, "\(Self.told(folder))")
  }

  @Test("a run that does not end is waited for, then said")
  func locked() throws {
    var (folder, runner) = try Self.vault()
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    let lock = try HeldLock(folder, "reminders")
    let output = try runner.tl("due", "--notify", environment: ["TL_LOCK_WAIT": "0"])
    lock.release()
    #expect(output.status == 6)
    #expect(output.stderrText.hasPrefix("tl: error: another tl due --notify is at work"))
    #expect(Self.told(folder).isEmpty)
    #expect(try runner.tl("due", "--notify").status == 0)
  }

  @Test(
    "a ledger that is damaged is replaced; one that cannot be written stops before anything is told"
  )
  func ledger() throws {
    var (folder, runner) = try Self.vault()
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    try folder.write([0xFF, 0x00, 0x0A, 0x31, 0x20], to: "vault/.tl/local/notified")
    #expect(try runner.tl("due", "--notify").status == 0)
    #expect(try folder.readText("vault/.tl/local/notified").hasSuffix(" trackers id-of-water\n"))
    try folder.remove("vault/.tl/local/notified")
    try folder.makeFolder("vault/.tl/local/notified/a")
    #expect(try runner.tl("due", "--notify").status == 2)
    #expect(Self.told(folder).count == 1)
  }

  @Test("titles are made harmless")
  func titles() throws {
    var (folder, runner) = try Self.vault()
    try folder.write(Self.tracker(#""-n\e[31m $(id)\u202e""#), to: "vault/trackers/a.md")
    #expect(try runner.tl("due", "--notify").stderrText == "-n[31m $(id): due since 08:00\n")
    #expect(Self.told(folder) == ["--to me|-n[31m $(id)|due since 08:00|"])
  }

  @Test("hours, a dry run and --again")
  func options() throws {
    var (folder, runner) = try Self.vault()
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    #expect(
      try runner.tl("due", "--notify", "--from", "19:00").stderrText
        == "no reminders before 19:00 or after 00:00\n")
    #expect(try runner.tl("due", "--notify", "--dry-run").stdoutText == "Water: due since 08:00\n")
    #expect(
      try runner.tl("due", "--notify", "-N", "--json").stdoutText.contains("\"shown\": false"))
    #expect(!folder.exists("vault/.tl/local/notified") && Self.told(folder).isEmpty)
    #expect(try runner.tl("due", "--notify", "--from", "18:00", "--to", "18:15").status == 0)
    #expect(
      try runner.tl("due", "--notify", "--again", "1d").stderrText == "nothing to remind of\n")
    let tomorrow = ["TL_NOW": "2026-11-21T08:00:00+01:00"]
    #expect(
      try runner.tl("due", "--notify", "--again", "1d", environment: tomorrow).stderrText
        == "Water: due since 2026-11-20 08:00\n")
    #expect(try runner.tl("due", "--notify", "--again", "soon").status == 64)
    for words in [
      ["--again", "1d"], ["-N"], ["--from", "08:00"], ["--notify", "--all"],
      ["--notify", "--exit-code"], ["--notify", "--from", "8"],
    ] {
      #expect(try runner.tl(["due"] + words).status == 64, "\(words)")
    }
  }

  @Test("a folder that is no vault is not told of")
  func noVault() throws {
    var (folder, runner) = try Self.vault()
    runner.directory = try folder.makeFolder("plain")
    try folder.write(Self.tracker("Water"), to: "plain/water.md")
    try runner.tl("due", "--notify").expect(2, errHas: "is a folder of notes and not a vault")
    #expect(!folder.exists("plain/.tl"))
  }

  @Test("a vault names no program")
  func noProgramOfAVault() throws {
    var (folder, runner) = try Self.vault(notify: "[note-down, a]")
    try folder.write("format: 1\nnotify: [touch, pwned]\n", to: "vault/.tl/config.yaml")
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    #expect(try runner.tl("due", "--notify").status == 0)
    #expect(Self.told(folder) == ["a|Water|due since 08:00|"] && !folder.exists("vault/pwned"))
    #expect(try runner.tl("doctor").stdoutText.contains("notify is not a setting of a vault"))
  }

  @Test("settings of the person that cannot be read are said")
  func problems() throws {
    var (folder, runner) = try Self.vault(notify: "{a: b}", settings: "reminders: {tea: off}\n")
    try folder.write(Self.tracker("Water"), to: "vault/trackers/water.md")
    try runner.tl("due", "--notify", environment: ["PATH": folder.path("bin")]).expect(
      errHas: "config.yaml: notify is not a program and its arguments and has no effect",
      "config.yaml: reminders.tea is not one of trackers, nudge, ")
  }
}
