internal import Rendering
internal import VaultFormat

/// Lines that differ, marked: the values of `lines.mustache`.
enum LinesView {
  /// More lines than this are not shown.
  static let limit = 2_000
  /// Texts of more bytes are not compared.
  static let byteLimit = 4 << 20

  static func view(_ lines: [LineComparison.Line]) -> [TemplateView] {
    var shown = lines.prefix(limit).map(view)
    if lines.count > limit { shown.append(view(.gap(lines.count - limit))) }
    return shown
  }

  /// The lines of the old version alone; those that differ are marked as such.
  static func old(_ lines: [LineComparison.Line]) -> [TemplateView] {
    view(lines.compactMap { if case .added = $0 { nil } else { $0 } })
  }

  /// The lines of the new version alone.
  static func new(_ lines: [LineComparison.Line]) -> [TemplateView] {
    view(lines.compactMap { if case .removed = $0 { nil } else { $0 } })
  }

  private static func view(_ line: LineComparison.Line) -> TemplateView {
    func values(
      _ text: String, added: Bool = false, removed: Bool = false, gap: Bool = false
    ) -> TemplateView {
      [
        "text": .text(text.shownLine), "isAdded": .flag(added), "isRemoved": .flag(removed),
        "isSame": .flag(!added && !removed && !gap), "isGap": .flag(gap),
      ]
    }
    return switch line {
    case .same(let text): values(text)
    case .added(let text): values(text, added: true)
    case .removed(let text): values(text, removed: true)
    case .gap(let count): values(PageWords.linesLeftOut(count), gap: true)
    }
  }
}
