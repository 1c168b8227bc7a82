#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The functions of the C library for angles, which are in radians.
package enum Trigonometry {
  package static func sine(_ angle: Double) -> Double { sin(angle) }
  package static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// The angle from -π/2 to π/2 with that sine; NaN if the sine is beyond -1 or 1.
  package static func arcSine(_ sine: Double) -> Double { asin(sine) }
}
