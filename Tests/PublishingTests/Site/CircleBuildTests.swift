import Foundation
import TestSupport
import Testing

private let hasAge = ["age", "age-keygen"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
}

/// `tl circle build` as a program, with the real age.
@Suite("What a circle gets as files", .enabled(if: hasAge))
struct CircleBuildTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder()
    program = try #require(builtProgram("tl-net"))
    for name in ["home", "bin", "out"] { try folder.makeFolder(name) }
    #expect(try run(["init", "vault"]).status == 0)
    let made = try sh("age-keygen -o home/key.txt 2>/dev/null && age-keygen -y home/key.txt")
    let key = made.stdoutText.trimmingCharacters(in: .newlines)
    try folder.write("---\ntl: person\ntitle: Lan\nage: \(key)\n---\n", to: "vault/people/lan.md")
    try folder.write(
      "---\ntl: circle\ntitle: Grandma\nviewers: [Lan]\n---\n", to: "vault/circles/g.md")
    try folder.write(
      "---\nid: n1\ncreated: 2026-06-14T09:00:00Z\ncircles: [Grandma]\n---\n\n# A lamp\n\nIt shines.\n",
      to: "vault/a.md")
    try folder.write(
      "---\ntl: comment\ncomment_on: n1\nauthor: Lan\ncircles: [Grandma]\n---\n\nHow bright!\n",
      to: "vault/comments/2026/06/c.md")
    try folder.write(
      try Data(
        contentsOf: URL(
          fileURLWithPath: RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/gps.jpg"))),
      to: "vault/a.media/p.jpg")
  }

  private func run(_ arguments: [String], path: String = "/usr/bin:/bin") throws -> CommandOutput {
    try runProgram(
      program, arguments, in: folder.path,
      environment: ["HOME": folder.path("home"), "PATH": path, "TZ": "UTC"])
  }

  private func build(_ arguments: String..., path: String = "/usr/bin:/bin") throws -> CommandOutput
  {
    try run(["--vault", "vault", "circle", "build", "g"] + arguments, path: path)
  }

  private func sh(_ line: String) throws -> CommandOutput {
    try runProgram(
      "/bin/sh", ["-c", line], in: folder.path, environment: ["PATH": "/usr/bin:/bin"])
  }

  /// What is beside the file that is asked for, and what is left of the work in the vault.
  private func expectNothingElse(than names: [String]) throws {
    #expect(try folder.names(in: "out") == names)
    let left = folder.contents().filter {
      $0.hasPrefix("vault/.tl/local/work/") || $0.hasPrefix("vault/.tl/local/.tl-tmp-")
    }
    #expect(left == [])
  }

  @Test("a folder of pages leaves as one archive for the members' keys")
  func archive() throws {
    try build("out/notes.zip.age", "--encrypt").expect(0, errHas: "1 note", "for 1 key")
    try expectNothingElse(than: ["notes.zip.age"])
    #expect(try folder.read("out/notes.zip.age").starts(with: Array("age-encryption.org/".utf8)))
    try sh("age -d -i home/key.txt -o plain.zip out/notes.zip.age && unzip -q plain.zip -d plain")
      .expect(0)
    #expect(try folder.names(in: "plain") == ["grandma"])
    let names = try folder.names(in: "plain/grandma")
    #expect(names.contains("index.html") && names.contains("manifest.json"))
    let page = try #require(names.first { $0.hasPrefix("a-lamp-") })
    try expect(
      folder.readText("plain/grandma/\(page)"), has: "It shines.", "How bright!", "src=\"media/")
    #expect(try folder.names(in: "plain/grandma/media").count == 1)
    // The same as the folder that is built in clear.
    #expect(try build("site").status == 0)
    try sh("diff -r site plain/grandma").expect(0, out: "")
  }

  @Test("one file leaves for the members' keys")
  func single() throws {
    #expect(try build("out/june.html.age", "--single", "--encrypt").status == 0)
    try expectNothingElse(than: ["june.html.age"])
    let text = try sh("age -d -i home/key.txt out/june.html.age").stdoutText
    expect(text, has: "It shines.", "How bright!", "src=\"data:image/jpeg;base64,")
  }

  @Test("nothing is written without age, without a key, in the vault, or over a file")
  func refusals() throws {
    try build("out/a.age", "--encrypt", path: folder.path("bin"))
      .expect(2, errHas: "there is no program named age", "install it")
    try build("vault/a.age", "--encrypt").expect(64, errHas: "is in the vault")
    try folder.write("mine", to: "out/b.age")
    // Found before age is looked for.
    try build("out/b.age", "--encrypt", path: folder.path("bin"))
      .expect(2, errHas: "b.age exists", "--force replaces it")
    #expect(try folder.readText("out/b.age") == "mine")
    try folder.write("---\ntl: person\ntitle: Lan\nage: age1no\n---\n", to: "vault/people/lan.md")
    try build("out/c.age", "--encrypt").expect(2, errHas: "age ended with status 1")
    try folder.write("---\ntl: person\ntitle: Lan\n---\n", to: "vault/people/lan.md")
    try build("out/d.age", "--encrypt").expect(2, errHas: "Lan has no key of age")
    try expectNothingElse(than: ["b.age"])
  }

  @Test("Ctrl-C while age runs leaves nothing")
  func interruption() throws {
    try folder.write("#!/bin/sh\nkill -INT 0\n", to: "bin/age")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/age"))
    try build("out/a.age", "--encrypt", path: folder.path("bin"))
      .expect(2, errHas: "interrupted; nothing was left behind")
    try build("out/a.age", "--single", "--encrypt", path: folder.path("bin"))
      .expect(2, errHas: "interrupted; nothing was left behind")
    try expectNothingElse(than: [])
  }

  @Test("a dry run lists the notes and writes nothing")
  func dryRun() throws {
    try build("out/a.age", "--encrypt", "-N").expect(0, outHas: "a.md  circles: Grandma")
    try expectNothingElse(than: [])
  }
}
