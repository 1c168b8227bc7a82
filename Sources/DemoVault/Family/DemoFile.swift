internal import Media
internal import SystemCalls
internal import VaultFormat

/// A file of the vault; its content is made when it is asked for.
package struct DemoFile: Sendable {
  enum Content: Sendable {
    case text(String)
    case photo(DemoPhoto)
    /// Seconds, and the seed of a tune.
    case sound(Int, UInt64)
  }

  /// From the root of the vault, with `/` between folders.
  package let path: String
  let content: Content

  /// Whether it takes milliseconds to make.
  package var isDrawn: Bool {
    if case .photo = content { true } else { false }
  }

  /// The same at each call.
  package func bytes() -> [UInt8] {
    switch content {
    case .text(let text): Array(text.utf8)
    case .photo(let photo): photo.bytes()
    case .sound(let seconds, let seed): Self.tune(seconds, seed)
    }
  }

  /// A WAV file: soft tones of a scale, and the noise of a room.
  private static func tune(_ seconds: Int, _ seed: UInt64) -> [UInt8] {
    let rate = 8000
    var dice = Dice(seed)
    var samples = [Float](repeating: 0, count: seconds * rate)
    let scale: [Float] = [220, 261.6, 293.7, 329.6, 392, 440, 523.3]
    var start = rate / 4
    while start + rate < samples.count {
      let (tone, length) = (scale[dice.below(scale.count)], rate * dice.from(4, to: 9) / 8)
      for index in 0..<min(length, samples.count - start) {
        let share = Float(index) / Float(length)
        let swell = min(share * 12, 1) * (1 - share) * (1 - share)
        samples[start + index] += sine(Float(index) * tone / Float(rate) * 6.283_185) * swell
      }
      start += rate * dice.from(2, to: 5) / 8
    }
    var bytes = Array("RIFF".utf8)
    func add(_ value: Int, _ count: Int) {
      for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
    }
    add(36 + samples.count * 2, 4)
    bytes += Array("WAVEfmt ".utf8)
    for (value, count) in [(16, 4), (1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2)] {
      add(value, count)
    }
    bytes += Array("data".utf8)
    add(samples.count * 2, 4)
    for sample in samples { add(Int(sample * 9000 + (dice.unit() - 0.5) * 300), 2) }
    return bytes
  }
}

/// A photo that can be drawn.
struct DemoPhoto: Sendable {
  var scene: Scene
  var width: Int
  var height: Int
  var people: [Look]
  var seed: UInt64
  /// The clock of the camera.
  var time: NoteTime
  var latitude: Double
  var longitude: Double
  /// By which leaves and light are chosen.
  var month: Int

  func bytes() -> [UInt8] {
    Painter.draw(
      scene, width: width, height: height, month: month, hour: time.secondOfDay / 3600, people,
      seed: seed, exif: details.exif)
  }

  private var details: PhotoDetails {
    var details = PhotoDetails()
    details.original = CameraTime(day: time.day, secondOfDay: time.secondOfDay, offset: time.offset)
    details.position = GeoPosition(latitude: latitude, longitude: longitude)
    let cameras = [
      (2019, "Canon", "Canon EOS 700D", 35.0), (2022, "Google", "Pixel 4a", 4.38),
      (9999, "Fairphone", "FP5", 5.6),
    ]
    if let camera = cameras.first(where: { time.day.year <= $0.0 }) {
      (details.make, details.model, details.focalLength) = (camera.1, camera.2, camera.3)
    }
    var dice = Dice(seed)
    details.exposureTime = 1 / Double([30, 60, 125, 250, 500][dice.below(5)])
    details.fNumber = [1.8, 2.8, 4, 5.6][dice.below(4)]
    details.iso = [100, 200, 400, 800][dice.below(4)]
    return details
  }
}
