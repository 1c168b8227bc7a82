package import VaultFormat

/// Edits of the setting `categories`, in each form that it has: a list of names, or a map.
///
/// Names are those of the settings, as they are written there.
extension SettingsDocument {
  private static let setting = "categories"

  package var categories: CategorySettings { CategorySettings(value(of: Self.setting)) }

  /// With a category behind the others, unless there is one of its name.
  ///
  /// - Throws: a `CategoryProblem`, or a `SettingsEditError`.
  package func addingNew(_ category: Category) throws -> SettingsDocument {
    if let other = categories[category.name] { throw CategoryProblem.isTaken(by: other.name) }
    return try adding(category)
  }

  /// Those of `Category.defaults` that are not there.
  package var missingDefaultCategories: [Category] {
    let present = categories
    return Category.defaults.filter { present[$0.name] == nil }
  }

  /// With a category behind the others.
  package func adding(_ category: Category) throws(SettingsEditError) -> SettingsDocument {
    let names = listedNames
    if let names, category.setting.isEmpty {
      return try setting(Self.setting, to: .list(names + [category.name]))
    }
    let map = names == nil ? self : try makingMap(ofList: Self.setting)
    return try map.setting(category.name, of: Self.setting, to: category.value)
  }

  /// With another symbol or colour of a category.
  package func changing(_ category: Category) throws(SettingsEditError) -> SettingsDocument {
    if listedNames != nil, category.setting.isEmpty { return self }
    let map = listedNames == nil ? self : try makingMap(ofList: Self.setting)
    return try map.setting(category.name, of: Self.setting, to: category.value)
  }

  package func renamingCategory(
    _ name: String, to new: String
  ) throws(SettingsEditError) -> SettingsDocument {
    guard let names = listedNames else {
      return try renaming(name, of: Self.setting, to: new)
    }
    guard isList else { return try setting(Self.setting, to: .text(new)) }
    return try replacing(itemAt: try index(of: name, in: names), of: Self.setting, by: new)
  }

  /// With a category before another one, or behind all.
  package func movingCategory(
    _ name: String, before other: String?
  ) throws(SettingsEditError) -> SettingsDocument {
    guard let names = listedNames else { return try moving(name, of: Self.setting, before: other) }
    guard isList else { return self }
    let target = try other.map { (other) throws(SettingsEditError) in
      try index(of: other, in: names)
    }
    return try moving(
      itemAt: try index(of: name, in: names), of: Self.setting, before: target ?? names.count)
  }

  /// With a category at another place of the order.
  ///
  /// - Throws: a `CategoryProblem`, or a `SettingsEditError`.
  package func movingCategory(_ name: String, _ move: CategoryMove) throws -> SettingsDocument {
    let settings = categories
    func known(_ name: String) throws(CategoryProblem) -> String {
      guard let category = settings[name] else { throw .isNotInSettings(name) }
      return category.name
    }
    let moved = try known(name)
    let names = settings.categories.map(\.name)
    let place = names.firstIndex(of: moved) ?? 0
    switch move {
    case .before(let other): return try movingCategory(moved, before: try known(other))
    case .last: return try movingCategory(moved, before: nil)
    case .earlier:
      return place == 0 ? self : try movingCategory(moved, before: names[place - 1])
    case .later:
      guard place + 1 < names.count else { return self }
      return try movingCategory(moved, before: place + 2 < names.count ? names[place + 2] : nil)
    }
  }

  package func removingCategory(_ name: String) throws(SettingsEditError) -> SettingsDocument {
    guard let names = listedNames else { return try setting(name, of: Self.setting, to: nil) }
    let rest = names.filter { $0 != name }
    return try setting(Self.setting, to: rest.isEmpty ? nil : .list(rest))
  }

  /// The names of a list, or of one name; nil for a map, and if there are none.
  private var listedNames: [String]? {
    guard let node = value(of: Self.setting), !node.isNull else { return nil }
    switch node.content {
    case .scalar(let text, _): return [text]
    case .sequence(let items, _): return items.compactMap(\.text)
    case .mapping: return nil
    }
  }

  private var isList: Bool {
    guard case .sequence? = value(of: Self.setting)?.content else { return false }
    return true
  }

  private func index(of name: String, in names: [String]) throws(SettingsEditError) -> Int {
    guard let index = names.firstIndex(of: name) else { throw SettingsEditError() }
    return index
  }
}

extension Category {
  /// Null without symbol and colour.
  fileprivate var value: FieldValue { setting.isEmpty ? .yaml("") : .text(setting) }
}

extension SettingsDocument {
  private static let defaultSetting = "default_category"

  package func isDefaultCategory(_ name: String) -> Bool {
    value(of: Self.defaultSetting)?.text.map { NameKey($0.utf8) == NameKey(name.utf8) } ?? false
  }

  /// With another category for new notes; nil for none.
  package func settingDefaultCategory(
    _ name: String?
  ) throws(SettingsEditError) -> SettingsDocument {
    try setting(Self.defaultSetting, to: name.map(FieldValue.text))
  }

  /// With another category for new notes, if that is the one they get.
  ///
  /// - Parameter new: nil for none.
  package func replacingDefaultCategory(
    _ name: String, by new: String?
  ) throws(SettingsEditError) -> SettingsDocument {
    isDefaultCategory(name) ? try settingDefaultCategory(new) : self
  }
}

/// Where a category is put among the others of the settings.
package enum CategoryMove: Hashable, Sendable {
  case before(String)
  case last
  case earlier, later
}
