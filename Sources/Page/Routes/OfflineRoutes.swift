internal import HTTPTypes
internal import VaultFormat
internal import WebServer

/// What makes the page an app that works without a network.
enum OfflineRoutes {
  /// The service worker: at the root of the site, which is what it may serve.
  static func worker(_ incoming: PageRequest) async throws -> Reply {
    let site = incoming.site
    let settings: JSONValue = [
      "version": .string(site.assets.version), "prefix": .string(site.addresses.prefix),
      "shell": .array(site.assets.addresses.map(JSONValue.string)),
    ]
    let text = "const settings = \(settings.compact);\n"
    return Reply(
      .ok, "text/javascript; charset=utf-8",
      body: .bytes(Array(text.utf8) + PageFiles.worker)
    ).with(.checkedByAll, .scope(site.addresses.address("/")))
  }

  /// The web app manifest (W3C Web Application Manifest; Web Share Target).
  static func manifest(_ incoming: PageRequest) async throws -> Reply {
    let site = incoming.site
    func address(_ path: String) -> JSONValue { .string(site.addresses.address(path)) }
    func icon(_ name: String, _ sizes: String, _ type: String, _ purpose: String) -> JSONValue {
      [
        "src": .string(site.assets.address(name)), "sizes": .string(sizes),
        "type": .string(type), "purpose": .string(purpose),
      ]
    }
    func shortcut(_ name: String, _ path: String) -> JSONValue {
      ["name": .string(name), "url": address(path)]
    }
    let types = ["image/*", "audio/*", "video/*"].map(JSONValue.string)
    let files: JSONValue = ["name": .string("files"), "accept": .array(types)]
    let fields = ["title", "text", "url"].map { ($0, JSONValue.string($0)) }
    let share: JSONValue = [
      "action": address("/share-target"), "method": .string("POST"),
      "enctype": .string("multipart/form-data"),
      "params": .object(fields + [("files", .array([files]))]),
    ]
    let icons = [
      icon("mark.svg", "any", "image/svg+xml", "any"),
      icon("icon-192.png", "192x192", "image/png", "any"),
      icon("icon-512.png", "512x512", "image/png", "any"),
      icon("icon-maskable.png", "512x512", "image/png", "maskable"),
    ]
    var entries: [(String, JSONValue)] = [
      ("id", address("/")), ("name", .string(site.settings.vaultName)),
      ("short_name", .string(site.settings.vaultName)), ("start_url", address("/")),
      ("scope", address("/")), ("display", .string("standalone")),
      ("background_color", .string("#fcfaf6")), ("theme_color", .string("#fcfaf6")),
      ("icons", .array(icons)),
    ]
    if incoming.isWritable {
      entries.append(
        ("shortcuts", .array([shortcut("New note", "/new"), shortcut("Drafts", "/drafts")])))
      entries.append(("share_target", share))
    }
    return Reply(
      .ok, "application/manifest+json", body: .bytes(Array(JSONValue.object(entries).compact.utf8))
    ).with(.checked)
  }

  /// Where the share target leads without a service worker: nothing was sent, so there is a form to write in.
  static func share(_ incoming: PageRequest) async throws -> Reply { incoming.redirect("/new") }
}
