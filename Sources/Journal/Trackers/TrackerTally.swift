package import VaultFormat

/// What the events of a tracker come to: how many there are, which is the last one, and from when the next one counts.
package struct TrackerTally: Sendable {
  /// Of events, without pauses and skips; of those with one clock time only the last in the file counts.
  package private(set) var count = 0
  /// The newest event that is not after now.
  package private(set) var last: TrackerEvent?
  /// The newest event that still runs.
  package private(set) var running: TrackerEvent?
  /// The earliest event after now.
  package private(set) var planned: NoteTime?
  /// The time of the newest event or skip, which may be after now.
  package private(set) var base: NoteTime?
  package private(set) var pauses: [TrackerPause] = []
  /// Whether an event was on each of the last `dayCount` days, today first.
  package private(set) var days: [Bool]
  private let dayStart: Int
  private let today: Int

  /// Fourteen months of thirty days.
  package static let dayCount = 420

  /// Reads all events once and keeps eight bytes of each, for the count.
  ///
  /// - Parameters:
  ///   - now: in the vault's zone.
  ///   - dayStart: seconds after midnight.
  package init(of log: TrackerLog, now: NoteTime, dayStart: Int = 0) {
    var newest = Newest(now: now, dayStart: dayStart)
    for part in log.parts(newest, { $0.add($1) }) { newest.add(part) }
    for (index, note) in log.notes.enumerated() {
      newest.add(note.begin, time: note.time, isRunning: false, .note(index))
    }
    (planned, base, pauses) = (newest.planned, newest.base, newest.pauses)
    (count, days) = (newest.count, newest.days)
    (self.dayStart, today) = (dayStart, newest.today)
    log.document.bytes.withUnsafeBufferPointer { bytes in
      func event(_ place: Newest.Place?) -> TrackerEvent? {
        switch place {
        case nil: nil
        case .note(let index): log.notes[index]
        case .line(let line):
          TrackerEvent(
            line, number: log.document.position(of: line.range.lowerBound).line, in: bytes,
            unit: log.tracker.unit)
        }
      }
      last = event(newest.last?.place)
      running = event(newest.running?.place)
    }
  }

  /// Whether `days` begins with the day of that time.
  package func isOfDay(of now: NoteTime) -> Bool {
    now.dayNumber(startingAt: dayStart) == today
  }
}

/// The newest of each kind, while events are read.
private struct Newest: Sendable {
  enum Place: Sendable {
    case line(EventLine)
    case note(Int)
  }

  typealias Found = (begin: Int64, place: Place)

  let now: NoteTime
  var last: Found?
  var running: Found?
  var planned: NoteTime?
  var base: NoteTime?
  var pauses: [TrackerPause] = []
  private(set) var days = [Bool](repeating: false, count: TrackerTally.dayCount)
  /// The clock times of events, and the number of those that have only a day.
  private var clockTimes: [Int64] = []
  private var wholeDays = 0
  private let dayStart: Int
  let today: Int

  init(now: NoteTime, dayStart: Int) {
    (self.now, self.dayStart) = (now, dayStart)
    today = now.dayNumber(startingAt: dayStart)
  }

  mutating func add(_ line: EventLine) {
    let isRunning = line.end == .running
    let time: NoteTime = if case .at(let end) = line.end { end } else { line.begin }
    switch line.mark {
    case .pause: pauses.append(TrackerPause(line))
    case .skip: count(from: time)
    case nil: add(line.begin, time: time, isRunning: isRunning, .line(line))
    }
  }

  /// Adds events that follow.
  mutating func add(_ later: Newest) {
    clockTimes += later.clockTimes
    wholeDays += later.wholeDays
    for index in days.indices where later.days[index] { days[index] = true }
    if let new = later.last, last.map({ new.begin >= $0.begin }) ?? true { last = new }
    if let new = later.running, running.map({ new.begin >= $0.begin }) ?? true { running = new }
    if let new = later.planned, planned.map({ new.seconds < $0.seconds }) ?? true { planned = new }
    if let new = later.base { count(from: new) }
    pauses += later.pauses
  }

  mutating func add(_ begin: NoteTime, time: NoteTime, isRunning: Bool, _ place: Place) {
    if begin.precision == .second { clockTimes.append(begin.seconds) } else { wholeDays += 1 }
    count(from: time)
    guard begin.seconds <= now.seconds || (begin.precision == .day && begin.day <= now.day) else {
      if planned.map({ begin.seconds < $0.seconds }) ?? true { planned = begin }
      return
    }
    let age = today - begin.dayNumber(startingAt: dayStart)
    if days.indices.contains(age) { days[age] = true }
    if last.map({ begin.seconds >= $0.begin }) ?? true { last = (begin.seconds, place) }
    if isRunning, running.map({ begin.seconds >= $0.begin }) ?? true {
      running = (begin.seconds, place)
    }
  }

  private mutating func count(from time: NoteTime) {
    if base.map({ time.seconds >= $0.seconds }) ?? true { base = time }
  }

  var count: Int {
    var (times, distinct) = (clockTimes, clockTimes.isEmpty ? 0 : 1)
    if !isSorted(times, by: <=), !isSorted(times, by: >=) { times.sort() }
    for index in times.indices.dropFirst() where times[index] != times[index - 1] { distinct += 1 }
    return distinct + wholeDays
  }

  private func isSorted(_ times: [Int64], by areInOrder: (Int64, Int64) -> Bool) -> Bool {
    zip(times, times.dropFirst()).allSatisfy(areInOrder)
  }
}
