extension FieldMerge {
  /// An item of a list, and the key by which it is compared.
  private struct Item {
    var text: String
    var key: [UInt8]
  }

  /// Whether the key is always a set, whatever its values.
  var isSet: Bool {
    switch identity {
    case .known(let key): table == .note && FieldRule.isSet(key)
    default: false
    }
  }

  /// The list with all items that a side added and without those that a side removed; nil if it cannot be read or
  /// written as a list.
  func mergedSet() -> Outcome? {
    let lists = versions.map { items(of: $0) }
    guard let left = lists.left, let right = lists.right else { return nil }
    let all = ThreeWay(base: lists.base ?? [], left: left, right: right)
    let wanted = merged(all)
    if wanted.isEmpty, versions.left == nil || versions.right == nil { return Outcome(entry: nil) }
    let first = precedence.first
    let side = versions[first] == nil ? first.other : first
    guard let entry = versions[side] else { return nil }
    if wanted.map(\.key) == all[side].map(\.key) { return Outcome(entry: entry) }
    guard
      let edited = try? documents[side].setting(entry.name, to: .list(wanted.map(\.text))),
      let result = FrontMatterLines(of: edited)?.entries.first(where: {
        $0.name.utf8.elementsEqual(entry.name.utf8)
      })
    else { return nil }
    return Outcome(entry: result)
  }

  /// The items without duplicates; nil if the value is neither a list of texts nor one text.
  private func items(of entry: Entry?) -> [Item]? {
    guard let entry, !entry.node.isNull else { return [] }
    var seen: Set<[UInt8]> = []
    let texts: [String]
    switch entry.node.content {
    case .scalar(let text, _):
      texts = identity == .known(.tags) ? Tag.list(in: text).map(\.text) : [text]
    case .sequence(let items, _):
      texts = items.filter { !$0.isNull }.compactMap(\.text)
      guard items.allSatisfy({ $0.text != nil }) else { return nil }
    case .mapping: return nil
    }
    return texts.compactMap { text in
      guard let key = key(of: text), seen.insert(key).inserted else { return nil }
      return Item(text: text, key: key)
    }
  }

  private func key(of text: String) -> [UInt8]? {
    identity == .known(.tags) ? Tag(text).map { Array($0.key.utf8) } : Array(text.utf8)
  }

  private func merged(_ lists: ThreeWay<[Item]>) -> [Item] {
    var numbers: [[UInt8]: Int] = [:]
    var items: [Item] = []
    let first = precedence.first
    for item in lists[first] + lists[first.other] + lists.base where numbers[item.key] == nil {
      numbers[item.key] = items.count
      items.append(item)
    }
    let sequences = lists.map { $0.compactMap { numbers[$0.key] } }
    let sets = sequences.map { Set($0) }
    let stays = items.indices.map { number in
      let isLeft = sets.left.contains(number)
      let isRight = sets.right.contains(number)
      return isLeft && isRight || (isLeft || isRight) && !sets.base.contains(number)
    }
    return ElementOrder.merged(
      sequences, names: items.map { $0.key }, stays: stays, first: first
    ).map { items[$0] }
  }
}
