internal import Journal
internal import Rendering

/// The steps in place of a timeline without notes: the values of `first-steps.mustache`.
///
/// Whether one is done is seen from the vault; which are skipped is known to this browser.
struct FirstStepsView {
  let incoming: PageRequest
  private var site: SiteAddress { incoming.addresses }
  private var register: PersonRegister { incoming.register }
  private var categories: [Category] { register.settings.categories.categories }

  /// Nil for a vault that cannot be written to, and where nothing is left to be done.
  var view: TemplateView? {
    let skipped = DeviceSettings(incoming.request).skippedSteps
    let steps = FirstStep.allCases.filter { !skipped.contains($0) || isDone($0) }
    guard incoming.isWritable, steps.contains(where: { !isDone($0) }) else { return nil }
    return [
      "steps": .list(steps.map(view)), "hasSkipped": .flag(steps.count < FirstStep.allCases.count),
      "skipAction": .text(site.address("/settings/device/skip")), "back": .text(site.address("/")),
    ]
  }

  private func isDone(_ step: FirstStep) -> Bool {
    switch step {
    case .who: !register.book.persons.isEmpty
    case .kinds: !categories.isEmpty
    // Both make notes, and with the first one the steps are gone.
    case .photos, .note: false
    }
  }

  private func view(_ step: FirstStep) -> TemplateView {
    let words = PageWords.firstSteps[step]
    let isDone = isDone(step)
    var view: TemplateView = [
      "step": .text(step.rawValue), "title": .text(words?.title ?? ""),
      "text": .text(words?.text ?? ""), "isDone": .flag(isDone), "people": .none, "defaults": .none,
      "links": .list([]), "isMain": .flag(step == .note),
    ]
    func link(_ path: String, _ label: String) -> TemplateView { .link(site.address(path), label) }
    switch step {
    case .who where isDone:
      view["links"] = .list(register.sorted.prefix(8).map { link(register.path(of: $0), $0.title) })
    case .who: view["people"] = .text(site.address(PagePath.people))
    case .kinds where isDone:
      view["text"] = .text(categories.prefix(12).map(\.name).joined(separator: ", "))
      view["links"] = .list([link(PagePath.categories, PageWords.categories)])
    case .kinds:
      view["defaults"] = .text(site.address("\(PagePath.categories)/defaults"))
      view["links"] = .list([link(PagePath.categories, PageWords.ownCategories)])
    case .photos: view["links"] = .list([link("/import", PageWords.importPhotos)])
    case .note: view["links"] = .list([link("/new", PageWords.writeFirst)])
    }
    return view
  }
}
