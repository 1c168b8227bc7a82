/// What one run of a program cost, from its start to its end.
package struct Measurement: Sendable {
  /// Seconds by the clock.
  package var wall: Double
  /// Seconds of processor time in the program and in the kernel on its behalf, all threads.
  package var user: Double
  package var system: Double
  /// Most memory held at once, in bytes.
  ///
  /// The system counts the measuring process into it up to the program's start, so it never reads
  /// less than that process's own peak.
  package var peakMemory: Int
  /// The exit code, or 128 plus the signal that ended the program.
  package var exitCode: Int32

  package init(wall: Double, user: Double, system: Double, peakMemory: Int, exitCode: Int32) {
    self.wall = wall
    self.user = user
    self.system = system
    self.peakMemory = peakMemory
    self.exitCode = exitCode
  }
}
