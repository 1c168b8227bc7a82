internal import VaultFormat

/// The ids of headings, to which `#heading` leads.
package enum HeadingID {
  /// The id of the first heading with this text, without the note's prefix.
  ///
  /// The text may be a heading as written in `[[note#Heading]]`, or its slug already.
  package static func slug(of text: String) -> String {
    let slug = Slug.of(text)
    return "h-" + (slug.isEmpty ? "section" : slug)
  }
}

/// Gives each heading of a note another id.
struct HeadingIDs {
  private var next: [String: Int] = [:]

  mutating func id(for text: String) -> String {
    let slug = HeadingID.slug(of: text)
    guard let number = next[slug] else {
      next[slug] = 2
      return slug
    }
    var free = number
    while next["\(slug)-\(free)"] != nil { free += 1 }
    next[slug] = free + 1
    next["\(slug)-\(free)"] = 2
    return "\(slug)-\(free)"
  }
}
