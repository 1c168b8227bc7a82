package struct FoldingOptions: Sendable, Hashable {
  package var ignoresCase = true
  package var ignoresAccents = true
  package init() {}
  package func fold(_ s: String) -> String { s.lowercased() }
}
package struct FoldingScratch { package init() {} }
package struct TextMatcher: Sendable {
  let n: String
  package init(_ needle: String, options: FoldingOptions) { n = needle.lowercased() }
  package func contains(_ t: UnsafeBufferPointer<UInt8>, scratch: inout FoldingScratch) -> Bool { String(decoding: t, as: UTF8.self).lowercased().contains(n) }
  package func contains(_ t: String) -> Bool { t.lowercased().contains(n) }
}
