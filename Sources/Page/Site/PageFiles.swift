internal import CPageFiles

/// The files of `Templates` and `Assets`, and docs/openapi.json, compiled into the program.
enum PageFiles {
  /// By name, such as `page.css`.
  static let all: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    var index = 0
    while let file = tl_page_file(index)?.pointee {
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      files[String(cString: file.name)] = Array(bytes)
      index += 1
    }
    return files
  }()

  /// Of the whole site: not among the assets, since its address has no hash.
  static let worker = all["sw.js"] ?? []

  /// The description of the API (OpenAPI 3.1).
  static let description = all["openapi.json"] ?? []

  private static let templateSuffix = ".mustache"

  /// The templates, by name without suffix.
  static let templates: [String: String] = {
    let named = all.compactMap { name, bytes in
      name.hasSuffix(templateSuffix)
        ? (String(name.dropLast(templateSuffix.count)), String(decoding: bytes, as: UTF8.self))
        : nil
    }
    return Dictionary(uniqueKeysWithValues: named)
  }()

  /// Style sheets, icons and scripts, by name.
  static let assets = all.filter {
    !$0.key.hasSuffix(templateSuffix) && $0.key != "sw.js" && $0.key != "openapi.json"
  }
}
