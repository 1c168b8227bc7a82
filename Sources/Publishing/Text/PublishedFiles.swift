package import CPageFiles

/// The files of `Templates` and `Assets`, compiled into the program.
package enum PublishedFiles {
  /// By name, such as `site.css`.
  package static let all = files(tl_published_file)

  /// The files of a list, by name.
  ///
  /// - Parameter file: that of a place; nil behind the last one.
  package static func files(
    _ file: (Int) -> UnsafePointer<tl_page_file>?
  ) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    var index = 0
    while let file = file(index)?.pointee {
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      files[String(cString: file.name)] = Array(bytes)
      index += 1
    }
    return files
  }

  package static let templateSuffix = ".mustache"

  /// The templates among files, by name without suffix.
  package static func templates(in files: [String: [UInt8]]) -> [String: String] {
    var templates: [String: String] = [:]
    for (name, bytes) in files where name.hasSuffix(templateSuffix) {
      templates[String(name.dropLast(templateSuffix.count))] = String(
        decoding: bytes, as: UTF8.self)
    }
    return templates
  }
}
