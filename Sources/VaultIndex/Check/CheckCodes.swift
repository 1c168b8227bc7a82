package import VaultFormat

/// The codes of findings of a vault check, explained in docs/vault-format.md, rule C-3.
extension Finding.Code {
  package static let leftover = Finding.Code("leftover")
  package static let mediaWithoutNote = Finding.Code("media-without-note")
  package static let symbolicLink = Finding.Code("symbolic-link")
  package static let specialFile = Finding.Code("special-file")
  package static let folderInMedia = Finding.Code("folder-in-media")
  package static let sharedMedia = Finding.Code("shared-media")
  package static let largeFileElsewhere = Finding.Code("large-file-elsewhere")
  package static let fileTooLarge = Finding.Code("file-too-large")
  package static let refusedName = Finding.Code("refused-name")
  package static let nameNotUTF8 = Finding.Code("name-not-utf8")
  package static let clashingNames = Finding.Code("clashing-names")

  package static let nulByte = Finding.Code("nul-byte")
  package static let conflictMarker = Finding.Code("conflict-marker")
  package static let markersInLog = Finding.Code("markers-in-log")
  package static let conflictExample = Finding.Code("conflict-in-code")
  package static let foreignFrontMatter = Finding.Code("foreign-front-matter")

  package static let unusableID = Finding.Code("unusable-id")
  package static let clashingIDs = Finding.Code("clashing-ids")
  package static let idNotStored = Finding.Code("id-not-stored")
  package static let templateNote = Finding.Code("template")
  package static let createdUnknown = Finding.Code("created-unknown")
  package static let unknownCategory = Finding.Code("unknown-category")
  package static let categorySpelling = Finding.Code("category-spelling")
  package static let unreadableCoordinates = Finding.Code("unreadable-coordinates")
  package static let swappedCoordinates = Finding.Code("swapped-coordinates")
  package static let updatedBeforeCreated = Finding.Code("updated-before-created")

  package static let brokenLink = Finding.Code("broken-link")
  package static let linkSpelling = Finding.Code("link-spelling")
  package static let linkByName = Finding.Code("link-by-name")
  package static let pageLink = Finding.Code("page-link")
  package static let linkOutside = Finding.Code("link-outside")
  package static let missingNote = Finding.Code("missing-note")
}
