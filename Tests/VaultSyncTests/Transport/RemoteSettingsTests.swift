import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("Remotes in git's settings")
struct RemoteSettingsTests {
  @Test("insteadOf, pushInsteadOf and pushurl count as in git")
  func rewriting() throws {
    let ours = try TestRepository(remote: "short:r.git")
    try ours.git("config", "url./srv/.insteadOf", "short:")
    try ours.git("config", "url.ssh://host/.pushInsteadOf", "short:")
    let remote = try ours.remote()
    #expect(remote.fetchAddress.text == "/srv/r.git")
    #expect(remote.pushAddress.text == "ssh://host/r.git")
    let unnamed = try Remote(address: "short:x", in: try ours.open(), network: .forTests())
    #expect(unnamed.fetchAddress.text == "/srv/x")

    try ours.git("config", "remote.origin.pushurl", "other:r.git")
    #expect(try ours.remote().pushAddress.text == "other:r.git")
  }

  @Test("of several beginnings the longest counts, as in git")
  func longestBeginning() throws {
    let ours = try TestRepository()
    for (base, beginning) in [
      ("/one/", "s:"), ("/two/", "s:a"), ("/three/", "s:a"), ("/é/", "e\u{301}:"), ("/four/", "/"),
    ] {
      try ours.git("config", "--add", "url.\(base).insteadOf", beginning)
    }
    for address in ["s:x", "s:ax", "s:a", "S:ax", "e\u{301}:x", "é:x", "/x", "x:y"] {
      let remote = try Remote(address: address, in: try ours.open(), network: .forTests())
      let git = try ours.git("ls-remote", "--get-url", address)
      #expect(remote.fetchAddress.text == git, "\(address)")
      #expect(remote.pushAddress.text == git, "\(address)")
    }
  }

  @Test("a program that syncs all day does not grow")
  func memory() async {
    await #expect(processExitsWith: .success) {
      let theirs = try TestRepository(["a.md": "1"])
      let ours = try TestRepository(remote: theirs.path)
      let settings = (0..<200).map { "[a \"\($0)\"]\n  b = c\n" }.joined()
      try ours.folder.write(
        ours.folder.read(".git/config") + Array(settings.utf8), to: ".git/config")
      func round() throws {
        _ = try ours.remote().fetch(progress: { _ in true }) { _ in "refs/heads/main" }
        _ = try TrackedBranch(of: "refs/heads/main", in: ours.open())
      }
      func peak() -> Int {
        var usage = rusage()
        getrusage(ownUsage, &usage)
        return Int(usage.ru_maxrss)
      }
      for _ in 0..<20 { try round() }
      let before = peak()
      for _ in 0..<60 { try round() }
      // A tenth more, in whatever unit the system counts.
      #expect(peak() < before + before / 10)
    }
  }

  @Test("the remote's own proxy is used, and an empty one turns proxies off")
  func ownProxy() throws {
    let served = try TemporaryFolder(inMemory: true)
    let proxy = try HTTPServer(served.path)
    let ours = try TestRepository(remote: "https://host.invalid/r.git")
    try ours.git("config", "remote.origin.proxy", proxy.address(""))
    func fetchError() throws -> TransportError? {
      let remote = try ours.remote { $0.environment["PATH"] = "" }
      return transportError { () throws(TransportError) in
        try remote.fetch(progress: { _ in true }) { _ in String?.none }
      }
    }
    _ = try fetchError()
    #expect(proxy.requests.first?.method == "CONNECT")
    #expect(proxy.requests.first?.path.hasPrefix("host.invalid:443") == true)

    let seen = proxy.requests.count
    try ours.git("config", "http.proxy", proxy.address(""))
    try ours.git("config", "remote.origin.proxy", "")
    #expect(try fetchError()?.kind == "unreachable")
    #expect(proxy.requests.count == seen)
  }

  @Test("settings may not lead to a program", arguments: ["ext::sh -c touch% x %G", "-x:r"])
  func hostileAddress(address: String) throws {
    let ours = try TestRepository(remote: "short:r.git")
    try ours.git("config", "url.\(address).insteadOf", "short:r.git")
    let repository = try ours.open()
    let error = transportError { () throws(TransportError) in
      try Remote(named: "origin", in: repository, network: .forTests())
    }
    #expect(error?.kind == "refusedAddress")
    #expect(!FileManager.default.fileExists(atPath: ours.path + "/x"))
  }

  @Test("a name that is none, and one that is not there")
  func noRemote() throws {
    let repository = try TestRepository().open()
    for name in ["origin", "", "..", "-x"] {
      let error = transportError { () throws(TransportError) in
        try Remote(named: name, in: repository, network: .forTests())
      }
      #expect(error == .noSuchRemote(name))
    }
  }

  @Test("for a folder here no program of the settings runs")
  func localPrograms() throws {
    let bare = try BareRepository()
    let ours = try TestRepository(remote: bare.path)
    try ours.commit(["a.md": "one\n"])
    for key in ["uploadpack", "receivepack", "vcs"] {
      try ours.git("config", "remote.origin.\(key)", "touch \(ours.path)/ran; false")
    }
    let remote = try ours.remote()
    try remote.pushMain()
    #expect(try remote.fetch(branch: "main").branch == ours.id("HEAD"))
    #expect(!ours.folder.exists("ran"))
  }

  @Test("the git program pushes where it is asked to, hooks as asked", arguments: [true, false])
  func pushByGit(runsHooks: Bool) throws {
    let bare = try BareRepository()
    let ours = try TestRepository(remote: bare.path)
    try ours.commit(["a.md": "one\n"])
    try ours.folder.writeProgram("#!/bin/sh\nexit 1\n", to: ".git/hooks/pre-push")
    let remote = try ours.remote()
    let seen = Seen()
    let error = transportError { () throws(TransportError) in
      try remote.push(
        "refs/heads/main", to: "refs/heads/main", engine: .git(runsHooks: runsHooks)
      ) { seen.add($0) }
    }
    #expect((error == nil) == !runsHooks)
    #expect(try (bare.id("refs/heads/main") == nil) == runsHooks)
    let alone = try ours.remote(hasGit: false)
    _ = try alone.push("refs/heads/main", to: "refs/heads/main", engine: .git(runsHooks: true))
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
  }

  @Test("variables of a repository that tl was started in do not reach another")
  func foreignVariables() throws {
    let bare = try BareRepository()
    let ours = try TestRepository(remote: bare.path)
    try ours.commit(["a.md": "one\n"])
    let remote = try ours.remote {
      $0.environment["GIT_DIR"] = "/nonexistent"
      $0.environment["GIT_OBJECT_DIRECTORY"] = "/nonexistent"
      $0.environment["GIT_INDEX_FILE"] = "/nonexistent"
    }
    try remote.pushMain()
    #expect(try bare.id("refs/heads/main") == ours.id("HEAD"))
  }

  @Test("megabytes go both ways")
  func large() throws {
    let bare = try BareRepository()
    let ours = try TestRepository(remote: bare.path)
    try withSeed { generator, _ in
      for number in 0..<4 {
        try ours.folder.write(generator.bytes(count: 2 << 20), to: "\(number).bin")
      }
    }
    let commit = try ours.commit([:])
    let remote = try ours.remote()
    try remote.pushMain()
    let theirs = try TestRepository(remote: bare.path)
    #expect(try theirs.remote().fetch(branch: "main").branch == commit)
    #expect(try theirs.fsck() == "")
  }
}

#if canImport(Glibc)
  private let ownUsage = RUSAGE_SELF.rawValue
#else
  private let ownUsage = RUSAGE_SELF
#endif
