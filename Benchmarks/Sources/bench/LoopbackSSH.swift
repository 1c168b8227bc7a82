internal import Measuring

/// A way to this machine by OpenSSH.
///
/// ssh starts the server itself for each connection, with keys of its own: all that ssh does is done,
/// but for the network. The user's start files of the shell count for neither side: bash reads them for a command of
/// ssh only where it is the first shell (`SHLVL`).
struct LoopbackSSH {
  /// For `GIT_SSH_COMMAND`.
  let command: String
  /// The host that addresses name.
  static let host = "bench"

  private static let serverPlaces = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"]

  /// Makes keys and settings in a new folder; nil without OpenSSH's server.
  init?(folder: String, programs: Programs) throws {
    let script = """
      set -e
      sshd=; for place in \(Self.serverPlaces.joined(separator: " ")); do
        [ -x "$place" ] && sshd=$place && break
      done
      [ -n "$sshd" ] || exit 3
      # As root the server looks for this folder, which only a service manager makes.
      [ "$(id -u)" != 0 ] || mkdir -p /run/sshd
      mkdir -p '\(folder)' && cd '\(folder)' && rm -f key* host*
      ssh-keygen -q -N '' -t ed25519 -f key && ssh-keygen -q -N '' -t ed25519 -f host
      cat >server <<EOF
      HostKey \(folder)/host
      AuthorizedKeysFile \(folder)/key.pub
      PidFile none
      StrictModes no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin prohibit-password
      UsePAM no
      SetEnv PATH=$PATH SHLVL=2
      EOF
      cat >client <<EOF
      Host \(Self.host)
        User $(id -un)
        ProxyCommand $sshd -i -f \(folder)/server -E \(folder)/log
        IdentityFile \(folder)/key
        IdentitiesOnly yes
        IdentityAgent none
        StrictHostKeyChecking no
        UserKnownHostsFile /dev/null
        GlobalKnownHostsFile none
        LogLevel ERROR
      EOF
      ssh -F client \(Self.host) true
      """
    let run = try programs.process("/bin/sh", ["-c", script]).run(errors: "\(folder)-errors.txt")
    switch run.exitCode {
    case 0: command = "ssh -F \(folder)/client"
    case 3: return nil
    default: throw BenchError("no way by ssh: " + (try fileText("\(folder)-errors.txt")))
    }
  }

  func address(_ path: String) -> String { "ssh://\(Self.host)\(path)" }
}
