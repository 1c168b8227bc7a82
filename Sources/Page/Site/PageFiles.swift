internal import CPageFiles
internal import Publishing

/// The files of `Templates` and `Assets`, and docs/openapi.json, compiled into the program.
enum PageFiles {
  /// By name, such as `page.css`.
  static let all = PublishedFiles.files(tl_page_file)

  /// Of the whole site: not among the assets, since its address has no hash.
  static let worker = all["sw.js"] ?? []

  /// The description of the API (OpenAPI 3.1).
  static let description = all["openapi.json"] ?? []

  /// The templates, by name without suffix.
  static let templates = PublishedFiles.templates(in: all)

  /// Style sheets, icons and scripts, by name.
  static let assets = all.filter {
    !$0.key.hasSuffix(PublishedFiles.templateSuffix) && $0.key != "sw.js"
      && $0.key != "openapi.json"
  }
}
