internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// What scripts ask: JSON, and HTML of a text.
enum APIRoutes {
  /// `{"months": [{"month": "2016-05", "notes": 214}]}`, the newest first.
  static func counts(_ incoming: PageRequest) async throws -> Reply {
    let tag = PageTag(incoming, shown: [])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let address = try NoteListAPI.address(incoming.request.query)
    let index = try await incoming.site.notes(matching: address.filter, incoming)
    let months = index.months.months.map { month in
      JSONValue.object([("month", .string("\(month.month)")), ("notes", .int(month.count))])
    }
    return tag.marked(.json(.object([("months", .array(months))])))
  }

  /// `{"tags": [{"name": "kaia", "count": 214}]}`: those that begin with `q`, then those that contain it, the most used
  /// first.
  static func suggest(_ incoming: PageRequest) async throws -> Reply {
    let folding = FoldingOptions()
    let wanted = folding.fold(incoming.request.query["q"] ?? "")
    let tags = incoming.timeline.tags
      .map { (tag: $0, name: folding.fold($0.tag.text)) }
      .filter { wanted.isEmpty || $0.name.contains(wanted) }
      .sorted { a, b in
        let (first, second) = (a.name.hasPrefix(wanted), b.name.hasPrefix(wanted))
        return first != second ? first : (b.tag.count, a.tag.tag) < (a.tag.count, b.tag.tag)
      }
    let found = tags.prefix(20).map { entry in
      JSONValue.object([
        ("name", .string(entry.tag.tag.text)), ("count", .int(entry.tag.count)),
      ])
    }
    return .json(.object([("tags", .array(Array(found)))]))
  }

  /// The HTML of the Markdown text that is the body.
  static func preview(_ incoming: PageRequest) async throws -> Reply {
    let bytes = try await incoming.request.body.all(limit: 4 << 20, within: 30)
    let html = NoteRoutes.renderer(incoming, folder: nil).render(bytes).html
    return Reply(.ok, "text/html; charset=utf-8", body: .bytes(html.bytes))
  }

  /// docs/openapi.json.
  static func document(_ incoming: PageRequest) async throws -> Reply {
    Reply(.ok, "application/json", body: .bytes(PageFiles.description))
  }
}
