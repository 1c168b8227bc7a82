internal import SystemCalls

/// Red, green and blue from 0 to 255 as they are shown.
typealias Colour = SIMD4<Float>

func rgb(_ hex: Int) -> Colour {
  Colour(Float(hex >> 16 & 255), Float(hex >> 8 & 255), Float(hex & 255), 0)
}

func mix(_ a: Colour, _ b: Colour, _ share: Float) -> Colour { a + (b - a) * share }

func clamped(_ value: Float) -> Float { min(max(value, 0), 1) }

/// A picture in memory.
///
/// One is the height: y goes from 0 at the top to 1, x from 0 to `aspect`.
final class Canvas {
  typealias Point = SIMD2<Float>

  let width: Int
  let height: Int
  let aspect: Float
  /// Row by row.
  let pixels: UnsafeMutablePointer<Colour>
  private let scale: Float

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    aspect = Float(width) / Float(height)
    scale = Float(height)
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: .zero, count: width * height)
  }

  deinit { pixels.deallocate() }

  /// The colour at a place, or the nearest one that is in the picture.
  subscript(x: Float, y: Float) -> Colour {
    let (column, row) = (Int(x * scale), Int(y * scale))
    return pixels[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
  }

  // MARK: - Areas

  /// Fills rows from `top` to `bottom`, each with one colour; the share goes from 0 to 1.
  func rows(_ top: Float, _ bottom: Float, _ colour: (_ share: Float) -> Colour) {
    let (first, last) = (row(top), row(bottom))
    for y in first..<max(first, last) {
      let value = colour(Float(y - first) / Float(max(last - first, 1)))
      (pixels + y * width).update(repeating: value, count: width)
    }
  }

  /// Fills everything below a line.
  ///
  /// - Parameters:
  ///   - bottom: the colour at the lower edge of the picture.
  ///   - texture: how much neighbours differ, as a share of the colour.
  ///   - depth: how far it reaches below the line.
  func ground(
    _ top: Colour, _ bottom: Colour, texture: Float = 0, depth: Float = 1,
    below line: (Float) -> Float
  ) {
    let edges = (0..<width).map { line(Float($0) / scale) * scale }
    guard let first = edges.min().map({ max(Int($0), 0) }), first < height else { return }
    let last = min(Int((edges.max() ?? 0) + depth * scale) + 1, height)
    for y in first..<max(last, first) {
      let colour = mix(top, bottom, Float(y - first) / Float(height - first))
      let row = pixels + y * width
      for x in 0..<width {
        let inside = Float(y + 1) - edges[x]
        if inside <= 0 || inside > depth * scale { continue }
        let value = texture == 0 ? colour : colour * (1 + texture * Grain.shared[x, y])
        row[x] = inside >= 1 ? value : mix(row[x], value, inside)
      }
    }
  }

  /// Lays a colour over rows, as thick as `amount` says, which is asked for at few points only.
  func mist(
    _ colour: Colour, _ top: Float = 0, _ bottom: Float = 1, step: Int = 12,
    _ amount: (Float, Float) -> Float
  ) {
    let (first, last) = (row(top), row(bottom))
    guard first < last else { return }
    let columns = width / step + 2
    func line(_ y: Int) -> [Float] {
      (0..<columns).map { clamped(amount(Float($0 * step) / scale, Float(y) / scale)) }
    }
    var above = line(first)
    for start in stride(from: first, to: last, by: step) {
      let below = line(start + step)
      for y in start..<min(start + step, last) {
        let down = Float(y - start) / Float(step)
        let row = pixels + y * width
        for column in 0..<columns - 1 {
          let left = above[column] + (below[column] - above[column]) * down
          let right = above[column + 1] + (below[column + 1] - above[column + 1]) * down
          if left + right == 0 { continue }
          let slope = (right - left) / Float(step)
          let begin = column * step
          for x in begin..<min(begin + step, width) {
            row[x] = mix(row[x], colour, left + slope * Float(x - begin))
          }
        }
      }
      above = below
    }
  }

  /// Mirrors what is above a line into what is below it, as still water does.
  func water(from line: Float, _ colour: Colour, depth: Float, ripple: Float, seed: Float) {
    let first = max(row(line), 1)
    for y in first..<height {
      let share = Float(y - first) / Float(max(height - first, 1))
      let wave = Float(Trigonometry.sine(Double(40 * seed + 130 * share / (0.25 + share))))
      let source = max(first - 1 - Int(Float(y - first) * 1.15 + wave * ripple * 6), 0)
      let shift = Int(wave * ripple * scale * 0.02 * (0.3 + share))
      let (from, to) = (pixels + source * width, pixels + y * width)
      let cover = min(0.25 + depth * share + (wave > 0.75 ? 0.1 : 0), 1)
      for x in 0..<width {
        to[x] = mix(from[min(max(x + shift, 0), width - 1)] * 0.92, colour, cover)
      }
    }
  }

  // MARK: - Shapes

  /// An ellipse.
  ///
  /// - Parameters:
  ///   - shade: the colour of the side that is away from the light, at the lower right.
  ///   - soft: fades from the middle to the edge.
  ///   - angle: in radians, clockwise.
  func ellipse(
    _ x: Float, _ y: Float, _ radiusX: Float, _ radiusY: Float, _ colour: Colour,
    shade: Colour? = nil, alpha: Float = 1, soft: Bool = false, angle: Float = 0
  ) {
    let (midX, midY) = (x * scale, y * scale)
    let (wide, high) = (max(radiusX * scale, 0.5), max(radiusY * scale, 0.5))
    let reach = angle == 0 ? Point(wide, high) : Point(repeating: max(wide, high))
    let (turnX, turnY) = (cosine(angle), sine(angle))
    let sharpness = min(wide, high)
    for y in Self.span(midY - reach.y, midY + reach.y, height) {
      let row = pixels + y * width
      let down = (Float(y) - midY) / high
      let half = angle == 0 ? reach.x * max(1 - down * down, 0).squareRoot() : reach.x
      let columns = Self.span(midX - half, midX + half, width)
      for x in columns {
        let (dx, dy) = (Float(x) - midX, Float(y) - midY)
        let u = (dx * turnX + dy * turnY) / wide
        let v = (dy * turnX - dx * turnY) / high
        let square = u * u + v * v
        if square >= 1 { continue }
        let fade = 1 - square
        let cover = soft ? fade * fade : min(fade * sharpness * 0.5, 1)
        let value = shade.map { mix(colour, $0, clamped(0.35 + u * 0.3 + v * 0.5)) } ?? colour
        row[x] = mix(row[x], value, cover * alpha)
      }
    }
  }

  /// An area between points, by the rule of even and odd.
  func polygon(_ points: [Point], _ colour: Colour, _ bottom: Colour? = nil, alpha: Float = 1) {
    let corners = points.map { $0 * scale }
    let top = corners.map(\.y).min() ?? 0
    let low = corners.map(\.y).max() ?? 0
    var cover = [Float](repeating: 0, count: width)
    for y in Self.span(top, low, height) {
      var (left, right) = (width, 0)
      for part in 0..<4 {
        let line = Float(y) + (Float(part) + 0.5) / 4
        var crossings: [Float] = []
        for (index, a) in corners.enumerated() {
          let b = corners[(index + 1) % corners.count]
          if (a.y <= line) == (b.y <= line) { continue }
          crossings.append(a.x + (line - a.y) / (b.y - a.y) * (b.x - a.x))
        }
        crossings.sort()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let start = max(crossings[pair], 0)
          let end = min(crossings[pair + 1], Float(width))
          if end <= start { continue }
          let (first, last) = (min(Int(start), width - 1), min(Int(end), width - 1))
          (left, right) = (min(left, first), max(right, last))
          for x in first...last {
            cover[x] += (min(end, Float(x + 1)) - max(start, Float(x))) / 4
          }
        }
      }
      guard left <= right else { continue }
      let value = bottom.map { mix(colour, $0, (Float(y) - top) / max(low - top, 1)) } ?? colour
      for x in left...right where cover[x] > 0 {
        let place = y * width + x
        pixels[place] = mix(pixels[place], value, min(cover[x], 1) * alpha)
        cover[x] = 0
      }
    }
  }

  /// An upright rectangle.
  func box(
    _ left: Float, _ top: Float, _ wide: Float, _ high: Float, _ colour: Colour,
    _ bottom: Colour? = nil, alpha: Float = 1
  ) {
    let (x0, x1) = (left * scale, (left + wide) * scale)
    let (y0, y1) = (top * scale, (top + high) * scale)
    let columns = Self.span(x0, x1, width)
    for y in Self.span(y0, y1, height) {
      let line = Float(y)
      let cover = min(y1, line + 1) - max(y0, line)
      if cover <= 0 { continue }
      let value = bottom.map { mix(colour, $0, (line - y0) / max(y1 - y0, 1)) } ?? colour
      let row = pixels + y * width
      for x in columns {
        let inside = min(x1, Float(x + 1)) - max(x0, Float(x))
        if inside > 0 { row[x] = mix(row[x], value, inside * cover * alpha) }
      }
    }
  }

  /// A line whose width goes from one end to the other.
  func stroke(_ a: Point, _ b: Point, _ wide: Float, _ end: Float, _ colour: Colour) {
    let way = b - a
    let length = max((way * way).sum().squareRoot(), 0.0001)
    let side = Point(-way.y, way.x) / length / 2
    polygon([a + side * wide, b + side * end, b - side * end, a - side * wide], colour)
  }

  /// The rows or columns between two places, as far as there are any.
  private static func span(_ from: Float, _ to: Float, _ count: Int) -> Range<Int> {
    let first = min(max(Int(from), 0), count)
    return first..<max(min(Int(to) + 2, count), first)
  }

  private func row(_ y: Float) -> Int { min(max(Int(y * scale), 0), height) }
}

func sine(_ angle: Float) -> Float { Float(Trigonometry.sine(Double(angle))) }
func cosine(_ angle: Float) -> Float { Float(Trigonometry.cosine(Double(angle))) }

/// Noise as of film, from -1 to 1.
// Written once, before it is shared, and never freed: an array would be counted at each point.
struct Grain: @unchecked Sendable {
  static let shared = Grain()
  private let values: UnsafeMutablePointer<Float>

  private init() {
    var dice = Dice(7)
    values = .allocate(capacity: 65_536)
    for index in 0..<65_536 {
      (values + index).initialize(to: (dice.unit() + dice.unit() + dice.unit()) / 1.5 - 1)
    }
  }

  subscript(x: Int, y: Int) -> Float { values[(y & 255) << 8 | (x &+ y >> 8 &* 89) & 255] }

  /// Clouds and hills: waves of several lengths, from 0 to 1.
  func waves(_ x: Float, _ y: Float, octaves: Int = 4) -> Float {
    var (sum, weight, total) = (Float(0), Float(1), Float(0))
    var (u, v) = (x, y)
    for _ in 0..<octaves {
      sum += weight * smooth(u, v)
      total += weight
      weight *= 0.5
      (u, v) = (u * 2.03 + 17.3, v * 2.03 + 5.9)
    }
    return clamped(0.5 + sum / total)
  }

  private func smooth(_ x: Float, _ y: Float) -> Float {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (u, v) = (x - left, y - top)
    let (column, row) = (Int(left) & 255, Int(top) & 255)
    func value(_ x: Int, _ y: Int) -> Float { values[(y & 255) << 8 | x & 255] }
    let (s, t) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
    let above = value(column, row) + (value(column + 1, row) - value(column, row)) * s
    let below =
      value(column, row + 1) + (value(column + 1, row + 1) - value(column, row + 1)) * s
    return above + (below - above) * t
  }
}
