internal import Journal
internal import Rendering
internal import VaultFormat
internal import WebServer

/// A tracker in the list: the values of `tracker-card.mustache`.
struct TrackerRow {
  let incoming: PageRequest
  let list: TrackerList

  func view(_ status: TrackerStatus) -> TemplateView {
    let tracker = status.tracker
    let isWritable = incoming.isWritable
    return [
      "anchor": .text("t-\(NoteAddress.segment(of: tracker.id))"), "id": .text(tracker.id.text),
      "name": .text(tracker.title), "icon": .optional(tracker.icon),
      "href": .text(incoming.addresses.address("/since/\(list.segment(of: tracker))")),
      "isDue": .flag(status.late != nil), "elapsed": .view(elapsed(status)),
      "amount": .optional(amount(status)), "notes": .list(noteViews(status)),
      "about": .optional(status.tracker.about),
      "dots": .optional(TrackerDots(status.tally.days)?.view),
      "log": isWritable && !tracker.isArchived ? .view(logForm(status)) : .none,
      "unarchiveAction": isWritable && tracker.isArchived
        ? .text(incoming.action("unarchive", on: tracker)) : .none,
    ]
  }

  /// The values of `elapsed.mustache`: how long ago it was, and since when, so that a script can go on counting.
  func elapsed(_ status: TrackerStatus) -> TemplateView {
    let running = status.tally.running?.begin
    let since = running ?? status.tally.last?.time
    // What has only a day is counted in days, by the vault's own zone.
    let counted = since?.precision == .second ? since : nil
    let parts: String? =
      switch list.settings.elapsed {
      case _ where incoming.saysAgoInWords: nil
      case .tenths: "0"
      case .subUnits(let count): "\(count)"
      }
    return [
      "text": .text(elapsedText(status)),
      "since": .optional(counted.map { "\($0.seconds)" }), "parts": .optional(parts),
      "isRunning": .flag(running != nil),
      "datetime": .optional(since?.rfc3339), "title": .optional(since.map(DateWords.moment)),
      "due": .optional(
        status.late == nil && status.due?.precision == .second
          ? status.due.map { "\($0.seconds)" } : nil),
    ]
  }

  /// `3 days ago`, `running for 25 minutes`; as `since.display` has it, where the vault sets that.
  func elapsedText(_ status: TrackerStatus) -> String {
    if incoming.saysAgoInWords, let last = status.tally.last {
      return status.runningTime.map { "running for \(DateWords.span($0))" }
        ?? DateWords.ago(last.time, now: status.now)
    }
    return TrackerText.elapsed(status, in: list.settings.elapsed)
  }

  /// `1.5 l`, of the last event; nil for one without a value.
  func amount(_ status: TrackerStatus) -> String? {
    status.tally.last.flatMap { TrackerText.value($0, unit: status.tracker.unit) }
  }

  /// The notes; what is so now stays where there is little room.
  func noteViews(_ status: TrackerStatus) -> [TemplateView] {
    let state = state(status)
    return notes(status).map { ["text": .text($0), "isState": .flag($0 == state)] }
  }

  /// `due tomorrow`, `every 2 days at 08:00`; with `since.details` when it was last.
  func notes(_ status: TrackerStatus) -> [String] {
    let last = list.settings.showsDetails ? status.tally.last : nil
    return [
      state(status), TrackerText.interval(status.tracker), last.map { DateWords.moment($0.begin) },
    ].compactMap(\.self).filter { !$0.isEmpty }
  }

  /// `due tomorrow`, `2 days late`, `paused until 25 Nov`; empty if nothing is to say.
  private func state(_ status: TrackerStatus) -> String {
    let today = status.now.day
    var parts = status.tracker.isArchived ? ["archived"] : []
    // What is planned is what the next one counts from.
    if let due = status.due, status.late != nil || status.tally.planned == nil {
      let days = today.number - due.day.number
      let clock = days == 0 ? DateWords.clock(due) : nil
      let when = clock.map { status.late == nil ? "at \($0)" : "since \($0)" }
      parts.append(
        days > 0
          ? "\(days.counted("day")) late"
          : "due \(when ?? Countdown.text(from: today, to: due.day))")
    }
    if let pause = status.pause {
      let end = pause.last.map { " until \(DateWords.dayOfYear($0, now: today))" }
      parts.append("paused\(end ?? "")")
    }
    if let planned = status.tally.planned {
      let clock = planned.day == today ? DateWords.clock(planned).map { "for \($0)" } : nil
      parts.append("planned \(clock ?? Countdown.text(from: today, to: planned.day))")
    }
    return parts.joined(separator: ", ")
  }

  /// The values of `log.mustache`: what runs is ended, anything else is logged.
  func logForm(_ status: TrackerStatus) -> TemplateView {
    let tracker = status.tracker
    let runs = status.runningTime != nil
    let isTimed = EventValue.TimeUnit(rawValue: tracker.unit) != nil
    return [
      "action": .text(incoming.action(runs ? "stop" : "log", on: tracker)),
      "name": .text(tracker.title), "label": .text(runs ? PageWords.stop : PageWords.log),
      "begins": .flag(isTimed && !runs), "token": .text(incoming.session?.formToken ?? ""),
      "back": .text(incoming.request.target),
      // The value of what lasts is its length.
      "unit": tracker.unit.isEmpty || runs ? .none : .text(tracker.unit),
      "last": .text(amount(status) ?? tracker.unit),
      "hasPlainValue": .flag(tracker.unit.isEmpty && !runs),
    ]
  }
}

/// On which of the last fourteen days there was an event; weeks or months where it is rarer.
struct TrackerDots: Hashable {
  /// The oldest first.
  let cells: [Bool]
  /// `9 of 14 days`.
  let text: String

  /// So that there is about an event in each cell.
  ///
  /// - Parameter days: those with an event, today first; nil is returned if there are none.
  init?(_ days: [Bool]) {
    guard let first = days.firstIndex(of: true), let last = days.lastIndex(of: true) else {
      return nil
    }
    let gap = (last - first) / max(1, days.count(where: \.self) - 1)
    let (size, unit) = gap < 3 ? (1, "days") : gap < 15 ? (7, "weeks") : (30, "months")
    cells = (0..<14).reversed().map { days.dropFirst($0 * size).prefix(size).contains(true) }
    text = "\(cells.count(where: \.self)) of \(cells.count) \(unit)"
  }

  var view: TemplateView {
    func path(_ isFull: Bool) -> String {
      cells.indices.filter { cells[$0] == isFull }.map { "M\(4 + 9 * $0) 4h.01" }.joined()
    }
    return ["text": .text(text), "full": .text(path(true)), "others": .text(path(false))]
  }
}
