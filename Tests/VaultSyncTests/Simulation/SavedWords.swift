/// The model of the simulation: what was ever saved, and what somebody took away on purpose.
///
/// Every line, tag, title and media file that is made up holds a word that occurs nowhere else. A device
/// that saves a file saves the words in it; words of the file's last state that are gone from the new one
/// were taken away on purpose. What was saved and never taken away, on no device, must be somewhere in the
/// end: in a note, in a conflict copy, in a media file. That is all.
struct SavedWords {
  private(set) var saved: Set<String> = []
  private(set) var removed: Set<String> = []
  private var count = 0

  /// A word that occurs nowhere else.
  mutating func make(_ device: String) -> String {
    count += 1
    return "w\(count)\(device)"
  }

  /// - Parameters:
  ///   - old: the text of the file before; nil where there was none.
  ///   - new: nil where it is removed.
  mutating func save(_ old: String?, _ new: String?) {
    let before = old.map(Self.words) ?? []
    let after = new.map(Self.words) ?? []
    saved.formUnion(after)
    removed.formUnion(before.subtracting(after))
  }

  /// The words that must be in the end's files and are not.
  func lost(in texts: some Sequence<String>) -> [String] {
    var found: Set<String> = []
    for text in texts { found.formUnion(Self.words(text)) }
    return saved.subtracting(removed).subtracting(found).sorted()
  }

  /// The made-up words in a text.
  static func words(_ text: String) -> Set<String> {
    let parts = text.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return Set(
      parts.filter { $0.first == "w" && $0.dropFirst().first?.isNumber == true }.map(String.init))
  }
}
