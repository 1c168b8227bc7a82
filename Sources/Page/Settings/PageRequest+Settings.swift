internal import Journal
internal import VaultStore

extension PageRequest {
  /// The colour of the page, and the symbol beside places.
  var pin: PinSettings { PinSettings(vault.configuration.others["pin"]) }

  /// Whether forms and the map offer to ask the device where it is.
  var asksForLocation: Bool { JournalSettings.asksForLocation(vault.configuration) }
}
