internal import VaultFormat

/// Which file will have which name once files are moved and removed as planned.
///
/// A tree of the names that will not be those of now, so that each question and each change costs what its path has
/// components, however many changes are planned.
final class PlannedNames {
  private final class Node {
    var place: Place
    var children: [[UInt8]: Node] = [:]

    init(_ place: Place) { self.place = place }
  }

  /// Where the file of a name is now.
  private enum Place {
    /// Where its folder is, by the same name.
    case inFolder
    case at(VaultPath)
    case nowhere
  }

  private let root = Node(.inFolder)
  /// What had the paths that are planned to be removed.
  private var removed: [VaultPath: Node] = [:]

  private static let slash = UInt8(ascii: "/")

  /// Where the file is now that will have a path; nil if it will have been moved away.
  func present(_ path: VaultPath) -> VaultPath? {
    var node: Node? = root
    var place: [UInt8]? = []
    for name in path.bytes.split(separator: Self.slash) {
      node = node?.children[Array(name)]
      switch node?.place ?? .inFolder {
      case .inFolder: place = place.map { $0.isEmpty ? Array(name) : $0 + [Self.slash] + name }
      case .at(let other): place = Array(other.bytes)
      case .nowhere: place = nil
      }
    }
    return place.flatMap { VaultPath($0) }
  }

  /// Plans a move of a file, or of a folder with what is in it.
  func move(_ path: VaultPath, to new: VaultPath) {
    let moved = taken(from: path)
    removed[path] = nil
    put(Node(.nowhere), at: path)
    put(moved, at: new)
  }

  /// Plans a removal.
  func remove(_ path: VaultPath) {
    if present(path) != nil { removed[path] = taken(from: path) }
    put(Node(.nowhere), at: path)
  }

  /// Takes the last planned removal of a path back, unless something else will have the path.
  func keep(_ path: VaultPath) {
    guard let node = node(at: path), case .nowhere = node.place,
      let former = removed.removeValue(forKey: path)
    else { return }
    former.children.merge(node.children) { $1 }
    put(former, at: path)
  }

  /// What is planned for a path and below, with its present place.
  private func taken(from path: VaultPath) -> Node {
    let place = present(path).map(Place.at) ?? .nowhere
    let node = node(at: path) ?? Node(place)
    node.place = place
    return node
  }

  private func node(at path: VaultPath) -> Node? {
    path.bytes.split(separator: Self.slash).reduce(root as Node?) { node, name in
      node?.children[Array(name)]
    }
  }

  private func put(_ node: Node, at path: VaultPath) {
    var folder = root
    let names = path.bytes.split(separator: Self.slash).map(Array.init)
    for name in names.dropLast() {
      let child = folder.children[name] ?? Node(.inFolder)
      folder.children[name] = child
      folder = child
    }
    if let name = names.last { folder.children[name] = node }
  }
}
