internal import Measuring

/// A vault to be pushed, a server that begins empty each time, and the bodies that a push of the vault sends.
struct NotesyncServers {
  let name: String
  /// The vault that is pushed.
  let client: String
  private let folder: String
  private let programs: Programs
  private let errors: String

  /// Starts a server on a new vault, signs the client in, and leaves the token and the server's key in files.
  private let start: String

  /// - Parameter recorder: the program that keeps what a push sends.
  /// - Throws: a `BenchError` where a server does not start or a push fails.
  init(_ vault: BenchVault, recorder: String, work: String, programs: Programs) throws {
    let folder = temporaryFolder() + "/tl-bench-notesync"
    self.folder = folder
    name = vault.name
    client = "\(folder)/client"
    self.programs = programs
    errors = "\(work)/errors.txt"
    // A server waits for its end, and so would whoever waits for its output.
    start = """
      set -e
      cd '\(folder)'
      await() { for i in $(seq 300); do grep -q '://.*[0-9]$' "$1" && return; sleep 0.1; done; exit 1; }
      [ ! -e pid ] || { kill -9 $(cat pid) 2>/dev/null || :; }
      rm -rf server address "$HOME/.local/state/tl" client/.tl/local/notesync
      '\(programs.tl)' init server >/dev/null 2>&1
      echo password | '\(programs.tl)' --vault server notesync user add ada 2>/dev/null
      '\(programs.tl)' --vault server notesync serve --listen 127.0.0.1:0 >address 2>log </dev/null &
      echo $! >pid
      await address
      cat "$(find "$HOME/.local/state/tl" -name api-key)" >key
      curl -sS -H "X-API-Key: $(cat key)" -H 'Content-Type: application/json' \
        -d '{"username":"ada","password":"password"}' "$(cat address)/auth/login" |
        sed 's/.*"access_token": *"\\([^"]*\\)".*/\\1/' >token
      sign_in() {
        { cat key; echo; echo password; } | sed '/^$/d' |
          '\(programs.tl)' --vault client notesync login "$1" --user ada 2>/dev/null
      }
      """
    progress("making the vaults of \(vault.name) notes for notesync")
    try makeFolders(folder)
    try shell(
      """
      set -e
      rm -rf '\(folder)' && mkdir -p '\(folder)/bodies' && cp -r '\(vault.path)' '\(client)'
      \(start)
      python3 '\(recorder)' "$(cat address)" bodies >recorder </dev/null 2>/dev/null &
      trap "kill $!" EXIT
      await recorder
      sign_in "$(cat recorder)"
      '\(programs.tl)' --vault client notesync push >/dev/null 2>&1
      find client -name '*.md' | wc -l >count
      """)
  }

  /// A shell's commands that post the bodies in their order.
  var posting: String {
    """
    cd '\(folder)' && for body in bodies/*; do
      curl -sS --fail -o /dev/null -H "X-API-Key: $(cat key)" -H "Authorization: Bearer $(cat token)" \
        -H 'Content-Type: application/json' --data-binary "@$body" "$(cat address)/api/notesync" || exit 1
    done
    """
  }

  /// A new, empty server that the client is signed in at.
  func begin() throws {
    try shell("\(start)\nsign_in \"$(cat address)\"\nsync")
  }

  /// What is wrong after a run; nil where all notes arrived.
  func prove(isPush: Bool) throws -> String? {
    let waiting = "'\(programs.tl)' --vault client notesync queue 2>/dev/null"
    let run = try programs.process(
      "/bin/sh",
      [
        "-c",
        """
        cd '\(folder)' && count=$(find server -name '*.md' | wc -l)
        [ "$count" -eq "$(cat count)" ] || { echo "$count of $(cat count)" >&2; exit 3; }
        \(isPush ? "[ -z \"$(\(waiting))\" ] || exit 4" : "")
        """,
      ]
    ).run(errors: errors)
    switch run.exitCode {
    case 0: return nil
    case 3: return "\(try fileText(errors).filter { $0 != "\n" }) notes are on the server"
    default: return "something still waits"
    }
  }

  func remove() throws {
    try shell("cd '\(folder)' && kill -9 $(cat pid); rm -rf '\(folder)'")
  }

  private func shell(_ script: String) throws {
    let run = try programs.process("/bin/sh", ["-c", script]).run(errors: errors)
    guard run.exitCode == 0 else {
      throw BenchError("notesync: exit \(run.exitCode): " + (try fileText(errors)))
    }
  }
}
