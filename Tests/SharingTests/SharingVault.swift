import Operations
import SystemCalls
import TestSupport
import VaultFormat
import VaultIndex
import VaultStore

@testable import Sharing

/// A vault of files on the disk, and what audiences see of it on 20 November 2026, or later.
struct SharingVault {
  let folder: TemporaryFolder

  static let usualTime: Int64 = 1_795_194_191
  /// Noon of 16 October 2043: all files were written long ago by then.
  static let laterTime: Int64 = 2_328_609_600

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder(inMemory: true)
    try folder.write("format: 1\n", to: ".tl/config.yaml")
    for (path, text) in files { try folder.write(text, to: path) }
  }

  func source(at time: Int64 = usualTime) throws -> NoteSource {
    let surroundings = Surroundings(
      now: { time }, zone: .utc, makeID: { ProvisionalID.ofDay(CalendarDay(clamping: 0)) })
    return NoteSource(try Vault(opening: folder.path), surroundings, zone: .utc, threads: 2)
  }

  func view(
    for audience: Audience, after former: AudienceView? = nil, changed: Set<VaultPath>? = nil,
    at time: Int64 = usualTime
  ) throws -> AudienceView {
    let source = try source(at: time)
    return try AudienceView(
      of: source, source.scanner().scan(), for: audience, after: former, changed: changed,
      isKept: true)
  }

  /// The clean bytes of a medium.
  func bytes(of medium: SharedMedium) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try medium.forEachChunk(of: Vault(opening: folder.path)) { bytes += $0 }
    return bytes
  }
}

/// A JPEG with a comment, and what is behind its picture.
enum TestPicture {
  static func jpeg(_ comment: String, pixels: [UInt8] = [0x12, 0x34]) -> [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }
    return [0xFF, 0xD8] + segment(0xFE, Array(comment.utf8))
      + segment(0xC0, [8, 0, 30, 0, 40, 1, 1, 0x11, 0]) + segment(0xDA, [1, 1, 0, 0, 63, 0])
      + pixels + [0xFF, 0xD9] + Array(comment.utf8)
  }
}

/// All texts and bytes that a value holds, but for what is the owner's alone.
struct Dumped {
  private(set) var bytes: [UInt8] = []

  /// What stays with the owner, and the text of a note, whose links are replaced where it is shown.
  private static let owners: Set<String> = ["source", "vaultID", "gallery", "body"]

  init(_ view: AudienceView, media: (SharedMedium) throws -> [UInt8]) rethrows {
    for note in view.notes {
      add(note)
      for medium in note.media {
        add(medium)
        bytes += try media(medium)
        bytes.append(0)
      }
    }
  }

  private mutating func add(_ value: Any) {
    if let text = value as? String {
      bytes += text.utf8
      bytes.append(0)
    } else if let array = value as? [UInt8] {
      bytes += array
      bytes.append(0)
    } else {
      bytes += String(describing: type(of: value)).utf8
      for child in Mirror(reflecting: value).children
      where child.label.map(Self.owners.contains) != true {
        add(child.value)
      }
    }
  }

  func holds(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
}
