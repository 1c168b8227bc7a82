internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// The list of categories: the values of `categories.mustache`.
struct CategoriesView {
  static let path = PagePath.categories

  let site: SiteAddress
  let book: CategoryBook
  /// The category of new notes.
  let defaultName: String?
  let isWritable: Bool

  /// What is asked beside the list.
  enum Asked {
    case nothing
    /// The form of a new one, opened, since something is wrong with it.
    case new(CategoryForm, CategoryProblem)
    case change(CategoryBook.Entry, CategoryForm, CategoryProblem?)
    case removal(CategoryBook.Entry, CategoryProblem?)
  }

  func isDefault(_ category: Category) -> Bool {
    defaultName.map { NameKey($0.utf8) == NameKey(category.name.utf8) } ?? false
  }

  func values(_ asked: Asked) -> [String: TemplateValue] {
    let known = book.entries.filter { $0.order != nil }
    let others = book.entries.filter { $0.order == nil }
    var values: [String: TemplateValue] = [
      "heading": .text(PageWords.categories),
      "moveAction": .text(site.address("\(Self.path)/move")),
      "known": .list(known.map { view($0, of: known.count) }), "hasKnown": .flag(!known.isEmpty),
      "isSortable": .flag(isWritable && known.count > 1),
      "others": .list(others.map { view($0, of: 0) }), "hasOthers": .flag(!others.isEmpty),
      "change": .none, "removal": .none, "newForm": .none, "isOpen": false,
      "defaultsAction": isWritable && known.isEmpty
        ? .text(site.address("\(Self.path)/defaults")) : .none,
      "empty": .empty(PageWords.noCategories, if: known.isEmpty && others.isEmpty),
    ]
    guard isWritable else { return values }
    var form = CategoryForm()
    var problem: CategoryProblem?
    switch asked {
    case .nothing: break
    case .new(let sent, let wrong):
      (form, problem) = (sent, wrong)
      values["isOpen"] = true
    case .change(let entry, let form, let problem):
      values["change"] = .view(change(entry, form, problem, among: known))
    case .removal(let entry, let problem):
      values["removal"] = .view(removal(entry, problem, among: known))
    }
    values["newForm"] = .view(form.view(on: site, action: Self.path, problem))
    return values
  }

  private func view(_ entry: CategoryBook.Entry, of count: Int) -> TemplateView {
    let category = entry.category
    var view = CardCategory(category, on: site).view
    view["initial"] = .text(category.name.prefix(1).uppercased())
    view["notes"] = .text(entry.notes.count.counted("note"))
    view["isDefault"] = .flag(isDefault(category))
    view["editHref"] = .optional(isWritable ? address("edit", category.name) : nil)
    view["isMovable"] = .flag(isWritable && count > 1)
    view["isFirst"] = .flag(entry.order == 1)
    view["isLast"] = .flag(entry.order == count)
    return view
  }

  private func address(_ what: String, _ name: String) -> String {
    site.address("\(Self.path)?\(what)=\(PercentEncoding.encoded(name.utf8))")
  }

  private func change(
    _ entry: CategoryBook.Entry, _ form: CategoryForm, _ problem: CategoryProblem?,
    among known: [CategoryBook.Entry]
  ) -> TemplateView {
    let category = entry.category
    var view = form.view(
      on: site, action: "\(Self.path)/edit", old: category, problem)
    view["title"] = .text(category.name)
    view["problem"] = .optional(
      problem.flatMap { $0.field == nil ? PageWords.sentence($0) : nil })
    let count = entry.notes.count
    view["how"] = .optional(count == 0 ? nil : PageWords.renamesNotes(count))
    view["removeHref"] = .text(address("remove", category.name))
    view["cancelHref"] = .text(site.address(Self.path))
    view["moveAction"] = .text(site.address("\(Self.path)/move"))
    let others = known.filter { $0.category.name != category.name }
    view["places"] = .list(
      others.map {
        ["value": .text("before:\($0.category.name)"), "name": .text($0.category.name)]
      })
    view["hasPlaces"] = .flag(entry.order != nil && !others.isEmpty)
    return view
  }

  private func removal(
    _ entry: CategoryBook.Entry, _ problem: CategoryProblem?, among known: [CategoryBook.Entry]
  ) -> TemplateView {
    let name = entry.category.name
    let count = entry.notes.count
    return [
      "action": .text(site.address("\(Self.path)/remove")), "category": .text(name),
      "count": .text("\(count)"), "title": .text(name),
      "text": .text(
        count == 0 ? PageWords.noNoteHasIt : PageWords.notesGetAnother(count)),
      "problem": .optional(problem.map(PageWords.sentence)), "hasNotes": .flag(count > 0),
      "targets": .list(
        known.filter { $0.category.name != name }.map { ["name": .text($0.category.name)] }),
      "cancelHref": .text(site.address(Self.path)),
    ]
  }
}

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

  /// Empty without fields.
  init(_ fields: FormFields = FormFields("")) {
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
      "symbols": symbols(old), "otherSymbol": .text(otherSymbol),
      "colors": colors(old), "otherColor": .text(otherColor),
      "cancelHref": .none, "removeHref": .none, "nameError": error("name"),
      "symbolError": error("symbol"), "colorError": error("color"),
    ]
  }

  private func symbols(_ old: Category?) -> TemplateValue {
    var shown = CategorySymbol.names.compactMap { name in
      CategorySymbol(name).map { (value: $0.emoji, label: PageWords.symbols[name] ?? name) }
    }
    if let own = old?.symbol?.emoji, !shown.contains(where: { $0.value == own }) {
      shown.insert((own, own), at: 0)
    }
    return .choices(shown) { $0 == symbol }
  }

  private func colors(_ old: Category?) -> TemplateValue {
    var shown = ColorName.names.compactMap { name in
      ColorName(name).map { (value: $0.hex, label: PageWords.color(name)) }
    }
    if let own = old?.color?.hex, !shown.contains(where: { $0.value == own }) {
      shown.insert((own, "#\(own)"), at: 0)
    }
    return .choices(shown) { $0 == color }
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
