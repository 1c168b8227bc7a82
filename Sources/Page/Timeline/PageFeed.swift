internal import SystemCalls
package import VaultFormat
package import VaultIndex

/// The filter of a feed, as commands give it and as its token keeps it.
package enum PageFeed {
  /// The fields of the timeline's address.
  ///
  /// - Parameter filter: as in `tl search`.
  package static func fields(of filter: String) -> String {
    filter.isEmpty ? "" : "q=\(FormFields.encoded(filter))"
  }

  package static func filter(of token: AccessToken) -> String {
    FormFields(token.filter ?? "")["q"] ?? ""
  }

  /// - Throws: if the filter is no query.
  package static func check(
    _ filter: String, now: Int64, zone: TimeZoneRules
  ) throws(QueryParser.Failure) {
    var query = NoteQuery()
    try QueryParser(now: now, zone: zone).read(filter, into: &query)
  }
}
