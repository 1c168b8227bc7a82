/// Which folders of a module use which, by the names in their files.
///
/// A name counts where nothing else can be meant: a type that one file of the module declares, and a function, property
/// or case that one file of all modules declares. So a use may be missed, as of `path`, and none is invented, except for
/// names that Swift's own types have too: `foreignNames` are left out.
struct FolderGraph {
  /// Two folders, of which one uses the other.
  struct Edge: Hashable {
    let user: String
    let used: String
  }

  /// A file that uses what a file of another folder declares.
  struct Use: Hashable, CustomStringConvertible {
    let user: String
    let name: String
    let declaring: String

    var description: String { "\(user) uses \(name) of \(declaring)" }
  }

  private(set) var uses: [Edge: [Use]] = [:]

  /// - Parameters:
  ///   - files: of one module.
  ///   - owners: of the names of all modules.
  init(of files: [SourceFile], _ owners: NameOwners) {
    let declarations = Self.declarations(in: files, owners)
    for file in files {
      for (name, how) in file.names.uses {
        guard let declaration = declarations[name], declaration.file.folder != file.folder,
          !file.names.declares(name), declaration.isType || file.callsOrReads(name, how)
        else { continue }
        let use = Use(user: file.path, name: declaration.text, declaring: declaration.file.path)
        uses[Edge(user: file.folder, used: declaration.file.folder), default: []].append(use)
      }
    }
  }

  /// The edges that are part of a cycle.
  var cycles: [Edge] {
    let next = Dictionary(grouping: uses.keys, by: \.user).mapValues { $0.map(\.used) }
    func leads(from start: String, to end: String) -> Bool {
      var (seen, open): (Set<String>, [String]) = ([start], [start])
      while let folder = open.popLast() {
        if folder == end { return true }
        open += (next[folder] ?? []).filter { seen.insert($0).inserted }
      }
      return false
    }
    return uses.keys.filter { leads(from: $0.used, to: $0.user) }
      .sorted { ($0.user, $0.used) < ($1.user, $1.used) }
  }

  // MARK: - Declarations

  private struct Declaration {
    let file: SourceFile
    let text: String
    let isType: Bool
  }

  private static func declarations(
    in files: [SourceFile], _ owners: NameOwners
  ) -> [SourceNames.Name: Declaration] {
    let isOurs: (SourceNames.Name, String) -> Bool = { name, module in
      !foreignNames.contains(name) && owners.isOnly(name, of: module)
    }
    let members = only(files, \.members, isType: false, where: isOurs)
    let nested = only(files, \.nestedTypes, isType: true, where: isOurs)
    let types = only(files, \.types, isType: true) { _, _ in true }
    return members.merging(nested) { $1 }.merging(types) { $1 }
  }

  /// What one file alone declares.
  private static func only(
    _ files: [SourceFile], _ kind: KeyPath<SourceNames, Set<SourceNames.Name>>,
    isType: Bool, where isWanted: (SourceNames.Name, String) -> Bool
  ) -> [SourceNames.Name: Declaration] {
    var found: [SourceNames.Name: Declaration] = [:]
    var again: Set<SourceNames.Name> = []
    for file in files {
      for name in file.names[keyPath: kind] where isWanted(name, file.module) {
        if found[name] != nil { again.insert(name) }
        found[name] = Declaration(
          file: file, text: file.names.texts[name] ?? "", isType: isType)
      }
    }
    return found.filter { !again.contains($0.key) }
  }

  /// Of Swift's types and their members.
  private static let foreignNames: Set<SourceNames.Name> = Set(
    """
    Array Body Character Data Date Double Duration Element Error Failure Index Int Iterator Key Optional Output
    Range Result Set String Task Value

    appending applying bigEndian bytes close components container contains copy count description distance
    dropped encode end endIndex equal error exactly filter first firstMatch flags get hasPrefix hash highest id
    index initialize insert inserted intValue isASCII isContinuation isDisjoint isEmpty isEqual isForeign
    isNegative isUnique isZero join joined key keys kind last lastIndex leading lines littleEndian load lock map
    mask max microseconds min name none now open outer path prefix raw rawValue read readLine reduce regex
    relative remainder remove removeFirst rename replace reverse reversed rotated round run scale scratch self
    set size sleep slice some sort sorted split start storage store string stringValue suffix swap temporary
    text today update utf8 valid value valueType values wait withCString wordCount wrap write
    """.split { $0 == " " || $0 == "\n" }.map { SourceNames.name(String($0)) })
}

/// A file of the sources with its names.
struct SourceFile: Sendable {
  let path: String
  let module: String
  /// The folder of its module that it is in; the module's own name for files in no folder.
  let folder: String
  let names: SourceNames

  init(_ source: SwiftSource) {
    path = source.path
    let parts = source.path.split(separator: "/")
    module = String(parts[1])
    folder = String(parts[parts.count > 3 ? 2 : 1])
    names = SourceNames(of: source)
  }

  /// Whether a name means a member: behind a dot, or called, and not as a name of the file's own.
  fileprivate func callsOrReads(_ name: SourceNames.Name, _ how: SourceNames.Uses) -> Bool {
    how.contains(.member) || how.contains(.call) && how.isDisjoint(with: [.label, .local])
  }
}

/// Which module alone has a name, as a declaration or as a label.
struct NameOwners {
  /// Empty for a name that several modules have.
  private var owners: [SourceNames.Name: String] = [:]

  init(_ files: [SourceFile]) {
    for file in files {
      for name in file.names.members { add(name, file.module) }
      for name in file.names.types { add(name, file.module) }
      for name in file.names.nestedTypes { add(name, file.module) }
      for (name, how) in file.names.uses where how.contains(.label) { add(name, file.module) }
    }
  }

  private mutating func add(_ name: SourceNames.Name, _ module: String) {
    let owner = owners[name]
    if owner == nil { owners[name] = module } else if owner != module { owners[name] = "" }
  }

  func isOnly(_ name: SourceNames.Name, of module: String) -> Bool { owners[name] == module }
}
