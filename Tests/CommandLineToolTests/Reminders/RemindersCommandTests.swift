import Foundation
import TestSupport
import Testing

/// `tl due show` with a crontab and a systemctl of the test: neither touches the user's own.
@Suite("tl due show")
struct RemindersCommandTests {
  private static let crontab = """
    #!/bin/sh
    table="$HOME/crontab"
    case $1 in
    -l) [ -e "$table" ] || { echo "no crontab for ana" >&2; exit 1; }; cat "$table" ;;
    -) [ ! -e "$HOME/forbidden" ] || { echo "ana may not use cron" >&2; exit 1; }; cat > "$table" ;;
    esac

    """

  private static let systemctl = """
    #!/bin/sh
    echo "$@" >> "$HOME/calls"
    [ ! -e "$HOME/no-manager" ] || { echo "Failed to connect to bus" >&2; exit 1; }
    wants="$HOME/.config/systemd/user/timers.target.wants"
    case $2 in
    enable) mkdir -p "$wants"; ln -sf "../$3" "$wants/$3" ;;
    disable) rm -f "$wants/$4" ;;
    esac

    """

  private static func vault(_ name: String = "vault") throws -> (TemporaryFolder, CommandRunner) {
    let folder = try TemporaryFolder()
    var runner = try CommandRunner(folder: folder, directory: name)
    runner.environment["PATH"] = "\(folder.path("bin")):/usr/bin:/bin"
    try runner.tl("init")
    try folder.writeProgram(crontab, to: "bin/crontab")
    try folder.writeProgram(systemctl, to: "bin/systemctl")
    return (folder, runner)
  }

  private static func files(_ folder: TemporaryFolder) -> [String] {
    folder.contents().filter { $0.contains("/tl-due-") || $0.contains("/tl.due.") }
  }

  @Test("with cron the lines stand among those of the user, and leave again")
  func cron() throws {
    var (folder, runner) = try Self.vault()
    let own = "MAILTO=ana\n0 3 * * * backup 100\\%\n"
    try folder.write(own, to: "home/crontab")
    let install = ["reminders", "install", "--cron", "-y"]
    try runner.tl(install).expect(0, outStarts: "write to your crontab\n    # BEGIN tl reminders ")
    let table = try folder.readText("home/crontab")
    let vault = folder.path("vault")
    #expect(table.hasPrefix(own))
    expect(
      table,
      has: "\n*/15 8-21 * * * XDG_CONFIG_HOME=\(folder.path("home/.config")) XDG_STATE_HOME=",
      " \(folder.path("bin/tl")) --quiet --vault \(vault) due --notify --from 08:00 --to 22:00\n# END tl reminders "
    )
    try runner.tl(install)
      .expect(out: "", err: "they are installed like this already; nothing was changed\n")
    #expect(try folder.readText("home/crontab") == table)
    try runner.tl("reminders", "show")
      .expect(out: "crontab\n" + table.dropFirst(own.count))
    #expect(
      try runner.tl("reminders", "show", "--json").stdoutText.contains(
        "\"way\": \"cron\",\n    \"name\": \"crontab\""))
    // What it runs is a command line of tl.
    let line = try #require(table.split(separator: "\n").first { $0.hasPrefix("*/15") })
    try runner.shell(String(line.dropFirst("*/15 8-21 * * * ".count)) + " -N")
      .expect(0, err: "")
    #expect(
      try runner.tl("reminders", "uninstall", "-N").stdoutText
        == "remove the lines of this vault from your crontab\n")
    #expect(try folder.readText("home/crontab") == table)
    #expect(try runner.tl("reminders", "uninstall").status == 0)
    #expect(try folder.readText("home/crontab") == own)
    for command in ["uninstall", "show"] {
      try runner.tl("reminders", command).expect(
        2,
        err: """
          tl: error: no reminders are installed for this vault
          hint: tl due install has them told

          """)
    }
    #expect(try runner.tl("reminders", "show", "--json").stdoutText == "[]\n")
    #expect(Self.files(folder).isEmpty)
  }

  @Test(
    "with systemd two units are written and the timer is started, again only if something differs")
  func systemd() throws {
    var (folder, runner) = try Self.vault()
    let install = ["reminders", "install", "--systemd", "-y"]
    #expect(try runner.tl(install).status == 0)
    let files = Self.files(folder).filter { !$0.contains("wants") }
    try #require(files.count == 2)
    #expect(files.allSatisfy { $0.hasPrefix("home/.config/systemd/user/tl-due-") })
    let timer = try #require(files[1].split(separator: "/").last)
    let calls = "--user daemon-reload\n--user enable \(timer)\n--user restart \(timer)\n"
    #expect(try folder.readText("home/calls") == calls)
    try expect(
      folder.readText(files[0]),
      has:
        "\nExecStart=\"\(folder.path("bin/tl"))\" \"--quiet\" \"--vault\" \"\(folder.path("vault"))\" \"due\""
    )
    #expect(
      try folder.readText(files[1]).contains("\nOnCalendar=*-*-* 08..21:00/15\nPersistent=true\n"))
    #expect(
      try runner.tl(install).stderrText
        == "they are installed like this already; nothing was changed\n")
    #expect(try folder.readText("home/calls") == calls)
    // Other hours: the timer alone would not change the command.
    #expect(try runner.tl(install + ["--from", "07:30"]).status == 0)
    #expect(
      try folder.readText(files[1]).contains(
        "\nOnCalendar=*-*-* 07:30,45\nOnCalendar=*-*-* 08..21:00/15\n"))
    #expect(try folder.readText("home/calls") == calls + calls)
    #expect(
      try runner.tl("reminders").stdoutText.hasPrefix(
        folder.path(files[0]) + "\n# Made by tl due install"))
    #expect(try runner.tl("reminders", "uninstall").status == 0)
    #expect(Self.files(folder).isEmpty)
    #expect(
      try folder.readText("home/calls").hasSuffix(
        "--user disable --now \(timer)\n--user daemon-reload\n"))
  }

  @Test("another way replaces the first; another vault's stay")
  func ways() throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("init", folder.path("other"))
    try runner.tl("--vault", folder.path("other"), "reminders", "install", "--systemd", "-y")
    try runner.tl("--vault", folder.path("other"), "reminders", "install", "--cron", "-y")
    let others = try folder.readText("home/crontab")
    #expect(Self.files(folder).isEmpty && others.contains("# BEGIN tl reminders "))
    try runner.tl("reminders", "install", "--cron", "-y")
    #expect(try folder.readText("home/crontab").split(separator: "\n").count == 6)
    let output = try runner.tl("reminders", "install", "--launchd", "-N")
    #expect(output.stdoutText.contains("remove the lines of this vault from your crontab\n"))
    #expect(output.stdoutText.contains("write \(folder.path("home/Library/LaunchAgents/tl.due."))"))
    try runner.tl("reminders", "install", "--systemd", "-y")
    #expect(try folder.readText("home/crontab") == others)
    try runner.tl("reminders", "uninstall")
    #expect(try folder.readText("home/crontab") == others && Self.files(folder).isEmpty)
  }

  @Test("without a terminal nothing is written unasked; a no writes nothing")
  func consent() throws {
    var (folder, runner) = try Self.vault()
    try runner.tl("reminders", "install", "--cron").expect(64, errHas: "hint: tl due install -y")
    let home = [
      "PATH": folder.path("bin") + ":/usr/bin:/bin", "XDG_CONFIG_HOME": folder.path("home/.config"),
    ]
    for (typed, isInstalled) in [("n\n", false), ("", false), ("y\n", true)] {
      let terminal = try TerminalSession.run(
        runner, ["reminders", "install", "--cron"], typed: typed, environment: home)
      #expect(terminal.screen.contains("do this? [y/N] "), "\(terminal.screen)")
      #expect(terminal.status == (isInstalled ? 0 : 2))
      #expect(folder.exists("home/crontab") == isInstalled)
    }
  }

  @Test("what a scheduler refuses is said, with what is left to do")
  func refused() throws {
    var (folder, runner) = try Self.vault()
    try folder.write("", to: "home/forbidden")
    let cron = try runner.tl("reminders", "install", "--cron", "-y")
    #expect(
      cron.status == 2 && cron.stderrText.contains("tl: error: crontab -: ana may not use cron\n"))
    try folder.write("", to: "home/no-manager")
    try runner.tl("reminders", "install", "--systemd", "-y").expect(
      2,
      errStarts: """
        tl: error: the files are written, but systemctl --user daemon-reload: Failed to connect to bus
        hint: systemctl --user daemon-reload
        hint: systemctl --user enable tl-due-
        """)
    // The next one does what is left.
    try folder.remove("home/no-manager")
    let again = try runner.tl("reminders", "install", "--systemd", "-y")
    #expect(again.status == 0 && again.stdoutText.hasPrefix("run systemctl --user daemon-reload\n"))
  }

  @Test("a crontab that cannot be read as it is stays as it is")
  func unreadable() throws {
    var (folder, runner) = try Self.vault()
    let bytes: [UInt8] = [0x23, 0xFF, 0x0A]
    try folder.write(bytes, to: "home/crontab")
    try runner.tl("reminders", "install", "--cron", "-y")
      .expect(2, errHas: "your crontab cannot be changed by tl")
    #expect(try folder.read("home/crontab") == bytes)
    try folder.writeProgram("#!/bin/sh\necho 'the disk is broken' >&2\nexit 1\n", to: "bin/crontab")
    let broken = try runner.tl("reminders", "install", "--cron", "-y")
    #expect(broken.status == 2 && broken.stderrText.contains("crontab -l: the disk is broken"))
  }

  @Test("what would not be told is said")
  func warnings() throws {
    var (folder, runner) = try Self.vault()
    try folder.write("format: 1\nnudge: {at: \"22:30\"}\n", to: "vault/.tl/config.yaml")
    try folder.write("notify: crontab\n", to: "home/.config/tl/config.yaml")
    try runner.tl("reminders", "install", "--cron", "-N").expect(
      errHas:
        "tl: warning: nudge.at of the vault is 22:30, when there are no reminders: --from and --to choose other hours\n",
      "tl: warning: notify: a scheduler may not find crontab; write its whole path, \(folder.path("bin/crontab"))\n"
    )
    try runner.tl("reminders", "install", "--cron", "-N", "--to", "23:00").expect(errLacks: "nudge")
  }

  @Test("a test shows a notification, or says why it cannot")
  func test() throws {
    var (folder, runner) = try Self.vault()
    try folder.writeProgram(
      "#!/bin/sh\nprintf '%s|' \"$@\" > \"$HOME/told\"\n", to: "bin/note-down")
    try folder.write("notify: note-down --to me\n", to: "home/.config/tl/config.yaml")
    // It needs no vault.
    runner.directory = folder.path("home")
    #expect(try runner.tl("reminders", "test").stderrText == "shown by note-down\n")
    #expect(try folder.readText("home/told") == "--to|me|tl|Reminders look like this.|")
    try folder.writeProgram(
      "#!/bin/sh\necho one\necho no daemon >&2\nexit 1\n", to: "bin/note-down")
    try runner.tl("reminders", "test").expect(
      2,
      err: """
        tl: error: no notification could be shown: no daemon
        hint: start a notification daemon, or set notify in ~/.config/tl/config.yaml

        """)
  }

  @Test("wrong words are refused before anything is read")
  func usage() throws {
    var (folder, runner) = try Self.vault()
    for words in [["--cron", "--systemd"], ["--from", "8"], ["--from", "08:00", "--to", "8:00"]] {
      #expect(try runner.tl(["reminders", "install", "-y"] + words).status == 64, "\(words)")
    }
    runner.directory = try folder.makeFolder("a\u{7}b")
    try runner.tl("init")
    let output = try runner.tl("reminders", "install", "--systemd", "-y")
    #expect(output.status == 2 && output.stderrText.contains("a path has control characters"))
    #expect(Self.files(folder).isEmpty)
  }
}
