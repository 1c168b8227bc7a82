/// A value of the front matter that names a page, as other programs write it.
package enum WikiLink {
  /// The name of the file of a wiki link: `bà-lan` for `[[people/bà-lan|Bà]]`; any other text as it is.
  package static func name(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]") else { return text }
    let target = text.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    return String(target.split(separator: "/").last ?? "")
  }
}
