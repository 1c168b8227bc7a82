internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The values of `settings.mustache`.
struct SettingsView {
  let site: SiteAddress
  let device: DeviceSettings
  let vault: VaultConfiguration
  let isWritable: Bool
  /// There is a page of the devices that have signed in.
  let hasDevices: Bool

  var values: [String: TemplateValue] {
    [
      "heading": "Settings",
      "device": .list([
        line(
          "theme", "Colours", DeviceSettings.Theme.allCases.map(\.rawValue),
          ["system": "As the system", "light": "Light", "dark": "Dark"], device.theme.rawValue),
        line(
          "size", "Text", DeviceSettings.TextSize.allCases.map(\.rawValue),
          ["small": "Small", "normal": "Normal", "large": "Large", "huge": "Very large"],
          device.textSize.rawValue),
        line(
          "week", "Weeks begin on", DeviceSettings.WeekStart.allCases.map(\.rawValue),
          ["monday": "Monday", "sunday": "Sunday", "saturday": "Saturday"],
          device.weekStart.rawValue),
        line(
          "keys", "Single-letter keys", ["on", "off"], ["on": "On", "off": "Off"],
          device.hasKeys ? "on" : "off"),
        line(
          "copies", "Without the server", ["on", "off"],
          ["on": "Keep notes in this browser", "off": "Keep nothing"],
          device.keepsCopies ? "on" : "off", how: PageWords.copiesHow),
        line(
          "notify", "Notifications", ["on", "off"],
          ["on": "When a tracker is due", "off": "None"], device.notifies ? "on" : "off",
          how: PageWords.notifyHow),
      ]),
      "resetAction": .text(site.address("/settings/device/reset")),
      "keysHref": .text(site.address("/help/keys")),
      "zoneAction": isWritable ? .text(site.address("/settings/vault/timezone")) : .none,
      "zone": .text(vault.timeZone ?? ""),
      "zones": .list(TimeZoneNames.all.map { ["name": .text($0)] }),
      "facts": .list(facts),
      "findings": .list(vault.findings.map { ["text": "Line \($0.line): \($0.message)"] }),
      "devicesHref": hasDevices ? .text(site.address("/settings/devices")) : .none,
    ]
  }

  private func line(
    _ name: String, _ label: String, _ choices: [String], _ words: [String: String],
    _ current: String, how: String? = nil
  ) -> TemplateView {
    [
      "action": .text(site.address("/settings/device/\(name)")), "name": .text(name),
      "label": .text(label), "how": .optional(how),
      "choices": .list(
        choices.map { choice in
          [
            "value": .text(choice), "label": .text(words[choice] ?? choice),
            "isChosen": .flag(choice == current),
          ]
        }),
    ]
  }

  /// What is changed in the file.
  private var facts: [TemplateView] {
    var facts: [(String, String)] = [
      ("Largest file in a sync", "\(ByteCount(vault.maximumMediaSize))"),
      ("New files in one sync", "\(ByteCount(vault.maximumMediaPerSync))"),
    ]
    if !vault.categories.isEmpty {
      facts.append(("Categories", vault.categories.joined(separator: ", ")))
    }
    if !vault.templates.isEmpty {
      facts.append(("Templates", vault.templates.map(\.text).joined(separator: ", ")))
    }
    if !isWritable { facts.insert(("Time zone", vault.timeZone ?? "that of this machine"), at: 0) }
    return facts.map { ["label": .text($0), "value": .text($1)] }
  }
}
