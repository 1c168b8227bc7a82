/// A time zone: the offset from UTC at each instant.
package struct TimeZoneRules: Sendable {
  /// Seconds east of UTC at the instant given in seconds since 1970-01-01T00:00:00Z.
  package let offset: @Sendable (_ instant: Int64) -> Int

  package init(offset: @escaping @Sendable (_ instant: Int64) -> Int) {
    self.offset = offset
  }

  package static let utc = TimeZoneRules { _ in 0 }
}
