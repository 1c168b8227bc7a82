internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The values of `tracker.mustache`.
struct TrackerView {
  let incoming: PageRequest
  let list: TrackerList
  let status: TrackerStatus
  let content: TrackerReader.Content
  let part: TrackerReader.Part
  /// The event whose form is open.
  let edited: EventReference?

  private var tracker: Tracker { status.tracker }
  private var row: TrackerRow { TrackerRow(incoming: incoming, list: list) }
  private var path: String { "/since/\(list.segment(of: tracker))" }

  var values: [String: TemplateValue] {
    let isWritable = incoming.isWritable
    let events = content.events
    return [
      "name": .text(tracker.title), "icon": .optional(tracker.icon), "id": .text(tracker.id.text),
      "elapsed": .view(row.elapsed(status)), "amount": .optional(row.amount(status)),
      "notes": .list(row.noteViews(status)), "about": .optional(tracker.about),
      "beside": .list(beside), "hasBeside": .flag(beside.count > 1),
      "isDue": .flag(status.late != nil),
      "log": isWritable && !tracker.isArchived ? .view(row.logForm(status)) : .none,
      "chart": content.count == 0 ? .none : .optional(content.summary.map(chart)),
      "numbers": .list(content.summary.map(numbers) ?? []),
      "hasEvents": .flag(!events.isEmpty),
      "eventCount": .text(content.count.counted("event")),
      "turnHref": content.count < 2
        ? .none : .text(address(part.isOldestFirst ? [] : ["order=oldest"])),
      "turnLabel": .text(part.isOldestFirst ? PageWords.newestFirst : PageWords.oldestFirst),
      "months": .list(months(events)),
      "firstHref": part.after == nil ? .none : .text(address(orderField)),
      "nextHref": content.hasMore && !events.isEmpty
        ? .text(address(orderField + ["before=\(EventReference(events[events.count - 1]).text)"]))
        : .none,
      "empty": .empty(PageWords.noEvents, if: content.count == 0),
      "csvHref": content.count == 0
        ? .none : .text(incoming.addresses.address(path + "/events.csv")),
      "noteHref": .text(incoming.addresses.note(tracker.id)),
      "settings": isWritable ? .view(settings) : .none,
    ]
  }

  /// The list, for windows that are wide enough to show it too.
  private var beside: [TemplateView] {
    TrackerOrder.due.sorted(list.statuses.filter { !$0.tracker.isArchived }).map {
      var view = row.view($0)
      view["isCurrent"] = .flag($0.tracker.path == tracker.path)
      return view
    }
  }

  private var orderField: [String] { part.isOldestFirst ? ["order=oldest"] : [] }

  /// What is shown, for a form that leads back to it.
  private var shown: [String] { orderField + (part.after.map { ["before=\($0.text)"] } ?? []) }

  private func address(_ fields: [String]) -> String {
    incoming.addresses.address(path) + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
  }

  // MARK: - The chart

  private func chart(_ summary: TrackerReader.Summary) -> TemplateView {
    let statistics = summary.statistics
    let (buckets, last) = (statistics.shown, statistics.days.upperBound)
    let days = (buckets.first?.start ?? last)...last
    let what = tracker.unit.isEmpty ? "Events" : "In \(tracker.unit)"
    let title = "\(what) by \(statistics.unit.rawValue), \(DateWords.days(days))"
    let target = tracker.goal.map { PeriodTarget($0, aggregate: statistics.aggregate) }
    let goal = target.flatMap { $0.period == statistics.unit ? $0.number : nil }
    let aim = goal == nil ? "" : tracker.goal.map { "; goal: \($0.text)" } ?? ""
    let chart = ChartSVG(
      title: title,
      bars: buckets.map { .init(label: label($0), value: $0.value) }, goal: goal,
      isOpen: statistics.total != nil)
    let shapes = chart.shapes
    return [
      "title": .text(title + aim), "others": .text(shapes.others),
      "distinguished": .text(shapes.distinguished), "baseline": .text(shapes.baseline),
      "goalLine": .optional(shapes.goal), "goalHeight": .optional(shapes.goalHeight),
      "running": .text(shapes.running), "grid": .text(shapes.grid),
      "marks": .list(shapes.marks.map { ["text": .text($0.text), "y": .text($0.y)] }),
      "labels": .list(
        shapes.labels.map {
          ["x": .text($0.place.x), "y": .text($0.place.y), "text": .text($0.text)]
        }),
      "rows": .list(
        buckets.reversed().filter { $0.count > 0 }.map {
          ["label": .text(label($0)), "value": .text($0.value.map(NumberText.of) ?? "")]
        }),
      "units": .list(
        ChartSpan.units.map {
          .link(
            address(["by=\($0.rawValue)"]), "\($0.rawValue.capitalizedFirst)s",
            isCurrent: $0 == statistics.unit)
        }),
    ]
  }

  /// `20 Nov`, for a week that of its Monday; `Nov 2026`; `2026`.
  private func label(_ bucket: TrackerBucket) -> String {
    let day = bucket.start
    switch bucket.period.unit {
    case .year: return bucket.period.label
    case .month: return "\(DateWords.shortMonth(day)) \(bucket.period.label.prefix(4))"
    default: return "\(day.day) \(DateWords.shortMonth(day))"
    }
  }

  /// What it came to in the time of the chart, its gaps, and how the goal was kept.
  private func numbers(_ summary: TrackerReader.Summary) -> [TemplateView] {
    let (statistics, unit) = (summary.statistics, summary.statistics.unit.rawValue)
    var numbers: [(String, String)] = []
    if let total = statistics.total, let mean = statistics.mean, !tracker.unit.isEmpty {
      let span = statistics.buckets.count.counted(unit)
      let average = (mean * 10).rounded() / 10
      numbers.append(("\(NumberText.of(total)) \(tracker.unit)", "in the last \(span)"))
      numbers.append(("\(NumberText.of(average)) \(tracker.unit)", "a \(unit) on average"))
    }
    if let (amount, since) = statistics.change {
      let text = "\(amount < 0 ? "−" : "+")\(NumberText.of(amount.magnitude))"
      numbers.append(("\(text) \(tracker.unit)", "since \(label(since))"))
    }
    if let gap = statistics.medianGap, let longest = statistics.longestGap {
      // What is nearly a day is one; the present gap counts too.
      let spans = [gap, max(longest, statistics.presentGap ?? 0)].map {
        DateWords.span($0 > 72_000 ? $0 + 43_200 : $0)
      }
      numbers.append((spans[0], "usual gap"))
      if spans[0] != spans[1] { numbers.append((spans[1], "longest gap")) }
    }
    if let progress = summary.progress, tracker.goal != nil {
      let period = progress.period.rawValue
      numbers.append(("\(progress.kept) of \(progress.of)", "\(period)s the goal was kept"))
      let longest = progress.longestRun
      if longest > 1 { numbers.append(("\(longest) \(period)s", "in a row, the best ever")) }
    }
    return numbers.map { ["count": .text($0), "label": .text($1)] }
  }

  // MARK: - Events

  private func months(_ events: [TrackerEvent]) -> [TemplateView] {
    let months = Dictionary(grouping: events) { event in
      event.begin.hasCome(by: incoming.now) ? CalendarMonth(event.begin.day) : nil
    }
    let sorted = months.sorted {
      ($0.value[0].begin.seconds < $1.value[0].begin.seconds) == part.isOldestFirst
    }
    return sorted.map { month, events in
      ["title": .text(month?.name ?? PageWords.planned), "events": .list(events.map(event))]
    }
  }

  private func event(_ event: TrackerEvent) -> TemplateView {
    let reference = EventReference(event)
    let isEdited = edited == reference && event.note == nil && incoming.isWritable
    let value = TrackerText.value(event, unit: tracker.unit)
    let note = event.note.flatMap { path in
      (try? incoming.vault.note(at: path, zone: incoming.zone)).map {
        incoming.addresses.note($0.metadata.id ?? ProvisionalID.of(path))
      }
    }
    return [
      "anchor": .text("e-\(reference.text)"), "when": .text(when(event)),
      "short": .text(
        when(event).replacing(
          " \(DateWords.shortMonth(event.begin.day)) \(event.begin.day.year)", with: "")),
      "datetime": .text(event.begin.rfc3339),
      "mark": .optional(event.mark?.name), "value": .optional(value), "text": .text(event.text),
      "noteHref": .optional(note),
      "editHref": event.note != nil || !incoming.isWritable || isEdited
        ? .none
        : .text(address(shown + ["edit=\(reference.text)"]) + "#e-\(reference.text)"),
      "form": isEdited ? .view(form(event, reference)) : .none,
    ]
  }

  private func form(_ event: TrackerEvent, _ reference: EventReference) -> TemplateView {
    let fields = EventFields(showing: event)
    return [
      "action": .text(incoming.action("event/\(reference.text)", on: tracker)),
      "removeAction": .text(incoming.action("remove/\(reference.text)", on: tracker)),
      "token": .text(incoming.session?.formToken ?? ""), "back": .text(address(shown)),
      "at": .text(fields.at), "isDay": .flag(event.begin.precision == .day),
      "value": .text(fields.value), "text": .text(fields.text),
      "unit": tracker.unit.isEmpty ? .none : .text(tracker.unit),
    ]
  }

  /// `Fri 20 Nov 2026, 18:03`, of an event that lasts with its end.
  private func when(_ event: TrackerEvent) -> String {
    let begin = DateWords.moment(event.begin)
    switch event.end {
    case nil: return begin
    case .running: return "\(begin), runs"
    case .at(let end):
      let isSameDay = end.day == event.begin.day
      let clock = isSameDay ? DateWords.clock(end) : nil
      return "\(begin) to \(clock ?? DateWords.moment(end))"
    }
  }

  // MARK: - What can be set

  private var settings: TemplateView {
    [
      "token": .text(incoming.session?.formToken ?? ""), "back": .text(address([])),
      "renameAction": .text(incoming.action("rename", on: tracker)),
      "remindAction": .text(incoming.action("remind", on: tracker)),
      "every": .text(tracker.every.map { "\($0)" } ?? ""),
      "valuesAction": .text(incoming.action("values", on: tracker)),
      "unit": .text(tracker.unit), "goal": .text(tracker.goal?.text ?? ""),
      "switchTo": tracker.every == nil ? .none : .text(tracker.reminds ? "off" : "on"),
      "switchLabel": .text(tracker.reminds ? PageWords.remindOff : PageWords.remindOn),
      "pauseAction": tracker.every == nil
        ? .none : .text(incoming.action("pause", on: tracker)),
      "today": .text("\(incoming.now.day)"),
      "archiveAction": .text(
        incoming.action(tracker.isArchived ? "unarchive" : "archive", on: tracker)),
      "archiveLabel": .text(tracker.isArchived ? PageWords.unarchive : PageWords.archive),
    ]
  }
}
