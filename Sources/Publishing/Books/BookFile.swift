internal import Archives
package import SystemCalls
package import VaultStore

/// A book as one file to be taken along.
package enum BookFile: String, CaseIterable, Sendable {
  case epub
  /// A folder of HTML, packed.
  case html

  package var mimeType: String {
    switch self {
    case .epub: "application/epub+zip"
    case .html: "application/zip"
    }
  }

  package var fileExtension: String { self == .epub ? "epub" : "zip" }

  /// Writes the book to an empty file.
  ///
  /// - Parameters:
  ///   - folder: the path of an empty folder for its photos.
  ///   - threads, program: as in `BookPhotos`.
  /// - Throws: a `StoreError` for a photo that changed meanwhile, a `SystemError`, a `TemplateLibrary.Problem`; the file is
  ///   incomplete then.
  package func write(
    _ plan: BookPlan, to file: borrowing FileDescriptor, photosIn folder: String, of vault: Vault,
    threads: Int, program: String?
  ) throws {
    let archive = ZipWriter(try file.duplicated())
    switch self {
    case .epub:
      let photos = try BookPhotos(
        plan.wantedOnScreen, in: folder, of: vault, threads: threads, program: program)
      try BookEPUB(plan, photos).write(to: archive, photosIn: folder)
    case .html:
      let pages = BookPages(plan)
      let photos = try BookPhotos(
        pages.wanted, in: folder, of: vault, threads: threads, program: program)
      try BookFolder(pages, photos).write(to: archive, photosIn: folder)
    }
  }
}
