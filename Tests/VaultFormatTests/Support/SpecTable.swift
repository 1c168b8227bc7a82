import Foundation
import VaultFormat

/// Sections that hold `input => result` lines: rules about values, without a document around them.
enum SpecTable {
  /// One hour east of Greenwich, always.
  static let zone = TimeZoneRules { _ in 3600 }

  /// The function that a section of this title checks; nil where it is no table.
  static func function(_ title: String) -> (@Sendable ([UInt8]) -> String)? { functions[title] }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static let functions: [String: @Sendable ([UInt8]) -> String] = [
    "tag": { Tag(text($0))?.text ?? "none" },
    "tags in one string": { Tag.list(in: text($0)).map(\.text).joined(separator: " | ") },
    "equal tags": { input in
      let parts = text(input).split(separator: " ~ ").compactMap { Tag(String($0)) }
      return parts.count == 2 && parts[0] == parts[1] ? "yes" : "no"
    },
    "tag within tag": { input in
      let parts = text(input).split(separator: " in ").compactMap { Tag(String($0)) }
      return parts.count == 2 && parts[0].isWithin(parts[1]) ? "yes" : "no"
    },
    "time": { NoteTime(text($0), zone: zone)?.rfc3339 ?? "none" },
    "day": { NoteTime(text($0), zone: zone)?.day.description ?? "none" },
    "file name": { FileNameDate.time(inStem: $0, zone: zone)?.rfc3339 ?? "none" },
    "provisional id": { input in
      let parts = input.split(separator: 0x20)
      guard let path = parts.first.flatMap({ VaultPath($0) }) else { return "no path" }
      let number = parts.count > 1 ? Int(text(Array(parts[1]))) ?? 0 : 1
      return ProvisionalID.of(path, number: number).text
    },
    "copy id": { input in
      let parts = input.split(separator: 0x20)
      guard parts.count == 2, let id = NoteID(text(Array(parts[0]))), let path = VaultPath(parts[1])
      else { return "unreadable" }
      return ProvisionalID.ofCopy(id, at: path).text
    },
    "conflict id": { input in
      let parts = input.split(separator: 0x20).map { text(Array($0)) }
      guard parts.count == 2, let id = NoteID(parts[0]) else { return "unreadable" }
      return ProvisionalID.ofConflict(id, blob: parts[1]).text
    },
    "conflict path": { input in
      let parts = text(input).components(separatedBy: ", ")
      guard parts.count == 3, let path = VaultPath(parts[0]),
        let time = NoteTime(parts[2], zone: zone)
      else { return "unreadable" }
      return ConflictCopy.path(of: path, device: parts[1], time: time.seconds).text
    },
    "event": { SpecDump.event(in: $0, unit: "min", zone: zone) },
    "interval": { input in
      do {
        let interval = try TrackerInterval(text(input))
        let clock = interval.clock.map { ", \($0) s" } ?? ""
        return "\(interval); \(interval.count) × \(interval.unit)\(clock)"
      } catch {
        return "\(error)"
      }
    },
    "goal": { input in
      guard let goal = TrackerGoal(text(input)) else { return "none" }
      return "\(goal.bound.rawValue) \(goal.number) (\(goal.unit)) per \(goal.period)"
    },
    "day id": { CalendarDay(text($0)).map { ProvisionalID.ofDay($0).text } ?? "none" },
    "boolean": { Bool(lenient: text($0)).map { "\($0)" } ?? "none" },
    "key": { input in
      guard let (key, rank) = KnownKey.named(text(input)) else { return "unknown" }
      return "\(key.name), \(key.valueType)" + (rank == 0 ? "" : ", name \(rank + 1)")
    },
    "scalar": { input in
      let document = NoteDocument(Array("---\nx: ".utf8) + input + Array("\n---\n".utf8))
      guard let value = document.frontMatter?.field(named: "x")?.value.value else {
        return "broken"
      }
      return SpecDump.text(of: value)
    },
    "written text": { input in
      let document = try? NoteDocument([]).setting("x", to: .text(text(input)))
      guard let field = document?.frontMatter?.field(named: "x"), let bytes = document?.bytes else {
        return "refused"
      }
      return String(decoding: bytes[field.value.range], as: UTF8.self)
    },
  ]
}
