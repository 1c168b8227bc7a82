internal import CPageFiles

/// The files of `Templates` and `Assets`, compiled into the program.
package enum PublishedFiles {
  /// By name, such as `site.css`.
  package static let all: [String: [UInt8]] = {
    var files: [String: [UInt8]] = [:]
    var index = 0
    while let file = tl_published_file(index)?.pointee {
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      files[String(cString: file.name)] = Array(bytes)
      index += 1
    }
    return files
  }()

  static let templateSuffix = ".mustache"

  /// The templates among files, by name without suffix.
  static func templates(in files: [String: [UInt8]]) -> [String: String] {
    var templates: [String: String] = [:]
    for (name, bytes) in files where name.hasSuffix(templateSuffix) {
      templates[String(name.dropLast(templateSuffix.count))] = String(
        decoding: bytes, as: UTF8.self)
    }
    return templates
  }
}
