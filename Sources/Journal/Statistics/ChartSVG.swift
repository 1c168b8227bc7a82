internal import VaultFormat

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

  package init(title: String, bars: [Bar]) {
    (self.title, self.bars) = (title, bars)
    let values = bars.map(\.value)
    let greatest = values.compactMap(\.self).max()
    largest = values.lastIndex { $0 != nil && $0 == greatest }
    last = values.lastIndex { $0 != nil }
    scale = ChartScale(values)
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
    package let baseline: String
    package let labels: [ChartLabel]
  }

  package var shapes: Shapes {
    Shapes(
      others: outlines { $0 != largest && $0 != last },
      distinguished: outlines { $0 == largest || $0 == last },
      baseline:
        "M\(place(ChartScale.left)) \(place(scale.zero))H\(place(ChartScale.right))",
      labels: valueLabels + dateLabels)
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

  private var dateLabels: [ChartLabel] {
    let ends = bars.count > 1 ? [0, bars.count - 1] : Array(bars.indices)
    return ends.map { ChartLabel(bars[$0].label, center: scale.center(of: $0), y: 193) }
  }

  private func place(_ coordinate: Double) -> String { NumberText.of(coordinate) }
}
