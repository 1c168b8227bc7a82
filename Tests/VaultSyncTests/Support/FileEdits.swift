/// What somebody does to files, in this order: moves some, then writes and removes others.
struct FileEdits: ExpressibleByDictionaryLiteral, Sendable {
  private(set) var moves: [(old: String, new: String)] = []
  /// The text of each file; nil removes it.
  private(set) var texts: [(path: String, text: String?)] = []

  init(dictionaryLiteral elements: (String, String?)...) {
    texts = elements.map { (path: $0, text: $1) }
  }

  static func moving(
    _ moves: KeyValuePairs<String, String>, _ edits: FileEdits = [:]
  ) -> FileEdits {
    var all = edits
    all.moves = moves.map { (old: $0.key, new: $0.value) }
    return all
  }
}
