/// The files that editors write beside the edited one, by name.
enum EditorLeftover {
  /// Whether a file may have unsaved changes of a killed editor: the swap files of vim and kate, `#name#` of emacs,
  /// `name.save` of nano.
  static func isOne(_ file: [UInt8], of text: [UInt8]) -> Bool {
    if file.elementsEqual(Array("#".utf8) + text + Array("#".utf8)) { return true }
    if file.starts(with: text + Array(".save".utf8)) { return true }
    let hidden = Array(".".utf8) + text
    guard file.starts(with: hidden) else { return false }
    let ending = file.dropFirst(hidden.count)
    if ending.elementsEqual(".kate-swp".utf8) { return true }
    // vim: .swp, then .swo, .swn …, then .svz and so on.
    return ending.count == 4 && ending.starts(with: ".s".utf8)
      && ending.suffix(2).allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// Backups and undo files: worthless without the text.
  static func copies(of text: [UInt8]) -> [[UInt8]] {
    [text + Array("~".utf8), Array(".".utf8) + text + Array(".un~".utf8)]
  }
}
