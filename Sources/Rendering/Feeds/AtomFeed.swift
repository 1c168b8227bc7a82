package import VaultFormat

/// An Atom document (RFC 4287), which names entries that were taken back (RFC 6721).
package struct AtomFeed: Sendable {
  package struct Entry: Sendable {
    /// A permanent IRI.
    package var id: String
    package var title: String
    package var updated: NoteTime
    package var published: NoteTime
    /// Absolute.
    package var address: String
    package var tags: [Tag]
    /// HTML with absolute addresses.
    package var html: String

    package init(
      id: String, title: String, updated: NoteTime, published: NoteTime, address: String,
      tags: [Tag], html: String
    ) {
      (self.id, self.title, self.updated, self.published) = (id, title, updated, published)
      (self.address, self.tags, self.html) = (address, tags, html)
    }
  }

  /// An entry that was taken back.
  package struct Deletion: Sendable {
    /// That of the entry.
    package var id: String
    package var time: NoteTime

    package init(id: String, time: NoteTime) { (self.id, self.time) = (id, time) }
  }

  /// A permanent IRI.
  package var id: String
  package var title: String
  package var author: String
  /// Absolute addresses of the feed and of the page that shows the same.
  package var (address, page): (String, String)
  package var entries: [Entry]
  package var deletions: [Deletion]

  package init(
    id: String, title: String, author: String, address: String, page: String, entries: [Entry],
    deletions: [Deletion] = []
  ) {
    (self.id, self.title, self.author) = (id, title, author)
    (self.address, self.page, self.entries) = (address, page, entries)
    self.deletions = deletions
  }

  /// As sent.
  package var text: String {
    let updated = entries.map(\.updated).max { $0.seconds < $1.seconds }
    let tombstones =
      deletions.isEmpty ? "" : " xmlns:at=\"http://purl.org/atompub/tombstones/1.0\""
    var text = """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom"\(tombstones)>
        <id>\(Self.escaped(id))</id>
        <title>\(Self.escaped(title))</title>
        <updated>\(updated.map(Self.instant) ?? "1970-01-01T00:00:00Z")</updated>
        <author><name>\(Self.escaped(author))</name></author>
        <link rel="self" type="application/atom+xml" href="\(Self.escaped(address))"/>
        <link rel="alternate" type="text/html" href="\(Self.escaped(page))"/>

      """
    for deletion in deletions {
      let (id, time) = (Self.escaped(deletion.id), Self.instant(deletion.time))
      text += "  <at:deleted-entry ref=\"\(id)\" when=\"\(time)\"/>\n"
    }
    for entry in entries { text += Self.text(of: entry) }
    return text + "</feed>\n"
  }

  private static func text(of entry: Entry) -> String {
    let tags = entry.tags.map { "    <category term=\"\(escaped($0.text))\"/>\n" }.joined()
    return """
        <entry>
          <id>\(escaped(entry.id))</id>
          <title>\(escaped(entry.title))</title>
          <updated>\(instant(entry.updated))</updated>
          <published>\(instant(entry.published))</published>
          <link rel="alternate" type="text/html" href="\(escaped(entry.address))"/>
      \(tags)    <content type="html">\(escaped(entry.html))</content>
        </entry>

      """
  }

  /// With a clock time, which RFC 4287 asks for; that of a day is its begin.
  private static func instant(_ time: NoteTime) -> String {
    (NoteTime(seconds: time.seconds, offset: time.offset) ?? time).rfc3339
  }

  /// For elements and attributes in quotes; U+FFFD for what no XML document may contain (XML 1.0, 2.2).
  package static func escaped(_ text: String) -> String {
    // Not a view of scalars: what is appended to one as a sequence copies the whole.
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // A parser makes LF of CR unless it is written so.
      case "\r": result += "&#13;"
      case "\t", "\n", " "..."\u{FFFD}", "\u{10000}"...: result.unicodeScalars.append(scalar)
      default: result += "\u{FFFD}"
      }
    }
    return result
  }
}
