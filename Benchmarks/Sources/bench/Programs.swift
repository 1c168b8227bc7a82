internal import Measuring

/// Where the measured programs are and in which surroundings they start.
struct Programs {
  let tl: String
  let floor: String
  let makeVault: String
  let rg = programPath("rg")
  let hugo = programPath("hugo")
  let git = programPath("git")
  let curl = programPath("curl")
  let python = programPath("python3")
  /// The same few settings for every program; of the user's own only `PATH`.
  private(set) var environment: [String]

  /// `ownPath` is that of this program: floor and make-vault are built beside it.
  init(tl: String, ownPath: String, home: String) {
    // Some of what is measured runs in a folder of its own, where a relative path names nothing.
    self.tl = absolutePath(tl)
    let folder = ownPath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    floor = "\(folder)/floor"
    makeVault = "\(folder)/make-vault"
    environment = ["PATH=\(searchPath())", "HOME=\(home)", "LC_ALL=C.UTF-8", "TZ=UTC"]
  }

  /// The same with one more setting, where there is a value for it.
  func with(_ name: String, _ value: String?) -> Programs {
    var programs = self
    if let value { programs.environment.append("\(name)=\(value)") }
    return programs
  }

  func process(_ program: String, _ arguments: [String]) -> ChildProcess {
    ChildProcess(program: program, arguments: arguments, environment: environment)
  }

  /// The first line each program says of its version.
  func versions(scratch: String) -> [String] {
    [
      (tl, "--version"), (rg, "--version"), (git, "--version"), (hugo, "version"),
      (curl, "--version"),
    ]
    .compactMap { program, argument in
      program.flatMap { firstLine($0, [argument], scratch: scratch) }
    }
  }

  /// First line of what the program prints, `nil` if it fails.
  func firstLine(_ program: String, _ arguments: [String], scratch: String) -> String? {
    guard let run = try? process(program, arguments).run(output: scratch), run.exitCode == 0,
      let text = try? fileText(scratch)
    else { return nil }
    return text.split(separator: "\n").first.map(String.init)
  }
}
