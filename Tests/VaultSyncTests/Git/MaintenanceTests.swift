import Foundation
import TestSupport
import Testing

@testable import Git
@testable import VaultSync

@Suite("The maintenance of a repository")
struct MaintenanceTests {
  private func maintenance(
    packs: Int = 0, kept: Int = 0, large: Int = 0, loose: Int = 0, hasGit: Bool = true,
    _ change: (inout ObjectFiles, inout Maintenance.Settings) -> Void = { _, _ in }
  ) -> Maintenance {
    var files = ObjectFiles()
    files.looseSample = loose
    for number in 0..<packs {
      files.packs.append(.init(name: "p\(number)", size: 1, isKept: false))
    }
    for number in 0..<kept { files.packs.append(.init(name: "k\(number)", size: 1, isKept: true)) }
    for number in 0..<large {
      files.packs.append(
        .init(name: "l\(number)", size: Maintenance.smallPack + 1, isKept: false))
    }
    var settings = Maintenance.Settings()
    change(&files, &settings)
    return Maintenance(files, settings, hasGit: hasGit)
  }

  private func names(_ count: Int) -> [String] { (0..<count).map { "p\($0)" }.sorted() }

  @Test("git is asked where it would find something to do")
  func byGit() {
    #expect(maintenance(packs: 50) == .none)
    #expect(maintenance(packs: 51) == .byGit)
    #expect(maintenance(packs: 40, large: 11) == .byGit)
    #expect(maintenance(packs: 50, kept: 9) == .none)
    #expect(maintenance(loose: 27) == .none)
    #expect(maintenance(loose: 28) == .byGit)
    #expect(maintenance(packs: 21) { $1.packs = 20 } == .byGit)
  }

  @Test("without git small packs are joined")
  func joining() {
    #expect(maintenance(packs: 49, kept: 9, large: 9, hasGit: false) == .none)
    #expect(
      maintenance(packs: 50, kept: 2, large: 2, hasGit: false)
        == .joining(names(50), withLoose: false))
    #expect(maintenance(packs: 3, loose: 28, hasGit: false) == .joining([], withLoose: true))
    #expect(
      maintenance(packs: 99, hasGit: false) { files, _ in files.hasCommonIndex = true } == .none)
  }

  @Test("who takes care of it alone is left alone", arguments: [true, false])
  func settings(hasGit: Bool) {
    #expect(maintenance(packs: 99, loose: 99, hasGit: hasGit) { $1.loose = 0 } == .none)
    #expect(maintenance(packs: 99, loose: 99, hasGit: hasGit) { $1.isAutomatic = false } == .none)
    #expect(maintenance(packs: 99, hasGit: hasGit) { $1.packs = 0 } == .none)
  }

  /// A repository with one pack for each of some commits, and nothing loose.
  private func packed(_ count: Int) throws -> TestRepository {
    let (test, repository) = try TestRepository.opened()
    for number in 0..<count {
      try test.commit(["a.md": "\(number)", "b/\(number).md": "1"])
      try repository.joinPacks([], withLoose: true)
    }
    return test
  }

  @Test("packs become one, and nothing is lost")
  func packs() throws {
    let test = try packed(5)
    let repository = try test.open()
    let unreachable = try repository.writeBlob(Array("unreachable\n".utf8))
    try repository.joinPacks([], withLoose: true)
    var files = try repository.objectFiles()
    #expect(files.packs.count == 6 && files.packs.allSatisfy { !$0.isKept })
    #expect(try repository.looseObjects().count == 0)
    let kept = try #require(files.packs.first?.name)
    try test.folder.write("", to: ".git/objects/pack/\(kept).keep")
    let loose = try repository.writeBlob(Array("loose\n".utf8))

    try repository.joinPacks(files.packs.map(\.name).sorted(), withLoose: false)
    files = try repository.objectFiles()
    #expect(files.packs.count == 2)
    #expect(files.packs.contains { $0.name == kept && $0.isKept })
    #expect(try repository.looseObjects().count == 1)
    #expect(try test.fsck() == "")
    #expect(try repository.contains(unreachable) && repository.contains(loose))
    #expect(try test.texts(inTree: "HEAD")["a.md"] == "4")
    #expect(try test.git("log", "--format=%H").split(separator: "\n").count == 5)
    // Joining what is one already changes nothing.
    let names = files.packs.filter { !$0.isKept }.map(\.name)
    try repository.joinPacks(names, withLoose: false)
    #expect(try repository.objectFiles() == files)
  }

  @Test("a damaged loose object ends the packing, and no file goes")
  func damaged() throws {
    let test = try TestRepository(["a.md": "one", "b.md": "two"])
    let hex = try test.id("HEAD:a.md").hex
    let file = ".git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    try FileManager.default.removeItem(atPath: test.folder.path(file))
    try test.folder.write("nothing", to: file)
    let repository = try test.open()
    let count = try repository.looseObjects().count
    #expect(throws: GitError.self) { try repository.joinPacks([], withLoose: true) }
    #expect(try repository.looseObjects().count == count)
  }

  @Test("a sync has many packs joined", arguments: [true, false])
  func sync(hasGit: Bool) throws {
    let (_, laptop) = try SyncDevices.laptop(["a.md": "a\n"], hasGit: hasGit)
    let repository = try laptop.open().repository
    for number in 0..<60 {
      _ = try repository.writeBlob(Array("\(number)\n".utf8))
      try repository.joinPacks([], withLoose: true)
    }
    #expect(try repository.objectFiles().packs.count == 60)
    try laptop.sync()
    // Git goes on in the background.
    var count = 60
    for _ in 0..<1200 where count > 10 {
      count = try repository.objectFiles().packs.count
      if count > 10 { usleep(50_000) }
    }
    #expect(count <= 10)
    #expect(try laptop.sync().network.told == "done")
    #expect(try GitProgram.attempt(["fsck", "--strict"], in: laptop.path).status == 0)
  }
}
