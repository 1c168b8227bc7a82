internal import SystemCalls
package import VaultFormat

extension TimeZoneRules {
  /// The zone of this process.
  package static let local = TimeZoneRules { LocalTime.offset(at: $0) }

  /// The rules of a zone of the tz database; nil if the system does not know the name.
  ///
  /// Only to be called while the process has one thread.
  package init?(named name: String) {
    guard let offset = LocalTime.offsets(ofZoneNamed: name) else { return nil }
    self.init(offset: offset)
  }
}
