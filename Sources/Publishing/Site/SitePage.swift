internal import Journal
internal import Media
internal import Rendering
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
    /// The place of the note from which alone it is; nil for lists and what belongs to the program.
    let note: Int?
    /// Why it is there, for manifests.
    let rule: String
  }

  let edition: SiteEdition
  let names: SiteNames
  let look: SiteLook
  let pictures: SitePictures
  let text: SharedText
  /// As in `SitePlan`.
  let withdrawn: [String: NoteTime]
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
    _ edition: SiteEdition, _ names: SiteNames, _ look: SiteLook, _ pictures: SitePictures,
    withdrawn: [String: NoteTime]
  ) {
    (self.edition, self.names, self.look, self.pictures) = (edition, names, look, pictures)
    self.withdrawn = withdrawn
    let given = edition.mediaNames
    text = SharedText(
      edition.view, language: edition.language,
      addresses: SharedText.Addresses(
        note: { names.page(of: $0).map(Self.address) },
        medium: { given.contains($0.name) ? pictures.path(of: $0) : nil },
        tag: { names.tags[$0].map(Self.address) }))
    var years: [(year: Int, notes: [Int])] = []
    var tagged: [Tag: [Int]] = [:]
    let notes = edition.notes
    for place in notes.indices {
      let year = notes[place].day.year
      if years.last?.year == year {
        years[years.count - 1].notes.append(place)
      } else {
        years.append((year, [place]))
      }
      for tag in notes[place].tags { tagged[tag, default: []].append(place) }
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
    let notes = edition.notes
    for place in notes.indices {
      let rule = notes[place].rule
      files.append(Due(path: names.notes[place], page: .note(place), note: place, rule: rule))
      for medium in notes[place].media where media.insert(pictures.path(of: medium)).inserted {
        files.append(
          Due(path: pictures.path(of: medium), page: .medium(medium), note: place, rule: rule))
      }
    }
    // Places, since files are large values.
    return files.indices.sorted { files[$0].path < files[$1].path }.map { files[$0] }
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
    lists.add(tags.map { "\($0.text) \(names.tags[$0] ?? "")" })
    let tagLists = lists.text
    let notes = ThreadTeam.map(Array(edition.notes.indices), threads: threads) { place in
      NoteKeys(text: textKey(of: edition.notes[place], tagLists), line: lineKey(of: place))
    }
    return ThreadTeam.map(files, threads: threads) { file in
      var hash = InputHash()
      hash.add(base)
      hash.add(file.path)
      add(file.page, notes, to: &hash)
      return hash.text
    }
  }

  /// Hashes of what is shown of a note.
  private struct NoteKeys {
    /// On its page and in feeds.
    var text: String
    /// In lists.
    var line: String
  }

  private func add(_ page: SitePage, _ notes: [NoteKeys], to hash: inout InputHash) {
    switch page {
    case .note(let place):
      hash.add(notes[place].text)
      let comments = edition.talk.comments(on: edition.notes[place])
      hash.add(String(comments.count))
      for comment in comments {
        hash.add(comment.author)
        hash.add([comment.id.text, comment.created.day.description, comment.text])
      }
      for neighbour in [place - 1, place + 1] {
        hash.add(notes.indices.contains(neighbour) ? notes[neighbour].line : "")
      }
      // Its tags, and those in its text.
      for tag in edition.notes[place].tags { hash.add(names.tags[tag]) }
    case .front:
      addLines(notes.indices.prefix(Self.frontCount), notes, withTexts: true, &hash)
      hash.add(String(notes.count))
    case .atom, .jsonFeed:
      addLines(notes.indices.prefix(Self.feedCount), notes, withTexts: true, &hash)
      if page == .atom { for gone in deletions { hash.add([gone.id, gone.time.rfc3339]) } }
    case .texts(let year): addLines(self.notes(of: year), notes, withTexts: true, &hash)
    case .year(let year): addLines(self.notes(of: year), notes, &hash)
    case .tag(let tag):
      // Two spellings of it may have one name.
      hash.add(tag.text)
      addLines(self.notes(with: tag), notes, &hash)
    case .archive, .search: hash.add(years.map { "\($0.year) \($0.notes.count)" })
    case .tags:
      hash.add(String(notes.count))
      hash.add(tags.map { "\($0.text) \(names.tags[$0] ?? "") \(self.notes(with: $0).count)" })
    case .sitemap:
      for (place, note) in edition.notes.enumerated() {
        hash.add([names.notes[place], note.updated.rfc3339])
      }
    case .medium(let medium): hash.add([medium.name, String(medium.bytes)])
    case .missing, .robots, .style, .script: break
    }
  }

  /// The notes that a feed says were taken back, the last ones first.
  var deletions: [AtomFeed.Deletion] {
    withdrawn.sorted { ($1.value.seconds, $0.key) < ($0.value.seconds, $1.key) }
      .prefix(Self.feedCount).map { AtomFeed.Deletion(id: Self.feedID($0.key), time: $0.value) }
  }

  /// Of a note in feeds, by its id.
  static func feedID(_ id: String) -> String { "urn:uuid:\(id)" }

  private func addLines(
    _ places: some Collection<Int>, _ notes: [NoteKeys], withTexts: Bool = false,
    _ hash: inout InputHash
  ) {
    for place in places {
      hash.add(notes[place].line)
      if withTexts { hash.add(notes[place].text) }
    }
  }

  /// Of what lists show of a note.
  private func lineKey(of place: Int) -> String {
    let note = edition.notes[place]
    var hash = InputHash()
    hash.add([names.notes[place], edition.title(of: note), note.day.description])
    return hash.text
  }

  /// - Parameter tagLists: a hash of all tags with the names of their lists.
  private func textKey(of note: SharedNote, _ tagLists: String) -> String {
    var hash = InputHash()
    hash.add([note.id, note.title, String(note.hasTitle), note.day.description])
    hash.add(note.updated.rfc3339)
    hash.add(note.authors)
    hash.add(note.people.map { "\($0.name) \($0.age?.text ?? "")" })
    let facts = [note.category, note.place, note.weather, note.temperature.map { "\($0)" }]
    for text in facts + [note.language] { hash.add(text) }
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
    return body.withUnsafeBufferPointer { bytes in
      bytes.indices.dropLast().contains { place in
        bytes[place] == hash && bytes[place + 1] > 0x20 && bytes[place + 1] != hash
      }
    }
  }

  func notes(of year: Int) -> [Int] { years.first { $0.year == year }?.notes ?? [] }

  func notes(with tag: Tag) -> [Int] { tagged[tag] ?? [] }
}
