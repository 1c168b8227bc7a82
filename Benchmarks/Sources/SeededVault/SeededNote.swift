/// One note of a seeded vault, ready to be written.
package struct SeededNote: Sendable {
  /// `2010/01` or, where the notes are spread over more folders, `2010/01/17`; below the vault's root.
  package var folder: String
  /// The file name without `.md`.
  package var stem: String
  /// The whole file: front matter and text.
  package var bytes: [UInt8]
  /// The one file of the note's media folder, for the notes that have one.
  package var media: SeededMedia?
}

/// A file beside a note, in its `.media` folder.
package struct SeededMedia: Sendable {
  package var name: String
  package var bytes: [UInt8]
}
