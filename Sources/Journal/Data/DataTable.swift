/// The rows of a tab-separated file that is built into the program; lines that begin with `#` are comments.
package struct DataTable {
  /// The cells of each row, some of which may be empty.
  package let rows: [[String]]

  package init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter {
      $0.first != UInt8(ascii: "#")
    }
    rows = lines.map { line in
      line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  /// The second cell by the first, of a file with two columns.
  var texts: [String: String] {
    let pairs = rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
    return Dictionary(pairs) { first, _ in first }
  }
}
