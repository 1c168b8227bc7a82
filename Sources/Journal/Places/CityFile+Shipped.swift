internal import SystemCalls

extension CityFile {
  /// The file that belongs to the running program: in `share/tl` beside its `bin` or `libexec` where it is installed, in
  /// `share` where it was built; nil if there is none.
  package static var shipped: CityFile? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    let places = [
      "../share/tl/places.tsv", "../../share/tl/places.tsv", "../../../share/places.tsv",
    ]
    return places.lazy.compactMap { SystemFile.read("\(folder)/\($0)") }.first.map(CityFile.init)
  }
}
