internal import CPageFiles
internal import Publishing

/// The files of `Templates` and `Assets`, and docs/openapi.json, compiled into the program.
enum PageFiles {
  /// By name, such as `page.css`.
  static let all = PublishedFiles.files(tl_page_file)

  /// Of the whole site: not among the assets, since its address has no hash.
  static let worker = withoutComments(all["sw.js"] ?? [])

  /// The description of the API (OpenAPI 3.1).
  static let description = all["openapi.json"] ?? []

  /// The words of the scripts, as JSON; they fill in those in braces.
  static let scriptWords = String(decoding: withoutComments(all["words.json"] ?? []), as: UTF8.self)

  /// The templates, by name without suffix.
  static let templates = PublishedFiles.templates(in: all)

  /// Style sheets, icons and scripts, by name, as they are sent.
  static let assets = all.filter {
    !$0.key.hasSuffix(PublishedFiles.templateSuffix) && !$0.key.hasSuffix(".json")
      && $0.key != "sw.js"
  }.reduce(into: [String: [UInt8]]()) { assets, file in
    let isText = file.key.hasSuffix(".js") || file.key.hasSuffix(".css")
    assets[file.key] = isText ? withoutComments(file.value) : file.value
  }

  /// A script or a style sheet without lines of comments, blank lines and indentation: a fifth of what is sent.
  ///
  /// A comment has lines of its own, and no text of a script goes over several lines; `PageFilesTests` holds that.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isComment = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = line.drop { $0 == UInt8(ascii: " ") }
      isComment = isComment || words.starts(with: "/*".utf8)
      if !isComment, !words.isEmpty, !words.starts(with: "//".utf8) {
        result += words + [UInt8(ascii: "\n")]
      }
      if words.reversed().starts(with: "/*".utf8) { isComment = false }
    }
    return result
  }
}
