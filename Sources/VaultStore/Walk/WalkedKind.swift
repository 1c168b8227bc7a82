/// The kind of a name in a folder of a vault (docs/vault-format.md, part V).
package enum WalkedKind: Hashable, Sendable {
  /// A regular file `*.md` or `*.markdown`.
  case note(hasMediaFolder: Bool)
  /// `X.media` beside a note X. It is not walked; its note lists it.
  case mediaFolder
  /// `X.media` without a note X: an ordinary folder, whose notes are listed.
  case orphanMediaFolder
  case folder
  case file
  case link
  /// A FIFO, a socket, a device: never opened.
  case special
  /// A leftover of an interrupted write, or a part of a running one: the only hidden names returned.
  case leftover
  /// In a walk of everything: the `.git` of another repository. It is the only name returned of that folder.
  case repository
}
