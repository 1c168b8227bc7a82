internal import VaultFormat

/// The events of a tracker as they are numbered: the newest is the first.
package struct NumberedEvents: Sendable {
  package let tracker: Tracker
  package let events: [TrackerEvent]

  package init(of log: TrackerLog) {
    tracker = log.tracker
    // Of events with one time the last in the file is the newest.
    events = log.events.enumerated().sorted {
      ($0.element.begin.seconds, $0.offset) > ($1.element.begin.seconds, $1.offset)
    }.map(\.element)
  }
}
