/// Why a zip file cannot be read, or something cannot be put into one.
package struct ArchiveError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The file does not end as a zip file does: it is another kind of file, or was cut off.
    case noDirectory
    /// What it says of itself does not fit together, such as entries that overlap.
    case inconsistent
    /// The bytes are not those that were written.
    case damaged
    /// It is encrypted, spans several files, or is compressed in a way that is not read here.
    case unsupported
    /// The name is absolute, leads out of a folder, or is none.
    case invalidName
    /// Another entry has the same name.
    case duplicate
    /// A symbolic link, or another thing that is neither a file nor a folder.
    case special
    /// More than it was announced with, or than a zip file can have.
    case tooLarge
  }

  /// The name of the entry, with invalid UTF-8 replaced by U+FFFD; nil for the file as a whole.
  package let entry: String?
  package let reason: Reason

  package init(_ reason: Reason, of name: [UInt8]? = nil) {
    self.reason = reason
    entry = name.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension ArchiveError: CustomStringConvertible {
  package var description: String {
    let words =
      switch reason {
      case .noDirectory: "is not a zip file, or was cut off"
      case .inconsistent: "contradicts itself, as nothing does that was written properly"
      case .damaged: "is damaged: its bytes are not those that were written"
      case .unsupported: "is a kind of zip file that tl does not read"
      case .invalidName: "has a name that leads elsewhere"
      case .duplicate: "is there twice"
      case .special: "is neither a file nor a folder"
      case .tooLarge: "is larger than it may be"
      }
    return "\(entry ?? "the archive") \(words)"
  }
}
