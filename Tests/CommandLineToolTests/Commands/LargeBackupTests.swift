import Foundation
import TestSupport
import Testing

private let gigabytes = ProcessInfo.processInfo.environment["TL_BACKUP_GIGABYTES"].flatMap {
  Int($0)
}

/// Takes three times the disk and minutes: `scripts/soak backup`.
@Suite("Backups of gigabytes", .enabled(if: gigabytes != nil))
struct LargeBackupTests {
  /// Prints the most memory of a command in KiB.
  private static let memory = """
    import resource, subprocess, sys
    status = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
    print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
    sys.exit(status)
    """

  @Test("the memory is that of a small one, and a file beyond 4 GiB comes back")
  func memory() throws {
    var runner = try CommandRunner.withVault(["note.md": "text"])
    let make = """
      set -e
      for i in $(seq 1 \(gigabytes ?? 1)); do head -c 1000000000 /dev/urandom > $i.mov; done
      truncate -s 5G sparse.bin; printf end >> sparse.bin
      """
    try #require(try runner.shell(make).status == 0)
    for command in [
      "tl backup make ~/b.zip", "tl backup check ~/b.zip", "tl backup restore ~/b.zip ~/new",
    ] {
      let output = try runner.shell("python3 -c '\(Self.memory)' \(command)")
      #expect(output.status == 0, "\(command): \(output.stderrText)")
      let kibibytes = try #require(Int(output.stdoutText.split(separator: "\n").last ?? ""))
      #expect(kibibytes < 100_000, "\(command)")
    }
    #expect(try runner.shell("unzip -tqq ~/b.zip").status == 0)
    let comparison = try runner.shell("diff -r --exclude=.git --exclude=local . ~/new")
    #expect(comparison.status == 0, "\(comparison.stdoutText)")
  }
}
