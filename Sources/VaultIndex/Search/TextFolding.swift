/// The folding under which texts are compared.
package enum TextFolding {
  /// The folding of a text; two texts are taken for the same when their foldings are.
  ///
  /// Compatibility forms and full case folding apply, accents and strokes fall away as `options`
  /// say, and the rest is composed. Bytes that are not UTF-8 become 0xFF.
  package static func fold(_ text: [UInt8], options: FoldingOptions) -> [UInt8] {
    text.withUnsafeBufferPointer { text in
      guard firstNonASCII(in: text, from: 0) < text.count else {
        return options.ignoresCase ? text.map(\.asciiLowercased) : Array(text)
      }
      var folder = TextFolder(options: options)
      folder.fold(text, 0..<text.count)
      return folder.folded.withBytes { Array($0) }
    }
  }

  /// The folding of a text.
  package static func fold(_ text: String, options: FoldingOptions) -> String {
    String(decoding: fold(Array(text.utf8), options: options), as: UTF8.self)
  }
}
