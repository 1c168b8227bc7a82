/// A bar chart as an SVG file of its own: no script, no font, no colour but `currentColor`.
///
/// The same bars give the same bytes. Titles and labels may come from strangers.
package struct ChartSVG: Sendable {
  package struct Bar: Sendable {
    package let label: String
    /// Finite; nil for no bar.
    package let value: Double?

    /// - Parameter value: what is not finite counts as nil.
    package init(label: String, value: Double?) {
      self.label = label
      self.value = value.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  package let title: String
  private let bars: [Bar]
  private let scale: ChartScale
  /// The indices of the largest and the last value, which are written above their bars.
  private let largest: Int?
  private let last: Int?
  private let goal: Double?
  private let isOpen: Bool

  /// - Parameters:
  ///   - goal: a value at which a line is drawn.
  ///   - isOpen: whether the time of the last bar goes on.
  package init(title: String, bars: [Bar], goal: Double? = nil, isOpen: Bool = false) {
    (self.title, self.bars, self.goal, self.isOpen) = (title, bars, goal, isOpen)
    let values = bars.map(\.value)
    let greatest = values.compactMap(\.self).max()
    largest = values.lastIndex { $0 != nil && $0 == greatest }
    last = values.lastIndex { $0 != nil }
    scale = ChartScale(values, and: goal)
  }

  /// The buckets of a tracker.
  package init(title: String, _ statistics: TrackerStatistics) {
    self.init(
      title: title,
      bars: statistics.buckets.map { Bar(label: $0.period.label, value: $0.value) })
  }

  /// What is drawn in a picture of 640 by 200, for a page that has an SVG element of its own: the values of attributes `d`.
  package struct Shapes: Sendable {
    /// Most bars.
    package let others: String
    /// The largest and the last one.
    package let distinguished: String
    /// The last one, where it is not complete yet and so no part of the others.
    package let running: String
    package let baseline: String
    package let goal: String?
    package let labels: [ChartLabel]
    /// Lines at round values.
    package let grid: String
    /// Those values, with their heights.
    package let marks: [(text: String, y: String)]
    package let goalHeight: String?
  }

  package var shapes: Shapes {
    Shapes(
      others: outlines { $0 != largest && $0 != last },
      distinguished: outlines { ($0 == largest || $0 == last) && !isRunning($0) },
      running: outlines(isRunning),
      baseline: line(scale.zero), goal: goal.map { line(scale.y(of: $0)) },
      labels: valueLabels + dateLabels,
      grid: marks.map { line(scale.y(of: $0)) }.joined(),
      marks: marks.map { (NumberText.of($0), place(scale.y(of: $0))) },
      goalHeight: goal.map { place(scale.y(of: $0)) })
  }

  private func isRunning(_ index: Int) -> Bool { isOpen && index == bars.count - 1 }

  /// Two to four round values; none where the greatest is below two.
  private var marks: [Double] {
    let greatest = (bars.map(\.value) + [goal]).compactMap(\.self).max() ?? 0
    guard greatest >= 2 else { return [] }
    var power = 1.0
    while power * 20 <= greatest { power *= 10 }
    let step = power * ([5, 2].first { greatest >= 2 * $0 * power } ?? 1)
    return Array(stride(from: step, through: greatest, by: step))
  }

  /// The file.
  package var text: String {
    let shapes = shapes
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="640" height="200" viewBox="0 0 640 200" \
      role="img" fill="currentColor">
      <title>\(XMLText.escaped(title))</title>
      <desc>\(XMLText.escaped(description))</desc>
      <path fill-opacity="0.5" d="\(shapes.others)"/>
      <path d="\(shapes.distinguished)"/>
      <path stroke="currentColor" stroke-opacity="0.3" d="\(shapes.baseline)"/>
      \(shapes.labels.map(\.element).joined(separator: "\n"))
      </svg>

      """
  }

  /// `2026-11-07: 2, 2026-11-08: 2`.
  package var description: String {
    let numbers = bars.compactMap { bar in
      bar.value.map { "\(bar.label): \(NumberText.of($0))" }
    }
    return numbers.isEmpty ? "no values" : numbers.joined(separator: ", ")
  }

  private func line(_ y: Double) -> String {
    "M\(place(ChartScale.left)) \(place(y))H\(place(ChartScale.right))"
  }

  private func outlines(_ isWanted: (Int) -> Bool) -> String {
    bars.indices.compactMap { index in
      isWanted(index) ? bars[index].value.flatMap { outline(of: index, $0) } : nil
    }.joined()
  }

  /// A bar with two round corners at its end; nil for 0.
  private func outline(of index: Int, _ value: Double) -> String? {
    guard value != 0 else { return nil }
    let (x, width, end) = (scale.left(of: index), scale.barWidth, scale.y(of: value))
    let radius = min(4, width / 2, (end - scale.zero).magnitude)
    // From the end of the bar towards the baseline.
    let inward = value > 0 ? radius : -radius
    let parts = [
      "M\(place(x)) \(place(scale.zero))V\(place(end + inward))",
      "Q\(place(x)) \(place(end)) \(place(x + radius)) \(place(end))",
      "H\(place(x + width - radius))",
      "Q\(place(x + width)) \(place(end)) \(place(x + width)) \(place(end + inward))",
      "V\(place(scale.zero))Z",
    ]
    return parts.joined()
  }

  private var valueLabels: [ChartLabel] {
    guard let largest, let last else { return [] }
    let labels = [largest, last].map { index in
      let value = bars[index].value ?? 0
      return ChartLabel(
        NumberText.of(value), center: scale.center(of: index), y: scale.y(of: max(0, value)) - 7)
    }
    // The largest alone where both would overlap, or are one.
    let distance = (labels[0].x - labels[1].x).magnitude
    let areApart = distance > labels[0].halfWidth + labels[1].halfWidth
    return areApart ? labels : [labels[0]]
  }

  /// Of the first and the last bar, and of two between them.
  private var dateLabels: [ChartLabel] {
    let (last, parts) = (bars.count - 1, min(3, bars.count - 1))
    let shown = parts > 0 ? (0...parts).map { $0 * last / parts } : Array(bars.indices)
    return shown.map { ChartLabel(bars[$0].label, center: scale.center(of: $0), y: 193) }
  }

  private func place(_ coordinate: Double) -> String { NumberText.of(coordinate) }
}

/// Where the bars of a chart stand, in a picture of 640 by 200.
struct ChartScale {
  static let left = 8.0
  static let right = 632.0
  static let width = right - left
  private static let top = 28.0
  private static let bottom = 168.0

  /// The height of the baseline.
  let zero: Double
  let barWidth: Double
  private let slot: Double
  /// The greatest magnitude, by which values are divided before anything is added to them: their sum may be infinite.
  private let unit: Double
  /// The height of the greatest magnitude.
  private let unitHeight: Double

  /// - Parameters:
  ///   - values: finite.
  ///   - goal: has its place too.
  init(_ values: [Double?], and goal: Double?) {
    let known = (values + [goal]).compactMap(\.self)
    let (least, greatest) = (min(0, known.min() ?? 0), max(0, known.max() ?? 0))
    unit = max(-least, greatest, .leastNonzeroMagnitude)
    unitHeight = (Self.bottom - Self.top) / max(greatest / unit - least / unit, 1)
    zero = Self.bottom + least / unit * unitHeight
    slot = Self.width / Double(max(1, values.count))
    barWidth = min(slot - min(4, slot / 5), 64)
  }

  func center(of index: Int) -> Double { Self.left + (Double(index) + 0.5) * slot }

  func left(of index: Int) -> Double { center(of: index) - barWidth / 2 }

  /// At least one unit from the baseline, unless the value is 0.
  func y(of value: Double) -> Double {
    let height = value / unit * unitHeight
    if value == 0 { return zero }
    return value > 0 ? zero - max(1, height) : zero - min(-1, height)
  }
}

/// A text in a chart, in the middle of its bar or as near to that as the picture lets it.
package struct ChartLabel: Sendable {
  let x: Double
  /// An estimate, as the font is not known.
  let halfWidth: Double
  private let y: Double
  /// May come from strangers.
  package let text: String

  /// - Parameter center: of its bar.
  init(_ text: String, center: Double, y: Double) {
    (self.text, self.y) = (text, y)
    halfWidth = min(5 * Double(text.count + 1), ChartScale.width / 2)
    x = min(max(center, ChartScale.left + halfWidth), ChartScale.right - halfWidth)
  }

  /// Where it stands, in the middle of its width, as attributes have it.
  package var place: (x: String, y: String) { (NumberText.of(x), NumberText.of(y)) }

  /// The element; a text of strangers stays a text.
  var element: String {
    let (x, y) = place
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"middle\">\(XMLText.escaped(text))</text>"
  }
}

/// Text for XML documents.
package enum XMLText {
  /// Without control characters and what XML 1.0 does not allow; for content and for attributes in either quotes.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": continue
      case _ where scalar.properties.generalCategory == .control: continue
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
