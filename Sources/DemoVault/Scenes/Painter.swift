/// What a photo shows.
package enum Scene: String, CaseIterable, Sendable {
  case sea, lake, meadow, city, night, portrait, plate, rain, snow, forest, flowers, cake, lanterns
  case street, cat, terraces, kite, desk, fireworks, group
}

/// What somebody looks like.
package struct Look: Sendable {
  var skin: Int
  var hair: Int
  var shirt: Int
  /// 0 short, 1 to the shoulders, 2 tied, 3 none on top.
  var style: Int
  var hasGlasses = false
  var hasBeard = false
  /// A child has a larger head.
  var isChild = false
}

/// Draws one photo.
struct Painter {
  /// The variables that every scene finds.
  static let given = [
    "W", "high", "low", "sun", "tint", "dark", "green", "winter", "count", "skin", "hair", "shirt",
    "style", "glasses", "beard", "child", "place",
  ]

  private let program = SceneProgram.shared
  private let canvas: Canvas
  private let people: [Look]
  private let leaves: [Colour]
  private var dice: Dice
  private var values: [Colour]
  /// Of the last land.
  private var line: (Float) -> Float = { _ in 1 }

  /// The picture as JPEG.
  ///
  /// - Parameters:
  ///   - month: 1 to 12, by which leaves and light are chosen.
  ///   - hour: 0 to 23.
  static func draw(
    _ scene: Scene, width: Int, height: Int, month: Int, hour: Int, _ people: [Look],
    seed: UInt64, exif: [UInt8]?
  ) -> [UInt8] {
    var painter = Painter(Canvas(width: width, height: height), month, hour, people, seed)
    painter.run(scene.rawValue, [])
    return JPEGEncoder.encode(painter.canvas, exif: exif)
  }

  private init(_ canvas: Canvas, _ month: Int, _ hour: Int, _ people: [Look], _ seed: UInt64) {
    (self.canvas, self.people) = (canvas, people)
    dice = Dice(seed)
    values = Array(repeating: .zero, count: program.variables.count)
    let isWinter = month <= 2 || month == 12
    let (green, leaves) =
      isWinter
      ? (0x6E6A52, [0x5B5246, 0x4A4A3E, 0x6B5D4A])
      : month >= 9
        ? (0x8A7A38, [0xC9742A, 0xD79A32, 0xA2472A, 0x8C8A3A])
        : month <= 5
          ? (0x6FA03C, [0x86B84A, 0xF0B7C8, 0xA9C95A, 0xE9A0B8])
          : (0x4F8432, [0x3F7A35, 0x558C3A, 0x2F6238])
    self.leaves = leaves.map(rgb)
    let isNight = hour >= 21 || hour < 5 || isWinter && hour >= 18
    let isLate = hour >= (isWinter ? 16 : 19)
    let isGrey = dice.chance(isWinter || month >= 9 ? 0.45 : 0.2)
    // From the top of the sky to its edge, the sun, and what colours by day are multiplied with.
    let skies: [(Int, Int, Int, Colour)] =
      isNight
      ? [(0x060B22, 0x22305A, 0xF4F0DC, Colour(0.3, 0.34, 0.48, 0))]
      : isLate
        ? [
          (0x3E4E86, 0xF6A25E, 0xFFE2A8, Colour(0.86, 0.68, 0.6, 0)),
          (0x5A4A7E, 0xF2846A, 0xFFD0A0, Colour(0.8, 0.64, 0.62, 0)),
          (0x6C7FB0, 0xFFD3A6, 0xFFF0C8, Colour(0.9, 0.78, 0.7, 0)),
        ]
        : hour < 8
          ? [(0x8FB0D6, 0xFBE3C8, 0xFFF3D0, Colour(0.92, 0.88, 0.86, 0))]
          : isGrey
            ? [(0x9AA6B2, 0xD9DEE0, 0xE6E9EA, Colour(0.8, 0.83, 0.86, 0))]
            : [
              (0x3B7FC4, 0xCFE6F4, 0xFFFBE8, Colour(1, 0.99, 0.95, 0)),
              (0x5A9BD8, 0xE6F1F2, 0xFFFBE8, Colour(1, 0.99, 0.95, 0)),
              (0x2F6FB8, 0xA9D3EC, 0xFFFBE8, Colour(1, 0.99, 0.95, 0)),
            ]
    let sky = skies[dice.below(skies.count)]
    set("high", rgb(sky.0))
    set("low", rgb(sky.1))
    set("sun", rgb(sky.2))
    set("tint", sky.3)
    set("dark", isNight ? 2 : isLate ? 1 : 0)
    set("green", rgb(green))
    set("winter", isWinter ? 1 : 0)
    set("W", canvas.aspect)
    set("count", Float(people.count))
  }

  private mutating func set(_ name: String, _ value: Colour) {
    if let slot = program.variables[name] { values[slot] = value }
  }

  private mutating func set(_ name: String, _ value: Float) { set(name, Colour(repeating: value)) }

  // MARK: - Lines

  private mutating func run(_ part: String, _ arguments: [Colour]) {
    guard let (parameters, body) = program.parts[part] else { return }
    for (slot, value) in zip(parameters, arguments) { values[slot] = value }
    run(body)
  }

  private mutating func run(_ steps: [SceneProgram.Step]) {
    var isDone = true
    for step in steps {
      switch step.name {
      case "set": values[step.target] = value(step.arguments[0])
      case "repeat":
        for index in 0..<max(Int(value(step.arguments[0]).x), 0) {
          values[step.target] = Colour(repeating: Float(index))
          run(step.body)
        }
      case "chance":
        isDone = dice.chance(value(step.arguments[0]).x)
        if isDone { run(step.body) }
      case "if":
        isDone = value(step.arguments[0]).x > 0
        if isDone { run(step.body) }
      case "else": if !isDone { run(step.body) }
      case "each":
        for (index, look) in people.prefix(4).enumerated() {
          show(look, index)
          run(step.body)
        }
      default: draw(step)
      }
    }
  }

  private mutating func show(_ look: Look, _ index: Int) {
    set("skin", rgb(look.skin))
    set("hair", rgb(look.hair))
    set("shirt", rgb(look.shirt))
    set("style", Float(look.style))
    set("glasses", look.hasGlasses ? 1 : 0)
    set("beard", look.hasBeard ? 1 : 0)
    set("child", look.isChild ? 1 : 0)
    set("place", Float(index))
  }

  private mutating func draw(_ step: SceneProgram.Step) {
    var at: [Colour] = []
    for argument in step.arguments { at.append(value(argument)) }
    var options: [String: Colour] = [:]
    for (name, expression) in step.options { options[name] = value(expression) }
    let n = at.map(\.x)
    let alpha = options["alpha"]?.x ?? 1
    switch (step.name, at.count) {
    case ("rows", 4):
      let (top, bottom) = (at[2], at[3])
      canvas.rows(n[0], n[1]) { mix(top, bottom, $0) }
    case ("oval", 5):
      canvas.ellipse(
        n[0], n[1], n[2], n[3], at[4], shade: options["shade"], alpha: alpha, soft: false,
        angle: options["angle"]?.x ?? 0)
    case ("glow", 5): canvas.ellipse(n[0], n[1], n[2], n[3], at[4], alpha: alpha, soft: true)
    case ("box", 5): canvas.box(n[0], n[1], n[2], n[3], at[4], options["to"], alpha: alpha)
    case ("line", 7):
      canvas.stroke(Canvas.Point(n[0], n[1]), Canvas.Point(n[2], n[3]), n[4], n[5], at[6])
    case ("poly", 7...):
      let corners = stride(from: 1, to: n.count - 1, by: 2).map { Canvas.Point(n[$0], n[$0 + 1]) }
      canvas.polygon(corners, at[0], options["to"], alpha: alpha)
    case ("light", 1): set("tint", at[0])
    case ("water", 4):
      canvas.water(from: n[0], at[1], depth: n[2], ripple: n[3], seed: dice.from(0, to: 9))
    case ("mist", 7): mist(at[0], n, isFar: options["far"] != nil)
    case ("hill", 4), ("peaks", 4), ("flat", 3):
      line = land(step.name, n.dropFirst(2), options)
      canvas.ground(
        at[0], at[1], texture: options["texture"]?.x ?? 0, depth: options["depth"]?.x ?? 1,
        below: line)
    case ("again", 3):
      let (last, up) = (line, n[2])
      canvas.ground(
        at[0], at[1], texture: options["texture"]?.x ?? 0, depth: options["depth"]?.x ?? 1
      ) { last($0) - up }
    default: run(step.name, at)
    }
  }

  /// A line that the land begins at: hills around a height, or peaks above it.
  private mutating func land(
    _ kind: String, _ at: ArraySlice<Float>, _ options: [String: Colour]
  ) -> (Float) -> Float {
    guard let y = at.first, let size = at.dropFirst().first else {
      let y = at.first ?? 1
      return { _ in y }
    }
    let offset = options["offset"]?.x ?? dice.unit() * 90
    let (length, lowest) = (options["length"]?.x ?? 0.9 + dice.unit(), options["lowest"]?.x ?? 2)
    let (across, slope) = (options["across"]?.x ?? offset, options["slope"]?.x ?? 0)
    let grain = Grain.shared
    if kind == "hill" {
      return { x in
        let wave = grain.waves(x * length + offset, across, octaves: 3)
        return min(y - size * (wave - 0.4) + slope * x, lowest)
      }
    }
    return { x in
      let at = x * length + offset
      let fold = 1 - abs(at - at.rounded()) * 2
      let rough = grain.waves(x * 5 + offset, 3, octaves: 5) - 0.5
      let high = fold * (0.6 + 0.4 * sine(at.rounded() * 7)) + rough * 0.5
      return min(y - size * high, lowest)
    }
  }

  /// Clouds, wood or light on waves: a colour where noise is above a threshold.
  ///
  /// - Parameter n: behind the colour the top, the bottom, two lengths of the noise, the threshold and the strength.
  private mutating func mist(_ colour: Colour, _ n: [Float], isFar: Bool) {
    let (offset, grain) = (dice.unit() * 90, Grain.shared)
    let (top, bottom) = (n[1], n[2])
    canvas.mist(colour, top, bottom, step: isFar || n[4] > 20 ? 5 : 12) { x, y in
      let near = isFar ? (y - top) / (bottom - top) + 0.25 : Float(1)
      let wave = grain.waves(x * n[3] / near + offset, y * n[4] / near, octaves: isFar ? 2 : 4)
      return max(wave - n[5], 0) * n[6] * (isFar ? 1 : min(1, (bottom - y) * 6))
    }
  }

  // MARK: - Values

  private mutating func value(_ expression: SceneProgram.Expression) -> Colour {
    switch expression {
    case .value(let value): return value
    case .variable(let slot): return values[slot]
    case .operation(let sign, let left, let right):
      let (a, b) = (value(left), value(right))
      switch sign {
      case UInt8(ascii: "+"): return a + b
      case UInt8(ascii: "-"): return a - b
      case UInt8(ascii: "*"): return a * b
      case UInt8(ascii: "/"): return a / b
      case UInt8(ascii: "<"): return Colour(repeating: a.x < b.x ? 1 : 0)
      case UInt8(ascii: ">"): return Colour(repeating: a.x > b.x ? 1 : 0)
      default: return a + (b - a) * dice.unit()
      }
    case .call(let name, let arguments):
      if name == "pick" { return value(arguments[dice.below(arguments.count)]) }
      if name == "leaf" { return leaves[dice.below(leaves.count)] }
      var at: [Colour] = []
      for argument in arguments { at.append(value(argument)) }
      switch (name, at.count) {
      case ("mix", 3): return mix(at[0], at[1], clamped(at[2].x))
      case ("lit", 1): return at[0] * values[program.variables["tint"] ?? 0]
      case ("sin", 1): return Colour(repeating: sine(at[0].x))
      case ("cos", 1): return Colour(repeating: cosine(at[0].x))
      case ("min", 2): return at[0].x < at[1].x ? at[0] : at[1]
      case ("max", 2): return at[0].x > at[1].x ? at[0] : at[1]
      case ("side", 0): return Colour(repeating: dice.chance(0.5) ? 1 : -1)
      case ("land", 1): return Colour(repeating: line(at[0].x))
      case ("seen", 2): return canvas[at[0].x, at[1].x]
      default: return .zero
      }
    }
  }
}
