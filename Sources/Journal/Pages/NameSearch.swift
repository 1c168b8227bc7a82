internal import VaultFormat

/// What a word on the command line means among pages.
package enum NameSearch {
  /// The index of the only one.
  case one(Int)
  /// The indices of several that fit.
  case several([Int])
  case none
  /// Nothing is called so, and it is too short to be the beginning of a name.
  case tooShort

  /// The fewest characters of the beginning of a name.
  package static let shortestBeginning = 3

  /// Looks for a whole name or id first, then for the beginning of a name.
  package init(_ word: String, among pages: [some NamedPage]) {
    let whole = pages.indices.filter { pages[$0].isCalled(word) }
    if !whole.isEmpty {
      self.init(whole)
      return
    }
    let key = NameKey(word.utf8)
    let beginning = pages.indices.filter { index in
      pages[index].names.contains { $0.bytes.starts(with: key.bytes) }
    }
    if word.count < Self.shortestBeginning, !beginning.isEmpty {
      self = .tooShort
    } else {
      self.init(beginning)
    }
  }

  private init(_ found: [Int]) {
    switch found.count {
    case 0: self = .none
    case 1: self = .one(found[0])
    default: self = .several(found)
    }
  }
}
