internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The values of `settings.mustache`.
struct SettingsView {
  let incoming: PageRequest
  let vault: SettingsDocument
  let wrong: Wrong?

  private var site: SiteAddress { incoming.addresses }
  private var register: PersonRegister { incoming.register }

  /// A value that cannot be stored.
  struct Wrong {
    var key: SettingKey
    var value: String
    var sentence: String
  }

  var values: [String: TemplateValue] {
    [
      "heading": "Settings",
      "groups": .list(deviceGroups + (incoming.isWritable ? vaultGroups : [])),
      "resetAction": .text(site.address("/settings/device/reset")),
      "keysHref": .text(site.address("/help/keys")),
      "categoriesHref": .text(site.address(PagePath.categories)),
      "findings": .list(
        incoming.vault.configuration.findings.map { ["text": "Line \($0.line): \($0.message)"] }),
      "devicesHref": .text(site.address("/settings/devices")),
    ]
  }

  private static func group(
    _ title: String, isFolded: Bool = false, isOpen: Bool = false, about: String? = nil,
    _ lines: [TemplateView]
  ) -> TemplateView {
    [
      "title": .text(title), "isFolded": .flag(isFolded), "isOpen": .flag(isOpen),
      "about": .optional(about), "lines": .list(lines),
    ]
  }

  // MARK: - This browser

  private var deviceGroups: [TemplateView] {
    let device = DeviceSettings(incoming.request)
    return [
      Self.group(
        "Look",
        [
          line(
            "theme", "Colours", [("system", "System"), ("light", "Light"), ("dark", "Dark")],
            device.theme.rawValue),
          line(
            "size", "Text size",
            [("small", "Small"), ("normal", "Normal"), ("large", "Large"), ("huge", "Very large")],
            device.textSize.rawValue),
          line(
            "week", "Weeks begin on",
            [("monday", "Monday"), ("sunday", "Sunday"), ("saturday", "Saturday")],
            device.weekStart.rawValue),
        ]),
      Self.group(
        "This browser",
        [
          toggle("keys", "Single-letter keys", device.hasKeys, PageWords.keysHow),
          toggle("copies", "Reading without a network", device.keepsCopies, PageWords.copiesHow),
          toggle("notify", "Notifications", device.notifies, PageWords.notifyHow),
        ]),
    ]
  }

  private func line(
    _ name: String, _ label: String, _ choices: [(value: String, label: String)],
    _ current: String
  ) -> TemplateView {
    var view = device(name, label, how: "")
    view["isSegments"] = true
    view["choices"] = Self.choices(choices, current)
    return view
  }

  private func toggle(
    _ name: String, _ label: String, _ isOn: Bool, _ how: String
  ) -> TemplateView {
    var view = device(name, label, how: how)
    view["switch"] = .view(["isOn": .flag(isOn)])
    return view
  }

  private func device(_ name: String, _ label: String, how: String) -> TemplateView {
    Self.line(
      id: "d-" + name, action: site.address("/settings/device/\(name)"), label: label, how: how)
  }

  /// A line with no field yet.
  private static func line(
    id: String, action: String, label: String, how: String
  ) -> TemplateView {
    [
      "action": .text(action), "id": .text(id), "label": .text(label), "how": .text(how),
      "type": "text",
    ]
  }

  // MARK: - The vault

  private var vaultGroups: [TemplateView] {
    VaultSettingGroup.all(register).map { group in
      let isWrong = group.settings.contains { $0.key == wrong?.key }
      return Self.group(
        group.title, isFolded: group.isFolded, isOpen: isWrong,
        about: group.title == PageWords.people ? PageWords.settingsShared : nil,
        group.settings.map(line))
    }
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
    var view = Self.line(
      id: id, action: site.address("/settings/vault/\(key.text)"), label: setting.label,
      how: setting.how)
    view["value"] = .text(value)
    view["isSet"] = .flag(!stored.isEmpty)
    view["error"] = .optional(isWrong ? wrong?.sentence : nil)
    switch setting.field {
    case .choice(let choices, let isShort):
      view[isShort ? "isSegments" : "isChoice"] = true
      view["choices"] = Self.choices(choices, value)
    case .several(let choices, let usual):
      let chosen = value.isEmpty ? usual : Set(NoteForm.names(in: value))
      view["isSeveral"] = true
      view["isSet"] = .flag(chosen != usual)
      let count = choices.count { chosen.contains($0.value) }
      view["count"] = "\(count) of \(choices.count) chosen"
      view["choices"] = .choices(choices, isChosen: chosen.contains)
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
  ) -> TemplateValue {
    let isKnown = choices.contains { $0.value == value }
    return .choices(choices + (isKnown ? [] : [(value, value)])) { $0 == value }
  }
}
