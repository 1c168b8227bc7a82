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
      case .present(let name): Base64URL.encoded(name)
      case .sent(let place): ".\(place)"
      }
    }

    init?(_ text: String) {
      if text.hasPrefix(".") {
        guard let place = Int(text.dropFirst()), place >= 0 else { return nil }
        self = .sent(place)
      } else {
        guard let name = Base64URL.decoded(text), !name.isEmpty else { return nil }
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
    removed = Set(fields.fields.all("remove").compactMap(Base64URL.decoded))
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
