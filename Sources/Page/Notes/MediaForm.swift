internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// What a form says about the media of its note: their order, and which of them are taken out.
struct MediaForm: Hashable, Sendable {
  /// A file as the form names it.
  enum Item: Hashable, Sendable {
    /// A name in the note's media folder.
    case present([UInt8])
    /// The place among the files that came with the form, from 0.
    case sent(Int)

    /// In the field: the name in base64url, or `.` and the place.
    var text: String {
      switch self {
      case .present(let name): Base64.urlEncoded(name)
      case .sent(let place): ".\(place)"
      }
    }

    init?(_ text: String) {
      if text.hasPrefix(".") {
        guard let place = Int(text.dropFirst()), place >= 0 else { return nil }
        self = .sent(place)
      } else {
        guard let name = Base64.urlDecoded(text), !name.isEmpty else { return nil }
        self = .present(name)
      }
    }
  }

  /// In the order of the form, each once.
  private(set) var order: [Item] = []
  private(set) var removed: Set<[UInt8]> = []
  /// Whether anything was moved: otherwise the names decide, also among the new files.
  private(set) var isArranged = false

  /// More media than this are not listed in a form.
  static let limit = TrashNumbers.limit

  init() {}

  init(_ fields: PageForm) {
    var known: Set<Item> = []
    order = fields.fields.all("media").compactMap(Item.init).filter { known.insert($0).inserted }
    removed = Set(fields.fields.all("remove").compactMap(Base64.urlDecoded))
    isArranged = fields["arranged"] == "1"
  }

  /// The form after one of its buttons without a script: `up:ITEM` or `down:ITEM`.
  ///
  /// Files that a browser has only chosen are not in the form, so no item is one of them.
  func moved(by button: String) -> MediaForm {
    let parts = button.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let item = Item(parts[1]), let place = order.firstIndex(of: item)
    else { return self }
    var result = self
    let other = parts[0] == "up" ? place - 1 : place + 1
    if order.indices.contains(other) {
      result.order.swapAt(place, other)
      result.isArranged = true
    }
    return result
  }

  /// Files of the note in the order of the form; those that it does not name follow.
  func sorted(_ files: [MediaFile]) -> [MediaFile] {
    var places: [[UInt8]: Int] = [:]
    for (place, item) in order.enumerated() {
      if case .present(let name) = item { places[name] = place }
    }
    return files.enumerated()
      .map { (places[Array($1.path.name)] ?? order.count + $0, $1) }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  func isRemoved(_ file: MediaFile) -> Bool { removed.contains(Array(file.path.name)) }
}

/// Carries out what a form says about the media of its note, by the same operations as `tl attach`.
struct MediaChanges: Sendable {
  let form: MediaForm
  /// Of the note.
  let path: VaultPath

  /// What was moved to the trash.
  struct Removal: Hashable, Sendable {
    var numbers: [Int] = []
    /// Whether the text still shows one of the files, or links to one.
    var isShown = false

    /// What the page says (`Notice`); nil if nothing was removed.
    var done: String? { TrashNumbers(numbers).map { "trash-\($0)" + (isShown ? "-shown" : "") } }
  }

  /// Moves files that were attached to the trash, since what they belong to could not be saved.
  func takeBack(_ added: [VaultPath], by writer: borrowing NoteWriter) {
    for file in added { _ = try? writer.detach(file) }
  }

  /// Removes and renames what the form says.
  ///
  /// - Parameter added: the new files, in the order of the form.
  func finish(
    _ added: [VaultPath], provisionalID: NoteID, by writer: borrowing NoteWriter
  ) throws -> Removal {
    guard let folder = MediaFolder(of: path) else { return Removal() }
    var removal = Removal()
    // Other text is never taken for a path: only what is in the folder can be removed.
    let listed = form.removed.isEmpty ? [] : try writer.vault.folder.media(in: folder).files
    let removed = listed.filter(form.isRemoved).map(\.path)
    for file in removed { removal.numbers.append(try writer.detach(file).number) }
    if form.isArranged {
      try writer.arrange(mediaOf: path, as: names(added))
    }
    if !added.isEmpty || !removed.isEmpty || form.isArranged {
      try writer.stamp(path, provisionalID: provisionalID)
    }
    if !removed.isEmpty {
      let links = NoteDocument(try writer.vault.folder.read(path).bytes).fileLinks
      removal.isShown = removed.contains { file in
        links.contains { $0.leads(to: file, from: path.parent) }
      }
    }
    return removal
  }

  private func names(_ added: [VaultPath]) -> [[UInt8]] {
    form.order.compactMap { item in
      switch item {
      case .present(let name): name
      case .sent(let place):
        added.indices.contains(place) ? Array(added[place].name) : nil
      }
    }
  }
}
