#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The date in UTC: `2026-11-21`.
package func today() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  var text = [CChar](repeating: 0, count: 16)
  let length = strftime(&text, text.count, "%Y-%m-%d", &parts)
  return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
