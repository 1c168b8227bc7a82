internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// A category as a form has it, new or to be changed.
struct CategoryForm: Sendable {
  var name = ""
  /// One of the shown symbols; empty for none.
  var symbol = ""
  /// Typed, in place of the shown ones.
  var otherSymbol = ""
  /// One of the shown colours, as six digits; empty for none.
  var color = ""
  var otherColor = ""
  /// New notes of the command line get it.
  var isDefault = false

  init() {}

  init(_ fields: FormFields) {
    func text(_ name: String) -> String { fields[name]?.trimmingBlanks ?? "" }
    (name, symbol, otherSymbol) = (text("name"), text("symbol"), text("symbol-other"))
    (color, otherColor) = (text("color"), text("color-other"))
    isDefault = fields["default"] != nil
  }

  init(_ category: Category, isDefault: Bool) {
    name = category.name
    symbol = category.symbol?.emoji ?? ""
    color = category.color?.hex ?? ""
    self.isDefault = isDefault
  }

  /// The category that the form describes.
  ///
  /// - Parameter old: what is shown in the form and was not changed stays as it is written.
  func category(from old: Category? = nil) throws(CategoryProblem) -> Category {
    let symbolText = otherSymbol.isEmpty ? symbol : otherSymbol
    let colorText = otherColor.isEmpty ? color.isEmpty ? "" : "#\(color)" : otherColor
    var new = Category(
      name: try Category.name(name),
      symbol: symbolText.isEmpty ? nil : try CategorySymbol.read(symbolText),
      color: colorText.isEmpty ? nil : try ColorName.read(colorText))
    if let known = ColorName.names.first(where: { ColorName($0)?.hex == new.color?.hex }) {
      new = Category(name: new.name, symbol: new.symbol, color: ColorName(known))
    }
    return Category(
      name: new.name, symbol: new.symbol?.emoji == old?.symbol?.emoji ? old?.symbol : new.symbol,
      color: new.color?.hex == old?.color?.hex ? old?.color : new.color)
  }

  // MARK: - Shown

  /// - Parameters:
  ///   - action: where it is sent to, without the site's prefix.
  ///   - old: the category that is changed.
  func view(
    on site: SiteAddress, action: String, old: Category? = nil, _ problem: CategoryProblem?
  ) -> TemplateView {
    let field = problem?.field
    func error(_ name: String) -> TemplateValue {
      .optional(field == name ? problem.map(PageWords.sentence) : nil)
    }
    return [
      "action": .text(site.address(action)), "category": .optional(old?.name),
      "id": old == nil ? "new" : "old", "name": .text(name), "isDefault": .flag(isDefault),
      "symbols": .list(symbols(old)), "otherSymbol": .text(otherSymbol),
      "colors": .list(colors(old)), "otherColor": .text(otherColor),
      "cancelHref": .none, "removeHref": .none, "nameError": error("name"),
      "symbolError": error("symbol"), "colorError": error("color"),
    ]
  }

  private func symbols(_ old: Category?) -> [TemplateView] {
    var shown = CategorySymbol.names.compactMap { name in
      CategorySymbol(name).map { (emoji: $0.emoji, label: PageWords.symbols[name] ?? name) }
    }
    if let own = old?.symbol?.emoji, !shown.contains(where: { $0.emoji == own }) {
      shown.insert((own, own), at: 0)
    }
    return shown.map { emoji, label in
      ["value": .text(emoji), "label": .text(label), "isChosen": .flag(emoji == symbol)]
    }
  }

  private func colors(_ old: Category?) -> [TemplateView] {
    var shown = ColorName.names.compactMap { name in
      ColorName(name).map { (hex: $0.hex, label: PageWords.color(name)) }
    }
    if let own = old?.color?.hex, !shown.contains(where: { $0.hex == own }) {
      shown.insert((own, "#\(own)"), at: 0)
    }
    return shown.map { hex, label in
      ["value": .text(hex), "label": .text(label), "isChosen": .flag(hex == color)]
    }
  }
}

extension CategoryProblem {
  /// The field of the form that has to be changed.
  var field: String? {
    switch self {
    case .isNoName, .isTaken: "name"
    case .isNoSymbol: "symbol"
    case .isNoColor: "color"
    case .isUnknown, .isNotInSettings, .isInUse, .standsForItself: nil
    }
  }
}
