package import VaultFormat

/// `pin`: the colour of the page, and the symbol beside places.
package struct PinSettings: Sendable {
  package var color: ColorName?
  package var icon: CategorySymbol?
  package private(set) var problems: [SettingProblem] = []

  package init(_ node: YAMLNode?) {
    guard let node, !node.isNull else { return }
    guard case .mapping(let entries, _) = node.content else {
      report("pin is not a list of keys and values", at: node)
      return
    }
    for entry in entries {
      let text = entry.value.text ?? ""
      switch entry.key.text {
      case "color":
        color = ColorName(text)
        if color == nil {
          report("pin.color is not a colour such as blue or #007aff", at: entry.value)
        }
      case "icon":
        // The name that Write-It-Down has for its usual pin.
        icon = CategorySymbol(text == "mappin" ? "📍" : text)
        if icon == nil {
          report(
            "pin.icon is neither an emoji nor one of \(CategorySymbol.names.joined(separator: ", "))",
            at: entry.value)
        }
      default: report("pin.\(entry.key.text ?? "") is not a setting of a vault", at: entry.key)
      }
    }
  }

  private mutating func report(_ message: String, at node: YAMLNode) {
    problems.append(SettingProblem(message: message, at: node))
  }
}
