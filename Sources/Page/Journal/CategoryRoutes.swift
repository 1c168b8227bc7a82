internal import HTTPTypes
internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The categories of the vault, and their changes; each is made by the same plans as `tl category` makes it.
enum CategoryRoutes {
  /// With `edit=NAME` a form for one, and with `remove=NAME` what its removal would change.
  static func categories(_ incoming: PageRequest) async throws -> Reply {
    let query = incoming.request.query
    return try await incoming.answer(PageTag(incoming)) {
      let view = try await view(incoming)
      var asked = CategoriesView.Asked.nothing
      if let entry = query["edit"].flatMap({ view.book[$0] }) {
        let form = CategoryForm(entry.category, isDefault: view.isDefault(entry.category))
        asked = .change(entry, form, nil)
      } else if let entry = query["remove"].flatMap({ view.book[$0] }) {
        asked = .removal(entry, nil)
      }
      return try page(incoming, view, asked)
    }
  }

  static func add(_ incoming: PageRequest) async throws -> Reply {
    let form = CategoryForm(incoming.form?.fields ?? FormFields(""))
    do {
      let category = try form.category()
      try await incoming.editSettings { settings in
        let added = try settings.addingNew(category)
        return form.isDefault ? try added.settingDefaultCategory(category.name) : added
      }
      return incoming.redirect(CategoriesView.path, done: "categoryadded")
    } catch let problem as CategoryProblem {
      return try await refusal(incoming, problem) { _ in .new(form, problem) }
    }
  }

  static func addDefaults(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.editSettings { settings in
      try settings.missingDefaultCategories.reduce(settings) { try $0.adding($1) }
    }
    return incoming.back(or: CategoriesView.path, done: "categoryadded")
  }

  /// Changes the notes first, then the settings; a note that cannot be changed leaves the settings as they are.
  static func change(_ incoming: PageRequest) async throws -> Reply {
    let form = CategoryForm(incoming.form?.fields ?? FormFields(""))
    let name = incoming.form?["category"] ?? ""
    do {
      let book = try await incoming.presentCategories()
      let entry = try book.entry(named: name)
      let category = try form.category(from: entry.category)
      let replacement = try book.renaming(name, to: category.name)
      if let replacement, let problem = try await incoming.carryOut(replacement) {
        return problem
      }
      try await incoming.editSettings { old in
        let wasDefault = old.isDefaultCategory(entry.category.name)
        var settings = try replacement?.edited(old) ?? old
        settings =
          settings.categories[category.name] == nil
          ? try settings.adding(category) : try settings.changing(category)
        guard form.isDefault != wasDefault else { return settings }
        return try settings.settingDefaultCategory(form.isDefault ? category.name : nil)
      }
      return incoming.redirect(CategoriesView.path, done: "saved")
    } catch let problem as CategoryProblem {
      return try await refusal(incoming, problem) { book in
        book[name].map { .change($0, form, problem) } ?? .nothing
      }
    }
  }

  static func move(_ incoming: PageRequest) async throws -> Reply {
    let move: CategoryMove
    switch incoming.form?["to"] ?? "" {
    case "earlier": move = .earlier
    case "later": move = .later
    case "last": move = .last
    case let text where text.hasPrefix("before:"):
      move = .before(String(text.dropFirst("before:".count)))
    default: throw PageProblem.isStale
    }
    let name = incoming.form?["category"] ?? ""
    do {
      try await incoming.editSettings { try $0.movingCategory(name, move) }
      return incoming.redirect(CategoriesView.path, done: "categorymoved")
    } catch let problem as CategoryProblem {
      throw problem.page
    }
  }

  static func remove(_ incoming: PageRequest) async throws -> Reply {
    let name = incoming.form?["category"] ?? ""
    let target = incoming.form?["to"].flatMap { $0.isEmpty ? nil : $0 }
    do {
      let book = try await incoming.presentCategories()
      let replacement = try book.removing(name, to: target)
      // The form has said how many there are without sealed notes.
      let shown = try await incoming.categories()[name]?.notes.count ?? 0
      guard shown == Int(incoming.form?["count"] ?? "") else {
        throw PageProblem(
          .conflict, "Not removed",
          "Meanwhile \(PageWords.have(shown)) this category: nothing was changed.",
          next: PageProblem.Next(
            path: "\(CategoriesView.path)?remove=\(PercentEncoding.encoded(name.utf8))",
            label: "Look at it again"))
      }
      if let problem = try await incoming.carryOut(replacement) { return problem }
      try await incoming.editSettings { try replacement.edited($0) }
      return incoming.redirect(CategoriesView.path, done: "categoryremoved")
    } catch let problem as CategoryProblem {
      return try await refusal(incoming, problem) { book in
        book[name].map { .removal($0, problem) } ?? .nothing
      }
    }
  }

  // MARK: - Parts

  private static func view(_ incoming: PageRequest) async throws -> CategoriesView {
    CategoriesView(
      site: incoming.addresses, book: try await incoming.categories(),
      defaultName: JournalSettings(incoming.vault.configuration).defaultCategory,
      isWritable: incoming.isWritable)
  }

  private static func page(
    _ incoming: PageRequest, _ view: CategoriesView, _ asked: CategoriesView.Asked,
    _ status: HTTPResponse.Status = .ok
  ) throws -> Reply {
    var frame = PageFrame(incoming, title: PageWords.categories, kind: "plain categories")
    frame.styles = ["categories.css"]
    frame.scripts = ["part.js", "sort.js"]
    frame.values = view.values(asked)
    return try frame.reply("categories", status)
  }

  /// The page again, with what was sent and what is wrong with it.
  private static func refusal(
    _ incoming: PageRequest, _ problem: CategoryProblem,
    _ asked: (CategoryBook) -> CategoriesView.Asked
  ) async throws -> Reply {
    let view = try await view(incoming)
    let asked = asked(view.book)
    // It is not there any more.
    if case .nothing = asked { throw problem.page }
    return try page(incoming, view, asked, .unprocessableContent)
  }
}

extension PageRequest {
  fileprivate func editSettings(
    _ change: @escaping @Sendable (SettingsDocument) throws -> SettingsDocument
  ) async throws {
    _ = try await write { try $0.editSettings(change) }
  }

  /// Gives notes their new category.
  ///
  /// - Returns: an answer, if one of them could not be changed.
  fileprivate func carryOut(_ replacement: CategoryReplacement) async throws -> Reply? {
    guard replacement.new != nil else { return nil }
    let notes = replacement.notes.map { (path: $0.path, id: $0.id) }
    let (changed, failed) = try await edit(notes) { try replacement.edited($0) }
    guard failed > 0 else { return nil }
    return redirect(CategoriesView.path, done: "categorized-\(changed)-\(failed)")
  }
}

extension CategoryProblem {
  fileprivate var page: PageProblem {
    PageProblem(
      .unprocessableContent, "Not saved", "\(PageWords.sentence(self)) Nothing was changed.",
      next: PageProblem.Next(path: CategoriesView.path, label: "Go to the categories"))
  }
}
