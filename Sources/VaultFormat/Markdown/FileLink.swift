/// A link in a note that may point to a file of the vault.
package struct FileLink: Hashable, Sendable {
  /// The destination as written.
  package let text: String
  /// The line in the file, from 1.
  package let line: Int
  /// `[[…]]`: matches files by the end of their path, anywhere in the vault.
  package let isByName: Bool
  /// The paths that the destination may mean, most likely first.
  private let paths: [LinkPath]
}

extension NoteDocument {
  /// The links of the text that may point to files, in file order.
  package var fileLinks: [FileLink] {
    bytes.withUnsafeBufferPointer { bytes in
      var links: [FileLink] = []
      // Links are found in order, so each line is counted once.
      var (line, counted) = (1, 0)
      MarkdownLink.forEach(in: bytes, from: layout.bodyStart) { link in
        let written = UnsafeBufferPointer(rebasing: bytes[link.destination])
        guard LinkPath.isRelative(written, link.kind) else { return }
        if link.destination.lowerBound > counted {
          line += bytes[counted..<link.destination.lowerBound].count { $0 == UInt8(ascii: "\n") }
          counted = link.destination.lowerBound
        }
        links.append(FileLink(written, link.kind, line: line))
      }
      return links
    }
  }
}

extension FileLink {
  /// - Parameter written: a destination for which `LinkPath.isRelative` is true.
  package init(_ written: UnsafeBufferPointer<UInt8>, _ kind: MarkdownLink.Kind, line: Int) {
    text = String(decoding: written, as: UTF8.self)
    self.line = line
    isByName = kind.isObsidian
    paths = LinkPath.candidates(Array(written)[...], kind)
  }

  /// The files that the link may mean in a note in `folder` (nil: the root); empty if it leads out of the vault.
  package func targets(from folder: VaultPath?) -> [VaultPath] {
    paths.compactMap { $0.resolved(from: folder) }
  }

  /// Whether the link in a note in `folder` may mean `file`.
  package func leads(to file: VaultPath, from folder: VaultPath?) -> Bool {
    if targets(from: folder).contains(file) { return true }
    return isByName
      && paths.contains {
        let ending = [UInt8(ascii: "/")] + $0.bytes
        return file.bytes == $0.bytes || file.bytes.suffix(ending.count).elementsEqual(ending)
      }
  }

  /// The destination of a link to `file` from a note in `folder`: a relative path, in `<>` if blanks or brackets
  /// require it.
  package static func destination(of file: VaultPath, from folder: VaultPath?) -> String {
    let slash = UInt8(ascii: "/")
    let source = folder?.bytes.split(separator: slash) ?? []
    let target = file.bytes.split(separator: slash)
    let shared = zip(source, target.dropLast()).prefix { $0.elementsEqual($1) }.count
    let up = String(repeating: "../", count: source.count - shared)
    // Characters with a special meaning in a link destination.
    let down = PercentEncoding.encoded(target.dropFirst(shared).joined(separator: [slash])) {
      !"#?%".utf8.contains($0)
    }
    let needsBrackets = down.utf8.contains { " ()<>".utf8.contains($0) }
    return needsBrackets ? "<\(up)\(down)>" : up + down
  }
}

extension LinkPath {
  /// The path in the vault, with `.` and `..` resolved from `folder` (nil: the root); nil if it leads out of the
  /// vault, or to its root.
  fileprivate func resolved(from folder: VaultPath?) -> VaultPath? {
    let slash = UInt8(ascii: "/")
    var components = folder?.bytes.split(separator: slash) ?? []
    for component in bytes.split(separator: slash) {
      if component.elementsEqual(".".utf8) { continue }
      if component.elementsEqual("..".utf8) {
        guard components.popLast() != nil else { return nil }
      } else {
        components.append(component)
      }
    }
    return VaultPath(components.joined(separator: [slash]))
  }
}

/// A link destination as written, and how to rewrite it for another file.
///
/// Rewriting keeps the part after the path (`#heading`, `|alias`) and the style: a note without its extension, `%20`
/// for a blank, `./` at the beginning.
package struct LinkSpelling {
  /// The destination as written: the whole content of `[[a#b|c]]`, or without `<>`.
  let written: ArraySlice<UInt8>
  let kind: MarkdownLink.Kind
  /// The destination is in `<>`.
  let isBracketed: Bool

  package init(_ written: ArraySlice<UInt8>, _ kind: MarkdownLink.Kind, isBracketed: Bool = false) {
    self.written = written
    self.kind = kind
    self.isBracketed = isBracketed
  }

  /// The destination for a link to `file` from a note in `folder` (nil: the root).
  ///
  /// - Parameter isKnownByName: whether the name alone is enough to find the file, in a link that is resolved by name.
  package func leading(
    to file: VaultPath, from folder: VaultPath?, isKnownByName: Bool = true
  ) -> [UInt8] {
    let path = pathRange(leadingTo: file)
    let old = written[path]
    // A link to a note may leave its extension out.
    let target =
      NoteName.isNote(file.bytes[...]) && !NoteName.isNote(old)
      ? file.withoutExtension : file
    let new =
      kind.isObsidian
      ? (old.contains(UInt8(ascii: "/")) || !isKnownByName ? target.bytes : Array(target.name))
      : relative(to: target, from: folder, like: old)
    return written[..<path.lowerBound] + new + written[path.upperBound...]
  }

  /// The part of the destination that names the file.
  private func pathRange(leadingTo file: VaultPath) -> Range<Int> {
    let marks = kind.isObsidian ? "#|^" : "#?"
    // A name that contains `#` or `?` was perhaps written literally.
    guard kind.isObsidian || !file.name.contains(where: { marks.utf8.contains($0) }) else {
      return written.indices
    }
    var end = written.firstIndex { marks.utf8.contains($0) } ?? written.endIndex
    let isEscaped = end < written.endIndex && written[end] == UInt8(ascii: "|")
    if isEscaped, end > written.startIndex, written[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    return written.startIndex..<end
  }

  private func relative(
    to file: VaultPath, from folder: VaultPath?, like old: ArraySlice<UInt8>
  ) -> [UInt8] {
    var text = Array(FileLink.destination(of: file, from: folder).utf8)
    let needsBrackets = text.first == UInt8(ascii: "<")
    if needsBrackets { text = Array(text.dropFirst().dropLast()) }
    let isUp = text.starts(with: "../".utf8)
    if old.starts(with: "./".utf8), !isUp { text = Array("./".utf8) + text }
    guard needsBrackets, !isBracketed else { return text }
    // Adds no brackets if something follows the path, which would have to be inside them.
    let isWhole = old.endIndex == written.endIndex
    return isWhole && !old.contains(UInt8(ascii: "%"))
      ? Array("<".utf8) + text + Array(">".utf8)
      : Array(PercentEncoding.encoded(text) { !" ()<>".utf8.contains($0) }.utf8)
  }
}

extension VaultPath {
  fileprivate var withoutExtension: VaultPath { replacingName(with: stem) ?? self }
}
