internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The values of `settings.mustache`.
struct SettingsView {
  let site: SiteAddress
  let device: DeviceSettings
  let vault: SettingsDocument
  /// About the settings of the vault.
  let findings: [Finding]
  let register: PersonRegister
  let isWritable: Bool
  /// There is a page of the devices that have signed in.
  let hasDevices: Bool
  let wrong: Wrong?

  /// A value that cannot be stored.
  struct Wrong {
    var key: SettingKey
    var value: String
    var sentence: String
  }

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
      "vault": .list(isWritable ? settings.map(line) : []),
      "facts": .list(isWritable ? [] : settings.compactMap(fact)),
      "categoriesHref": .text(site.address(PagePath.categories)),
      "findings": .list(findings.map { ["text": "Line \($0.line): \($0.message)"] }),
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

  // MARK: - The vault

  private var settings: [VaultSetting] {
    VaultSetting.all(
      persons: register.sorted.map(\.title),
      categories: register.settings.categories.categories.map(\.name))
  }

  /// As it is stored, or as the page has it for a choice; empty if it is not set.
  private func value(of key: SettingKey) -> String {
    let stored = key.value(in: vault)?.plainText ?? ""
    switch key.text {
    case "person": return register.chosen?.title ?? stored
    case "default_category": return register.settings.categories[stored]?.name ?? stored
    default: return stored
    }
  }

  private func line(_ setting: VaultSetting) -> TemplateView {
    let key = setting.key
    let stored = value(of: key)
    let isWrong = wrong?.key == key
    let value = isWrong ? wrong?.value ?? "" : stored
    let id = "s-" + key.text.replacing(".", with: "-")
    var view: TemplateView = [
      "action": .text(site.address("/settings/vault/\(key.text)")), "id": .text(id),
      "label": .text(setting.label), "how": .text(setting.how), "value": .text(value),
      "isSet": .flag(!stored.isEmpty),
      "error": .optional(isWrong ? wrong?.sentence : nil), "isChoice": false, "isText": false,
      "choices": .list([]), "type": "text", "usual": "", "list": .none, "proposals": .list([]),
    ]
    switch setting.field {
    case .choice(let choices):
      view["isChoice"] = true
      view["choices"] = .list(Self.choices(choices, value))
    case .text(let usual, let proposals):
      view["isText"] = true
      view["usual"] = .text(usual)
      view["list"] = .optional(proposals.isEmpty ? nil : "\(id)-list")
      view["proposals"] = .list(proposals.map { ["name": .text($0)] })
    case .clock(let usual):
      view["isText"] = true
      // A browser shows nothing of a value that is no time, and sends nothing.
      view["type"] = .text(value.isEmpty || ClockSyntax(word: value) != nil ? "time" : "text")
      view["usual"] = .text(usual)
    }
    return view
  }

  /// With the value that is set, if it is none of them.
  private static func choices(
    _ choices: [(value: String, label: String)], _ value: String
  ) -> [TemplateView] {
    let isKnown = choices.contains { $0.value == value }
    return (choices + (isKnown ? [] : [(value, value)])).map { choice in
      [
        "value": .text(choice.value), "label": .text(choice.label),
        "isChosen": .flag(choice.value == value),
      ]
    }
  }

  /// Of a vault that is only read: what is set.
  private func fact(_ setting: VaultSetting) -> TemplateView? {
    let value = value(of: setting.key)
    return value.isEmpty ? nil : ["label": .text(setting.label), "value": .text(value)]
  }
}
