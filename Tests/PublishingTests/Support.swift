import Foundation
import Journal
import Operations
import Sharing
import TestSupport
import VaultFormat
import VaultIndex
import VaultStore

@testable import Publishing

/// A vault in a folder of its own, and sites of it in another one.
struct SiteVault {
  let folder: TemporaryFolder
  let sites: TemporaryFolder
  var title = "Us"

  static let id = "6f1d2c3b-0000-4000-8000-0000000000"
  /// 21 November 2026, 17:03:11 UTC.
  static let now: Int64 = 1_795_280_591

  static let instant = NoteTime(instant: now, zone: .utc)

  init(_ files: [String: String] = [:], settings: String = "") throws {
    folder = try TemporaryFolder(files)
    sites = try TemporaryFolder()
    try folder.write(settings, to: ".tl/config.yaml")
  }

  /// A note with `publish: true`.
  static func note(
    _ number: Int, _ text: String, day: String = "2026-06-14", keys: String = ""
  ) -> String {
    let digits = number < 10 ? "0\(number)" : "\(number)"
    return """
      ---
      id: \(id)\(digits)
      created: \(day)T09:00:00+02:00
      publish: true
      \(keys)\(keys.isEmpty ? "" : "\n")---

      \(text)

      """
  }

  /// Writes a picture of MediaWorkerTests into the vault.
  func writePicture(_ name: String, to path: String, adding end: [UInt8] = []) throws {
    let picture = RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/\(name)")
    try folder.write(Array(Data(contentsOf: URL(fileURLWithPath: picture))) + end, to: path)
  }

  var vault: Vault { get throws { try Vault(opening: folder.path) } }

  var source: NoteSource {
    get throws {
      let surroundings = Surroundings(
        now: { Self.now }, zone: .utc, makeID: { NoteID(nonEmpty: "new") })
      return NoteSource(try vault, surroundings, zone: .utc, threads: 2)
    }
  }

  func index() throws -> VaultIndex { try source.scanner().scan(NoteQuery(), keepsText: true) }

  func edition(_ audience: Audience = .everybody) throws -> SiteEdition {
    let (source, index) = (try source, try index())
    var readers: Set<VaultPath> = []
    if case .circle(let path) = audience { readers.insert(path) }
    return SiteEdition(
      try AudienceView(of: source, index, for: audience),
      JournalSettings(try vault.configuration).site,
      talk: SharedTalk(
        source.comments(of: index), for: readers, among: source.circles(of: index)), title: title)
  }

  func plan(
    after earlier: SiteManifest = SiteManifest(), look: SiteLook? = nil,
    for audience: Audience = .everybody
  ) throws -> SitePlan {
    SitePlan(
      try edition(audience), look: try look ?? SiteLook(), earlier: earlier, program: "test",
      now: Self.instant, threads: 2)
  }

  /// Builds the site in a folder of `sites`.
  @discardableResult
  func build(
    _ name: String = "site", for audience: Audience = .everybody, replacesEdited: Bool = false
  ) throws -> SiteBuild.Report {
    let site = try SiteFolder(making: sites.path(name), besides: folder.path)
    let earlier = try site.manifest()
    return try SiteBuild(
      plan(after: earlier, for: audience), after: earlier, of: vault, threads: 2
    ).run(in: site, replacesEdited: replacesEdited)
  }

  /// All files of a site, by path.
  func files(_ name: String = "site") throws -> [String: [UInt8]] {
    let root = sites.path(name)
    var files: [String: [UInt8]] = [:]
    for path in FileManager.default.enumerator(atPath: root) ?? .init() {
      guard let path = path as? String else { continue }
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
      if !isFolder.boolValue {
        files[path] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
      }
    }
    return files
  }

  func text(_ path: String, _ name: String = "site") throws -> String {
    String(decoding: try sites.read("\(name)/\(path)"), as: UTF8.self)
  }
}

extension [UInt8] {
  func holds(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
