/// What a camera wrote about a photo.
///
/// A value that is not there, or out of its range, is nil.
package struct PhotoDetails: Hashable, Sendable {
  package var original: CameraTime?
  package var digitized: CameraTime?
  /// When the file was changed.
  package var modified: CameraTime?
  package var position: GeoPosition?
  /// The time of the satellites, in seconds since 1970-01-01T00:00:00Z.
  package var gpsTime: Int64?
  package var make: String?
  package var model: String?
  /// The exposure in seconds.
  package var exposureTime: Double?
  package var fNumber: Double?
  /// In millimetres.
  package var focalLength: Double?
  /// In millimetres, of a lens with the same view on film of 35 mm.
  package var focalLength35mm: Int?
  package var iso: Int?
  package var orientation: PictureOrientation?
  /// EXIF's ImageUniqueID in lower case, which a picture keeps whatever its file.
  package var uniqueID: String?

  package init() {}
}
