internal import Journal
internal import Rendering
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
      "others": .list(others.map { view($0, of: 0) }), "hasOthers": .flag(!others.isEmpty),
      "change": .none, "removal": .none, "newForm": .none, "isOpen": false,
      "defaultsAction": isWritable && known.isEmpty
        ? .text(site.address("\(Self.path)/defaults")) : .none,
      "empty": known.isEmpty && others.isEmpty
        ? .view(["text": .text(PageWords.noCategories), "href": .none, "label": .none]) : .none,
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
    view["hasNotes"] = .flag(!entry.notes.isEmpty)
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
    view["isNew"] = .flag(entry.order == nil)
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
