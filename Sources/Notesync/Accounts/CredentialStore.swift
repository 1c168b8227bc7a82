internal import Cryptography
internal import SystemCalls
internal import VaultFormat

/// Stores the credentials of a server: in the user's git credential helper if it returns them, else in a file that only
/// its owner can read.
package struct CredentialStore {
  /// The path of the git program, and the environment in which it finds its credential helper.
  package typealias Helper = (git: String, environment: [String: String])

  /// Where credentials are stored.
  package enum Place: Hashable, Sendable {
    case helper
    case file(path: String)
  }

  /// The stored values.
  package struct Kept: Hashable, Sendable {
    package var credentials: Credentials
    package var apiKey: String?

    package init(credentials: Credentials, apiKey: String? = nil) {
      self.credentials = credentials
      self.apiKey = apiKey
    }
  }

  private let server: ServerAddress
  private let helper: Helper?
  private let folder: String

  /// The user name by which the helper distinguishes vaults.
  private let user: String

  /// - Parameters:
  ///   - account: distinguishes several accounts on one server.
  ///   - helper: nil without git.
  ///   - folder: of the user's state, absolute; made when needed.
  package init(_ server: ServerAddress, account: String, helper: Helper?, folder: String) {
    self.server = server
    user = "tl-notesync-\(account)"
    self.helper = helper
    self.folder = folder
  }

  /// Nil if nothing is stored.
  package func load() -> Kept? {
    if let secret = try? PrivateFile(file).read(),
      let kept = Self.kept(String(decoding: secret, as: UTF8.self))
    {
      return kept
    }
    return filled().flatMap(Self.kept)
  }

  /// - Throws: a `NotesyncError` with `.disk` if neither can store them.
  @discardableResult
  package func save(_ kept: Kept) throws -> Place {
    let secret = Self.secret(kept)
    if send("approve", password: secret), filled() == secret {
      try? SystemPath.remove(file)
      return .helper
    }
    do {
      try SystemPath.makeFolders(folder, permissions: 0o700)
      try PrivateFile(file).write(Array(secret.utf8))
      return .file(path: file)
    } catch {
      throw NotesyncError.disk(path: error.path ?? "", error.reason)
    }
  }

  /// Removes them from both.
  package func erase() {
    try? SystemPath.remove(file)
    if let secret = filled() { _ = send("reject", password: secret) }
  }

  private var file: String {
    let key = sha256Hex("\(server.text)\n\(user)".utf8).prefix(16)
    return "\(folder)/notesync-\(key).token"
  }

  // MARK: - The helper

  private func filled() -> String? {
    guard let output = run("fill", []) else { return nil }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    let isOurs = lines.contains { $0 == "username=\(user)" }
    return isOurs ? lines.first { $0.hasPrefix("password=") }.map { String($0.dropFirst(9)) } : nil
  }

  private func send(_ verb: String, password: String) -> Bool {
    run(verb, ["password=\(password)"]) != nil
  }

  private func run(_ verb: String, _ lines: [String]) -> [UInt8]? {
    guard let helper else { return nil }
    var environment = helper.environment
    // The helper must never prompt a person.
    environment["GIT_TERMINAL_PROMPT"] = "0"
    environment["GCM_INTERACTIVE"] = "never"
    environment["GIT_ASKPASS"] = ""
    environment["SSH_ASKPASS"] = ""
    // The vault's git settings may come from a stranger, and a helper that they name would get the tokens.
    environment["GIT_DIR"] = "/dev/null"
    for name in ["GIT_COMMON_DIR", "GIT_WORK_TREE"] { environment[name] = nil }
    let path = server.path.drop { $0 == "/" }
    var question = [
      "protocol=\(server.isSecure ? "https" : "http")", "host=\(server.place)",
      "username=\(user)",
    ]
    if !path.isEmpty { question.append("path=\(path)") }
    let input = Array(((question + lines).joined(separator: "\n") + "\n\n").utf8)
    let command = ChildCommand(
      program: helper.git,
      arguments: ["-c", "core.askPass=", "-c", "credential.interactive=false", "credential", verb],
      environment: environment, hasOwnGroup: true)
    let answer = try? ChildProcess.run(
      command, input: input, timeouts: SocketTimeouts(idle: Self.helperLimit))
    return answer?.status == 0 ? answer?.bytes : nil
  }

  /// Milliseconds.
  private static let helperLimit = 60_000

  // MARK: - One line

  /// Each value as hex, so that line ends and blanks cannot break the format.
  private static func secret(_ kept: Kept) -> String {
    let values = [
      kept.credentials.accessToken, kept.credentials.refreshToken ?? "",
      kept.credentials.userName ?? "", kept.apiKey ?? "",
    ]
    return "tl1." + values.map { Array($0.utf8).hex }.joined(separator: ".")
  }

  private static func kept(_ secret: String) -> Kept? {
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 5, parts[0] == "tl1" else { return nil }
    let values = parts.dropFirst().map { part in
      [UInt8](hex: part).flatMap { String(validating: $0, as: UTF8.self) }
    }
    guard let access = values[0], !access.isEmpty else { return nil }
    func present(_ index: Int) -> String? { values[index].flatMap { $0.isEmpty ? nil : $0 } }
    return Kept(
      credentials: Credentials(
        accessToken: access, refreshToken: present(1), userName: present(2)),
      apiKey: present(3))
  }
}
