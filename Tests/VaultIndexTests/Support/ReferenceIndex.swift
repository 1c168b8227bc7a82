import Foundation
import VaultFormat
import VaultStore

@testable import VaultIndex

/// A scan in the simplest way: every file read whole, every note a document, every order a plain sort.
///
/// It cannot ask when a file was born: a file without a date in it must have been changed last before
/// its birth, at a whole second.
struct ReferenceIndex {
  struct Note {
    var path: String
    var document: NoteDocument
    var metadata: NoteMetadata
    var title: String
    var searchedName: String
    var created: NoteTime
    var flags: IndexedNote.Flags
    var media: [MediaKind]
    /// The stored id where this file owns it, else the provisional one.
    var id = ""

    var isPinned: Bool { metadata.isPinned }
    var updated: NoteTime { metadata.updated ?? created }
    var date: NoteTime { metadata.date ?? created }
    var order: Double { metadata.order ?? .infinity }
  }

  private(set) var notes: [Note] = []
  /// Files that store an id which another one owns, in order.
  private(set) var copies: [String] = []
  let root: String
  let zone: TimeZoneRules

  init(of root: String, zone: TimeZoneRules) throws {
    self.root = root
    self.zone = zone
    try walk("", IgnoreRules())
    notes.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    settleIDs()
  }

  // MARK: - Files

  private mutating func walk(_ folder: String, _ outer: IgnoreRules) throws {
    let absolute = folder.isEmpty ? root : root + "/" + folder
    var rules = outer
    if let ignore = FileManager.default.contents(atPath: absolute + "/.tlignore") {
      rules = rules.adding(Array(ignore), in: folder.isEmpty ? nil : VaultPath(folder))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: absolute)
    let files = Set(names.filter { Self.kind(of: absolute + "/" + $0) == .typeRegular })
    for name in names where !name.hasPrefix(".") {
      let path = folder.isEmpty ? name : folder + "/" + name
      let kind = Self.kind(of: absolute + "/" + name)
      let isFolder = kind == .typeDirectory
      if let vaultPath = VaultPath(path), rules.isIgnored(vaultPath, isFolder: isFolder) {
        continue
      }
      if isFolder {
        let stem = name.hasSuffix(".media") ? String(name.dropLast(6)) : nil
        let isMedia =
          stem.map { files.contains($0 + ".md") || files.contains($0 + ".markdown") } ?? false
        if !isMedia { try walk(path, rules) }
      } else if kind == .typeRegular, let stem = Self.stem(of: name) {
        try read(path, stem: stem)
      }
    }
  }

  private static func stem(of name: String) -> String? {
    for ending in [".md", ".markdown"] where name.hasSuffix(ending) && name != ending {
      return String(name.dropLast(ending.count))
    }
    return nil
  }

  /// Of the name itself, not of what a link leads to.
  private static func kind(of path: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.type] as? FileAttributeType
  }

  private mutating func read(_ path: String, stem: String) throws {
    let absolute = root + "/" + path
    let document = NoteDocument(Array(try Data(contentsOf: URL(fileURLWithPath: absolute))))
    let metadata = NoteMetadata(of: document, zone: zone)
    var flags: IndexedNote.Flags = []
    if metadata.isPinned { flags.insert(.pinned) }
    if metadata.date != nil { flags.insert(.hasDate) }
    if metadata.isEvent { flags.insert(.isEvent) }
    if metadata.hasBirthday { flags.insert(.hasBirthday) }
    if metadata.namesPeople { flags.insert(.namesPeople) }
    flags.kind = metadata.kind
    if document.frontMatter?.problem != nil { flags.insert(.isBroken) }
    var created = metadata.created ?? FileNameDate.time(inStem: Array(stem.utf8), zone: zone)
    if created == nil {
      flags.insert(.createdIsGuessed)
      let modified =
        try FileManager.default.attributesOfItem(atPath: absolute)[.modificationDate] as? Date
      created = NoteTime(instant: Int64((modified ?? Date()).timeIntervalSince1970), zone: zone)
    }
    let folder = (absolute as NSString).deletingLastPathComponent + "/" + stem + ".media"
    var media: [MediaKind] = []
    if Self.kind(of: folder) == .typeDirectory {
      flags.insert(.hasMediaFolder)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder)
      where !name.hasPrefix(".") && Self.kind(of: folder + "/" + name) == .typeRegular {
        media.append(Self.mediaKind(of: name))
      }
    }
    notes.append(
      Note(
        path: path, document: document, metadata: metadata,
        title: metadata.title ?? Self.bodyTitle(document.bodyText, stem) ?? stem,
        searchedName: String(stem.dropFirst(Self.dateLength(stem))),
        created: created!, flags: flags, media: media))
  }

  private static func mediaKind(of name: String) -> MediaKind {
    switch (name as NSString).pathExtension.lowercased() {
    case "jpg", "png", "heic": .photo
    case "m4a": .audio
    case "mp4": .video
    default: .file
    }
  }

  /// How much of a name its date is; the vaults of the tests have no other forms of it.
  private static func dateLength(_ stem: String) -> Int {
    guard FileNameDate.time(inStem: Array(stem.utf8), zone: .utc) != nil else { return 0 }
    let match = stem.prefixMatch(of: /[0-9]{4}(-|_)[0-9]{2}(-|_)[0-9]{2}|[0-9]+/)
    return match?.0.count ?? 0
  }

  /// The first `# ` heading outside code, else the first line with text where the name begins with a date.
  static func bodyTitle(_ body: String, _ stem: String = "2026-01-01") -> String? {
    var first: String?
    var isFenced = false
    for var line in body.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
    {
      let text = line.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      if text.allSatisfy({ $0 == "#" }) { continue }
      let indent = line.prefix { $0 == " " }.count + (line.drop { $0 == " " }.first == "\t" ? 4 : 0)
      if indent < 4, text.hasPrefix("```") { isFenced.toggle() }
      if indent < 4, !isFenced, text.hasPrefix("# ") || text.hasPrefix("#\t") {
        line = text.dropFirst().trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        if let end = line.range(of: "[ \t]#+$", options: .regularExpression) {
          line.removeSubrange(end)
        }
        return line.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      }
      if first == nil {
        var content = text[...]
        let mark = /(?:>|(?:[-*+]|[0-9]{1,9}[.)])(?=[ \t]|$))[ \t]*/
        while indent < 4, !isFenced, let found = content.prefixMatch(of: mark) {
          content = content[found.range.upperBound...]
        }
        let words = content.drop { $0 == "#" }
        let isHeading = words.count < content.count && (words.first == " " || words.first == "\t")
        let box = content.prefixMatch(of: /\[[ xX]\][ \t]/)?.range.upperBound
        let rest = isHeading ? words : content[(box ?? content.startIndex)...]
        let title = rest.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
        if !title.allSatisfy({ $0 == "#" }) { first = title }
      }
    }
    return dateLength(stem) > 0 ? first : nil
  }

  // MARK: - Identity

  private mutating func settleIDs() {
    // Strings would be equal in NFC and NFD; ids are bytes.
    let stored = Set(notes.compactMap { $0.metadata.id.map { Array($0.text.utf8) } })
    var owned: Set<[UInt8]> = []
    for index in notes.indices {
      if let id = notes[index].metadata.id?.text, owned.insert(Array(id.utf8)).inserted {
        notes[index].id = id
        notes[index].flags.insert(.storesID)
        continue
      }
      if notes[index].metadata.id != nil { copies.append(notes[index].path) }
      var number = 1
      repeat {
        notes[index].id = ProvisionalID.of(VaultPath(notes[index].path)!, number: number).text
        number += 1
      } while stored.contains(Array(notes[index].id.utf8))
    }
  }
}
