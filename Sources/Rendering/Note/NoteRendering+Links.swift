internal import VaultFormat

// MARK: - Links

extension NoteRendering {
  private typealias Attribute = HTMLWriter.Attribute

  mutating func openLink(_ node: MarkdownNode) -> Frame {
    guard !isInLink else { return Frame() }
    let url = source.restored(node.url)
    var attributes: [Attribute]
    switch URLPolicy.verdict(on: url) {
    case .external(let address, _) where isPlaceWithoutLink(address): return Frame()
    case .external(let address, let isWeb): attributes = externalLink(address, isWeb: isWeb)
    case .fragment(let fragment):
      guard let link = linkWithinNote(fragment) else { return Frame() }
      attributes = link
    case .file:
      guard let destination = look(up: target(url, .link)) else {
        writer.open("span", [Attribute("class", "missing")])
        return Frame(elements: 1)
      }
      attributes = [Attribute("href", destination.address)]
    case .refused: return Frame()
    }
    let title = source.restored(node.title)
    if !title.isEmpty { attributes.append(Attribute("title", text(title))) }
    writer.open("a", attributes)
    isInLink = true
    if node.firstChild == nil { writer.text(shown(url)) }
    return Frame(elements: 1, isLink: true)
  }

  private func externalLink(_ address: String, isWeb: Bool) -> [HTMLWriter.Attribute] {
    let href = Attribute("href", address)
    return isWeb ? [href, Attribute("rel", "noopener noreferrer nofollow")] : [href]
  }

  private func isPlaceWithoutLink(_ address: String) -> Bool {
    !renderer.options.hasDoubtfulLinks && address.lowercased().hasPrefix("geo:")
  }

  /// Nil for a heading that is not there.
  private func linkWithinNote(_ fragment: [UInt8]) -> [HTMLWriter.Attribute]? {
    let heading = text(PercentEncoding.decoded(fragment) ?? fragment)
    let id = prefix + HeadingID.slug(of: heading)
    return knownHeadings.map { $0.contains(id) } == false ? nil : [Attribute("href", "#" + id)]
  }

  /// Writes an address in the text as a link.
  mutating func writeAddress(_ text: [UInt8], _ link: Autolink) {
    let shown = text.withoutAmpersandEntities
    let url = Array(link.addedScheme.utf8) + shown
    guard case .external(let address, let isWeb) = URLPolicy.verdict(on: url),
      !isPlaceWithoutLink(address)
    else {
      writer.text(shown)
      return
    }
    writeLink(externalLink(address, isWeb: isWeb), label: shown)
  }

  mutating func writeWikiLink(_ link: WikiLink) {
    let kind: MarkdownLink.Kind = link.isEmbed ? .embed : .wikilink
    guard !isInLink || link.isEmbed else {
      writer.text(link.label)
      return
    }
    if link.isWithinNote, let heading = link.heading {
      if let within = linkWithinNote(Array(heading)) {
        writeLink(within, label: link.label)
      } else {
        writer.text(link.label)
      }
      return
    }
    let isFile = link.content.withUnsafeBufferPointer { LinkPath.isRelative($0, kind) }
    guard isFile, let destination = look(up: target(link.content, kind)) else {
      let label = link.isEmbed && renderer.options.showsNamesAlone ? link.alias ?? [] : link.label
      writer.element("span", [Attribute("class", "missing")], text: label)
      return
    }
    if link.isEmbed {
      write(
        destination,
        Embed(label: link.label, alternative: link.alias ?? [], size: link.size, title: []))
    } else {
      writeLink([Attribute("href", destination.address)], label: link.label)
    }
  }

  /// Writes a link, or its label alone inside another one.
  private mutating func writeLink(_ attributes: [HTMLWriter.Attribute], label: [UInt8]) {
    if isInLink {
      writer.text(label)
    } else {
      writer.element("a", attributes, text: label)
    }
  }

  /// An address that stands for a missing text.
  private func shown(_ url: [UInt8]) -> [UInt8] {
    guard renderer.options.showsNamesAlone, case .file = URLPolicy.verdict(on: url) else {
      return url
    }
    return Array((PercentEncoding.decoded(url) ?? url)[...].lastName)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: - Lookups

extension NoteRendering {
  private func target(_ written: [UInt8], _ kind: MarkdownLink.Kind) -> LinkTarget {
    let link = written.withUnsafeBufferPointer { FileLink($0, kind, line: 0) }
    var fragment: [UInt8]?
    if kind.isObsidian {
      fragment = WikiLink(written, isEmbed: kind == .embed).heading.map(Array.init)
    } else if let hash = written.firstIndex(of: UInt8(ascii: "#")) {
      let part = Array(written[(hash + 1)...])
      fragment = PercentEncoding.decoded(part) ?? part
    }
    return LinkTarget(
      link: link, paths: link.targets(from: renderer.folder),
      fragment: fragment.map { text($0) }, isEmbed: kind.isShownInPlace)
  }

  /// Asks the resolver once for each target, unless the link leads out of the vault; lists the target.
  private mutating func look(up target: LinkTarget) -> LinkDestination? {
    guard !target.paths.isEmpty, lookups < NoteRenderer.mostLinks else { return nil }
    lookups += 1
    if let known = answers[target] { return known }
    var destination = renderer.resolve(target)
    if let found = destination, !URLPolicy.isSafe(address: found.address) { destination = nil }
    answers.updateValue(destination, forKey: target)
    switch destination {
    case .media where target.isEmbed: note.media.append(target)
    case .some: note.links.append(target)
    case nil: note.missing.append(target)
    }
    return destination
  }
}

// MARK: - Pictures, sound and film

extension NoteRendering {
  private struct Embed {
    /// What a link to it shows.
    var label: [UInt8]
    /// What stands for a picture; empty if the note says nothing.
    var alternative: [UInt8]
    var size: RequestedSize?
    var title: [UInt8]
  }

  mutating func writeImage(_ node: MarkdownNode) {
    let url = source.restored(node.url)
    let (alternative, size) = RequestedSize.split(plainText(of: node))
    let label = alternative.isEmpty ? shown(url) : alternative
    switch URLPolicy.verdict(on: url) {
    case .external(let address, isWeb: true):
      // Not shown: its server would learn who reads the note, and when.
      writeLink(
        [Attribute("class", "remote-image")] + externalLink(address, isWeb: true), label: label)
    case .file:
      guard let destination = look(up: target(url, .image)) else {
        let text = renderer.options.showsNamesAlone ? alternative : label
        writer.element("span", [Attribute("class", "missing")], text: text)
        return
      }
      write(
        destination,
        Embed(
          label: label, alternative: alternative, size: size, title: source.restored(node.title)))
    case .external, .fragment, .refused: writer.text(alternative)
    }
  }

  private mutating func write(_ destination: LinkDestination, _ embed: Embed) {
    guard case .media(let media) = destination else {
      writeLink([Attribute("href", destination.address)], label: embed.label)
      return
    }
    switch media.kind {
    case .photo: writePhoto(media, embed)
    case .audio: writePlayer("audio", media, embed)
    case .video: writePlayer("video", media, embed)
    case .file:
      writeLink(
        [Attribute("class", "file"), Attribute("href", media.address)], label: embed.label)
    }
  }

  private mutating func writePhoto(_ media: MediaAddress, _ embed: Embed) {
    var attributes = [
      Attribute("src", media.address), Attribute("alt", text(embed.alternative)),
      Attribute("loading", "lazy"),
    ]
    if !embed.title.isEmpty { attributes.append(Attribute("title", text(embed.title))) }
    writer.void("img", attributes + sizeAttributes(of: media, embed.size))
  }

  private mutating func writePlayer(
    _ name: StaticString, _ media: MediaAddress, _ embed: Embed
  ) {
    let label = renderer.options.showsNamesAlone ? embed.alternative : embed.label
    // Controls cannot be inside a link.
    guard !isInLink else {
      writer.text(label)
      return
    }
    var attributes = [
      Attribute("controls", "controls"), Attribute("preload", "metadata"),
      Attribute("src", media.address),
    ]
    if media.kind == .video { attributes += sizeAttributes(of: media, embed.size) }
    writer.open(name, attributes)
    writeLink([Attribute("href", media.address)], label: label)
    writer.close()
  }

  /// The requested size, with the other side from the real one; else the real size.
  private func sizeAttributes(
    of media: MediaAddress, _ requested: RequestedSize?
  ) -> [HTMLWriter.Attribute] {
    guard let requested else {
      return media.size.map {
        [Attribute("width", String($0.width)), Attribute("height", String($0.height))]
      } ?? []
    }
    let height = requested.height ?? media.size?.scaled(toWidth: requested.width)?.height
    return [Attribute("width", String(requested.width))]
      + (height.map { [Attribute("height", String($0))] } ?? [])
  }
}

extension [UInt8] {
  /// `&amp;` as `&`, as in all text of Markdown.
  fileprivate var withoutAmpersandEntities: [UInt8] {
    guard contains(UInt8(ascii: "&")) else { return self }
    var result: [UInt8] = []
    for byte in self {
      result.append(byte)
      if byte == UInt8(ascii: ";"), result.suffix(5).elementsEqual("&amp;".utf8) {
        result.removeLast(4)
      }
    }
    return result
  }
}
