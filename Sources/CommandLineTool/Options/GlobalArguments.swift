/// Lets the options of every command stand before its name as well as behind it.
///
/// The argument parser knows them behind the name only, so those that stand before it are moved there.
enum GlobalArguments {
  static func moved(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var before: [String] = []
    var index = 0
    while index < end, arguments[index].hasPrefix("-") {
      let name = arguments[index].split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      guard let takesValue = GlobalOptions.names[name] else { break }
      before.append(arguments[index])
      if takesValue, name == arguments[index], index + 1 < end {
        index += 1
        before.append(arguments[index])
      }
      index += 1
    }
    return Array(arguments[index..<end]) + before + Array(arguments[end...])
  }
}
