package import SystemCalls
package import VaultFormat

/// The content of a media folder.
package struct MediaListing: Sendable {
  /// In natural order of their names.
  package var files: [MediaFile] = []
  /// Folders, links and FIFOs, and the folder itself if it is a link: these are findings and are never opened.
  package var skipped: [SkippedEntry] = []

  package struct SkippedEntry: Hashable, Sendable {
    package var path: VaultPath
    package var kind: FileStatus.Kind
  }
}

extension VaultFolder {
  /// The media of a note, without hidden files.
  ///
  /// Empty if there is no media folder.
  package func media(in folder: MediaFolder) throws(StoreError) -> MediaListing {
    do {
      return try media(in: folder, of: openParent(of: folder.path))
    } catch let error where error.system?.isMissing == true {
      return MediaListing()
    }
  }

  /// - Parameter parent: the folder that has it, open.
  func media(
    in folder: MediaFolder, of parent: borrowing FileDescriptor
  ) throws(StoreError) -> MediaListing {
    var listing = MediaListing()
    let name = Array(folder.path.name)
    let status = try naming(folder.path.text) { () throws(SystemError) in
      try parent.status(of: name)
    }
    switch status?.kind {
    case .folder?: break
    case .link?:
      listing.skipped = [MediaListing.SkippedEntry(path: folder.path, kind: .link)]
      return listing
    default: return listing
    }
    let handle = try openFolder(folder.path)
    let entries = try naming(folder.path.text) { () throws(SystemError) in try handle.entries() }
    let visible = entries.filter { !$0.isHidden }
    for entry in visible.sorted(by: { NaturalOrder.precedes($0.name, $1.name) }) {
      guard let path = folder.path.appending(entry.name) else { continue }
      let status = try naming(path.text) { () throws(SystemError) in
        try handle.status(of: entry.name)
      }
      guard let status else { continue }
      if status.kind == .file {
        let kind = MediaKind(fileExtension: path.fileExtension)
        listing.files.append(MediaFile(path: path, kind: kind, size: status.size))
      } else {
        listing.skipped.append(MediaListing.SkippedEntry(path: path, kind: status.kind))
      }
    }
    return listing
  }
}

/// A file that belongs to a note.
package struct MediaFile: Hashable, Sendable {
  package var path: VaultPath
  package var kind: MediaKind
  /// The size of the file in bytes.
  package var size: Int64
}

/// New names for the media of a note, by which their natural order is a wanted one (docs/vault-format.md, V-5).
///
/// `01-`, `02-` … go before the names, instead of such numbers that an earlier order put there. Nothing is renamed if
/// the names have the wanted order already.
package struct MediaOrder: Hashable, Sendable {
  package struct Renaming: Hashable, Sendable {
    package var old: VaultPath
    package var new: VaultPath
  }

  /// Each new name is free before the first of these and after each of them, on every system, so that they can be
  /// done in any order, and an interruption leaves every file under one of its two names.
  package let renamings: [Renaming]

  /// - Parameters:
  ///   - wanted: the media of one note in the wanted order, each once.
  ///   - others: the names in the folder that are not among these.
  package init(_ wanted: [VaultPath], others: [[UInt8]] = []) {
    let isOrdered = zip(wanted, wanted.dropFirst())
      .allSatisfy { NaturalOrder.precedes($0.name, $1.name) }
    guard !isOrdered else {
      renamings = []
      return
    }
    var taken = Set(wanted.map { NameKey($0.name) } + others.map { NameKey($0) })
    let width = max(2, String(wanted.count).count)
    var renamings: [Renaming] = []
    for (index, path) in wanted.enumerated() {
      let number = String(index + 1)
      let prefix = String(repeating: "0", count: width - number.count) + number + "-"
      let name = prefix + Self.withoutNumber(path.name, among: wanted.count)
      if name.utf8.elementsEqual(path.name) { continue }
      guard let new = Self.free(name, beside: path, &taken) else { continue }
      renamings.append(Renaming(old: path, new: new))
    }
    self.renamings = renamings
  }

  /// A portable name that is not taken, with `-2`, `-3` … if need be.
  private static func free(
    _ name: String, beside path: VaultPath, _ taken: inout Set<NameKey>
  ) -> VaultPath? {
    let wanted = PortableName.made(from: Normalization.nfc(name))
    var (name, number) = (wanted, 1)
    while !taken.insert(NameKey(name.text.utf8)).inserted {
      number += 1
      name = wanted.numbered(number)
    }
    return path.replacingName(with: Array(name.text.utf8))
  }

  /// The name without a number that an order put before it: two digits or more, at most twice as many as there are
  /// files, since some may have been removed, and `-`.
  private static func withoutNumber(_ name: ArraySlice<UInt8>, among count: Int) -> String {
    let text = String(decoding: name, as: UTF8.self)
    let digits = text.prefix { ("0"..."9").contains($0) }
    let rest = text.dropFirst(digits.count)
    guard digits.count >= 2, rest.first == "-", let number = Int(digits), number > 0,
      number <= 2 * count, let next = rest.dropFirst().first, next != "."
    else { return text }
    return String(rest.dropFirst())
  }
}

/// The natural order of numbered files: `img.jpg` before `img-2.jpg` before `img-10.jpg`.
///
/// Names compare without their extensions first, then by these. Runs of digits compare as numbers of any length,
/// everything else by bytes, ignoring the case of ASCII letters; names that are equal so far compare by bytes. A total
/// order on bytes.
package enum NaturalOrder {
  package static func precedes(
    _ a: some RandomAccessCollection<UInt8>, _ b: some RandomAccessCollection<UInt8>
  ) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    let stems = compare(first.stem, second.stem)
    let folded = stems == 0 ? compare(first.rest, second.rest) : stems
    return folded == 0 ? a.lexicographicallyPrecedes(b) : folded < 0
  }

  /// - Parameter name: or a path.
  private static func parts(
    of name: some RandomAccessCollection<UInt8>
  ) -> (stem: [UInt8], rest: [UInt8]) {
    let bytes = Array(name)
    let last = bytes.lastIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    guard let last, bytes[last] == UInt8(ascii: ".") else { return (bytes, []) }
    return (Array(bytes[..<last]), Array(bytes[last...]))
  }

  /// Negative, zero or positive.
  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if a[i].isASCIIDigit, b[j].isASCIIDigit {
        let (first, second) = (number(in: a, at: &i), number(in: b, at: &j))
        if first.count != second.count { return first.count - second.count }
        for (x, y) in zip(first, second) where x != y { return Int(x) - Int(y) }
      } else {
        let (x, y) = (folded(a[i]), folded(b[j]))
        if x != y { return Int(x) - Int(y) }
        i += 1
        j += 1
      }
    }
    return (a.count - i) - (b.count - j)
  }

  /// The digits from `index` on without leading zeros; moves `index` after them.
  private static func number(in bytes: [UInt8], at index: inout Int) -> ArraySlice<UInt8> {
    let digits = bytes[index...].prefix { $0.isASCIIDigit }
    index = digits.endIndex
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
