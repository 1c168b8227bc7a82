package import SystemCalls

/// The bytes of a file and its status when they were read.
package struct FileContent: Sendable {
  package var bytes: [UInt8]
  package var status: FileStatus
}
