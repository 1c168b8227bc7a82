internal import Journal
internal import Media
package import Sharing
internal import SystemCalls
package import VaultFormat

/// A file of a site, by what it is made from.
package enum SitePage: Hashable, Sendable {
  case front
  /// By its place among the notes of the edition.
  case note(Int)
  case archive
  case year(Int)
  case tags
  case tag(Tag)
  case search
  /// What is searched of a year, as JSON.
  case texts(year: Int)
  case missing
  case atom, jsonFeed, sitemap, robots
  case style, script
  case medium(SharedMedium)
}

/// The pages of an edition: what each is called, and what it is made from.
package struct SitePages: Sendable {
  /// A file that is due.
  struct Due: Sendable {
    /// Below the folder of the site, such as `media/5f….jpg`.
    let path: String
    let page: SitePage
    /// The note from which alone it is; nil for lists and what belongs to the program.
    let note: SharedNote?
    /// Why it is there, for manifests.
    let rule: String
  }

  let edition: SiteEdition
  let names: SiteNames
  let look: SiteLook
  let pictures: SitePictures
  let text: SharedText
  /// The places of the notes of each year, newest first.
  let years: [(year: Int, notes: [Int])]
  /// Sorted.
  let tags: [Tag]
  /// The places of the notes of each tag, newest first.
  private let tagged: [Tag: [Int]]

  /// The most notes of the front page and of the feeds.
  static let frontCount = 30
  static let feedCount = 50
  /// The most characters of a note that can be searched.
  static let searchLength = 10_000

  package init(
    _ edition: SiteEdition, _ names: SiteNames, _ look: SiteLook, _ pictures: SitePictures
  ) {
    (self.edition, self.names, self.look, self.pictures) = (edition, names, look, pictures)
    let given = edition.mediaNames
    text = SharedText(
      edition.view, language: edition.language,
      addresses: SharedText.Addresses(
        note: { names.page(of: $0).map(Self.address) },
        medium: { given.contains($0.name) ? pictures.path(of: $0) : nil },
        tag: { names.tags[$0].map(Self.address) }))
    var years: [(year: Int, notes: [Int])] = []
    var tagged: [Tag: [Int]] = [:]
    for (place, note) in edition.notes.enumerated() {
      if years.last?.year == note.day.year {
        years[years.count - 1].notes.append(place)
      } else {
        years.append((note.day.year, [place]))
      }
      for tag in note.tags { tagged[tag, default: []].append(place) }
    }
    // Notes are sorted as instants: at a turn of the year two zones may disagree.
    let byYear = Dictionary(grouping: years, by: \.year)
    self.years = byYear.map { ($0.key, $0.value.flatMap(\.notes).sorted()) }.sorted { $0.0 > $1.0 }
    self.tagged = tagged
    tags = tagged.keys.sorted()
  }

  /// Each once; sorted by path.
  var due: [Due] {
    var files: [Due] = []
    let own: [(String, SitePage)] = [
      ("404.html", .missing), ("robots.txt", .robots), (SiteLook.cssName, .style),
      (SiteLook.scriptName, .script),
    ]
    var lists: [(String, SitePage)] = [
      ("index.html", .front), ("archive.html", .archive), ("search.html", .search),
    ]
    if !tags.isEmpty { lists.append(("tags.html", .tags)) }
    for (year, _) in years {
      lists.append((SiteNames.page(ofYear: year), .year(year)))
      lists.append(("search/\(year).json", .texts(year: year)))
    }
    for tag in tags { names.tags[tag].map { lists.append(($0, .tag(tag))) } }
    if edition.address != nil {
      lists += [("feed.xml", .atom), ("feed.json", .jsonFeed), ("sitemap.xml", .sitemap)]
    }
    files += own.map { Due(path: $0.0, page: $0.1, note: nil, rule: "program") }
    files += lists.map { Due(path: $0.0, page: $0.1, note: nil, rule: "list") }
    var media: Set<String> = []
    for (place, note) in edition.notes.enumerated() {
      files.append(Due(path: names.notes[place], page: .note(place), note: note, rule: note.rule))
      for medium in note.media where media.insert(pictures.path(of: medium)).inserted {
        files.append(
          Due(path: pictures.path(of: medium), page: .medium(medium), note: note, rule: note.rule))
      }
    }
    return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// A path as a relative address.
  static func address(_ path: String) -> String {
    PercentEncoding.encoded(path.utf8) {
      $0.isASCIILetter || $0.isASCIIDigit || "-._~/".utf8.contains($0)
    }
  }
}

// MARK: - What each is made from

extension SitePages {
  /// Hashes of all that each file is made from, in the order of `files`: while its hash stays, a file stays as it is.
  ///
  /// - Parameter program: another one for each version of tl.
  func keys(of files: [Due], program: String, threads: Int) -> [String] {
    var around = InputHash()
    around.add(program)
    around.add(look.version)
    around.add(edition.title)
    around.add(edition.author)
    around.add(edition.language)
    around.add(edition.address)
    around.add(edition.accent?.hex)
    around.add([edition.isHidden, tags.isEmpty].map { String($0) })
    let base = around.text
    var lists = InputHash()
    lists.add(tags.map { names.tags[$0] ?? "" })
    let tagLists = lists.text
    let texts = Self.inParts(edition.notes, threads) { textKey(of: $0, tagLists) }
    return Self.inParts(files, threads) { file in
      var hash = InputHash()
      hash.add(base)
      hash.add(file.path)
      add(file.page, texts: texts, to: &hash)
      return hash.text
    }
  }

  private func add(_ page: SitePage, texts: [String], to hash: inout InputHash) {
    switch page {
    case .note(let place):
      hash.add(texts[place])
      let comments = edition.talk.comments(on: edition.notes[place])
      hash.add(String(comments.count))
      for comment in comments {
        hash.add(comment.author)
        hash.add([comment.id.text, comment.created.day.description, comment.text])
      }
      for neighbour in [place - 1, place + 1] {
        hash.add(edition.notes.indices.contains(neighbour) ? line(of: neighbour) : [])
      }
      // Its tags, and those in its text.
      for tag in edition.notes[place].tags { hash.add(names.tags[tag]) }
    case .front:
      addLines(edition.notes.indices.prefix(Self.frontCount), texts, &hash)
      hash.add(String(edition.notes.count))
    case .atom, .jsonFeed: addLines(edition.notes.indices.prefix(Self.feedCount), texts, &hash)
    case .texts(let year): addLines(notes(of: year), texts, &hash)
    case .year(let year): addLines(notes(of: year), nil, &hash)
    case .tag(let tag):
      // Two spellings of it may have one name.
      hash.add(tag.text)
      addLines(notes(with: tag), nil, &hash)
    case .archive, .search: hash.add(years.map { "\($0.year) \($0.notes.count)" })
    case .tags:
      hash.add(String(edition.notes.count))
      hash.add(tags.map { "\($0.text) \(names.tags[$0] ?? "") \(notes(with: $0).count)" })
    case .sitemap:
      for (place, note) in edition.notes.enumerated() {
        hash.add([names.notes[place], note.updated.rfc3339])
      }
    case .medium(let medium): hash.add([medium.name, String(medium.bytes)])
    case .missing, .robots, .style, .script: break
    }
  }

  private func addLines(_ places: some Collection<Int>, _ texts: [String]?, _ hash: inout InputHash)
  {
    for place in places {
      hash.add(line(of: place))
      if let texts { hash.add(texts[place]) }
    }
  }

  /// What lists show of a note.
  private func line(of place: Int) -> [String] {
    let note = edition.notes[place]
    return [names.notes[place], edition.title(of: note), note.day.description]
  }

  /// - Parameter tagLists: a hash of the names of all lists of tags.
  private func textKey(of note: SharedNote, _ tagLists: String) -> String {
    var hash = InputHash()
    hash.add([note.id, note.title, String(note.hasTitle), note.day.description])
    hash.add(note.updated.rfc3339)
    hash.add(note.authors)
    hash.add(note.people.map { "\($0.name) \($0.age?.text ?? "")" })
    for text in [note.category, note.place, note.weather, note.temperature.map { "\($0)" }] {
      hash.add(text)
    }
    hash.add(note.tags.map(\.text))
    hash.add(note.body)
    hash.add(note.media.map(file))
    note.body.withUnsafeBufferPointer { bytes in
      MarkdownLink.forEach(in: bytes, from: 0) { link in
        let written = UnsafeBufferPointer(rebasing: bytes[link.destination])
        guard LinkPath.isRelative(written, link.kind) else { return }
        let found = FileLink(written, link.kind, line: 0)
        // What a definition is for is not known here.
        let isEmbed = link.kind.isShownInPlace
        hash.add(destination(of: found, isEmbed: isEmbed, in: note))
        if link.kind == .definition { hash.add(destination(of: found, isEmbed: true, in: note)) }
      }
    }
    // Tags in the text lead to lists that are there.
    if Self.mayHaveTags(note.body) { hash.add(tagLists) }
    return hash.text
  }

  private func destination(of link: FileLink, isEmbed: Bool, in note: SharedNote) -> String? {
    let paths = link.targets(from: note.source.parent)
    return switch edition.view.destination(of: link, at: paths, in: note, isEmbed: isEmbed) {
    case .note(let linked)?: names.page(of: linked)
    case .medium(let medium)?: text.addresses.medium(medium).map { _ in file(of: medium) }
    case nil: nil
    }
  }

  private func file(of medium: SharedMedium) -> String {
    let size = medium.size.map { "\($0.width) \($0.height)" } ?? ""
    return "\(pictures.path(of: medium)) \(medium.kind.rawValue) \(size)"
  }

  /// Whether a `#` is followed by what is no blank and no other `#`.
  private static func mayHaveTags(_ body: [UInt8]) -> Bool {
    let hash = UInt8(ascii: "#")
    return zip(body, body.dropFirst()).contains { $0 == hash && $1 > 0x20 && $1 != hash }
  }

  func notes(of year: Int) -> [Int] { years.first { $0.year == year }?.notes ?? [] }

  func notes(with tag: Tag) -> [Int] { tagged[tag] ?? [] }

  /// Maps in parts of many items, so that threads do not wait for each other.
  static func inParts<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ threads: Int, _ body: @Sendable (Item) -> Result
  ) -> [Result] {
    let size = min(max(items.count / (4 * max(threads, 1)), 1), 256)
    let parts = stride(from: 0, to: items.count, by: size).map {
      Array(items[$0..<min($0 + size, items.count)])
    }
    return ThreadTeam.map(parts, threads: threads) { $0.map(body) }.flatMap(\.self)
  }
}
