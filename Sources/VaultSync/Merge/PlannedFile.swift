internal import Git
internal import VaultFormat

/// A file of the merged tree: its origin and its path.
struct PlannedFile {
  let unit: FileUnit
  let wanted: VaultPath
  var placement: Placement
  /// Its events so far.
  var events: [MergeEvent.Kind]

  var path: VaultPath { placement.path }
  var claim: PlaceClaim { PlaceClaim(unit, at: wanted) }

  init(_ unit: FileUnit, at wanted: VaultPath, events: [MergeEvent.Kind] = []) {
    self.unit = unit
    self.wanted = wanted
    self.events = events
    placement = Placement(path: wanted)
  }
}

/// A media file of the merged tree; its content is never merged.
struct PlannedMedia {
  var file: PlannedFile
  let owner: Int?
  let entry: TreeEntry
}
