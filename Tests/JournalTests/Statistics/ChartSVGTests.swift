import Foundation
import Journal
import Testing
import VaultFormat

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Charts as SVG")
struct ChartSVGTests {
  private static func chart(_ values: [Double?], title: String = "Coffee") -> String {
    let bars = values.enumerated().map { ChartSVG.Bar(label: "day \($0)", value: $1) }
    return ChartSVG(title: title, bars: bars).text
  }

  /// The text of the elements with a name; nil if the file is not well-formed.
  private static func texts(_ name: String, in svg: String) -> [String]? {
    let reader = Reader(name)
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    return parser.parse() ? reader.texts : nil
  }

  @Test("it has a size, a role, a title, the numbers, and no colour, font, script or time")
  func form() {
    let svg = Self.chart([2, nil, 3.5, 0])
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"200\""))
    #expect(svg.contains("viewBox=\"0 0 640 200\"") && svg.contains("role=\"img\""))
    #expect(Self.texts("title", in: svg) == ["Coffee"])
    #expect(Self.texts("desc", in: svg) == ["day 0: 2, day 2: 3.5, day 3: 0"])
    #expect(svg.contains("currentColor"))
    for word in ["font", "script", "style", "#", "rgb", "href", "2026"] {
      #expect(!svg.contains(word), "\(word)")
    }
    #expect(svg == Self.chart([2, nil, 3.5, 0]))
  }

  @Test("the largest and the last value stand above their bars, four labels at most below")
  func labels() {
    #expect(
      Self.texts("text", in: Self.chart([1, 9, 1, 1, 1, 1, 4]))
        == ["9", "4", "day 0", "day 2", "day 4", "day 6"])
    // Too near each other: the largest alone.
    let many = [Double?](repeating: 1, count: 98) + [9, 4]
    #expect(
      Self.texts("text", in: Self.chart(many)) == ["9", "day 0", "day 33", "day 66", "day 99"]
    )
    #expect(Self.texts("text", in: Self.chart([5])) == ["5", "day 0"])
    #expect(Self.texts("text", in: Self.chart([nil, nil])) == ["day 0", "day 1"])
    #expect(Self.texts("desc", in: Self.chart([])) == ["no values"])
    #expect(Self.texts("text", in: Self.chart([])) == [])
  }

  @Test("texts of strangers stay texts")
  func strangers() {
    let title = "</title><script>alert('1')</script> & \"x\" \u{1B}[31m\u{0}\u{FFFE}é🪴\u{7F}\u{85}"
    let svg = Self.chart([1], title: title)
    #expect(
      Self.texts("title", in: svg)
        == ["</title><script>alert('1')</script> & \"x\" [31mé🪴"])
    #expect(Self.texts("script", in: svg) == [])
    #expect(svg.contains("&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)"))
    #expect(svg.contains("&amp; &quot;x&quot;"))
    let bar = ChartSVG.Bar(label: "<b>", value: 1)
    #expect(Self.texts("b", in: ChartSVG(title: "", bars: [bar]).text) == [])
  }

  @Test("any numbers give a file whose coordinates are in the picture")
  func numbers() throws {
    let limit = Double.greatestFiniteMagnitude
    let rows: [[Double?]] = [
      [limit, -limit], [limit], [-limit], [0], [0, 0], [.leastNonzeroMagnitude, 0],
      [.nan, .infinity, -.infinity], [1, .nan], [-1, -2, -3], [nil], [1e-300, 1e300],
      (0..<5000).map { Double($0) },
    ]
    for row in rows {
      let svg = Self.chart(row)
      let paths = try #require(Self.attributes("d", in: svg))
      let numbers = paths.flatMap { $0.split { !"-.0123456789".contains($0) } }
      #expect(numbers.allSatisfy { Double($0).map { 0...640 ~= $0 } ?? false }, "\(row.prefix(3))")
      #expect(!svg.contains("nan") && !svg.contains("inf"), "\(row.prefix(3))")
    }
    #expect(Self.texts("desc", in: Self.chart([.nan, 2])) == ["day 1: 2"])
  }

  @Test("bars stand on the baseline, those below zero hang from it")
  func baseline() throws {
    let up = try #require(Self.attributes("d", in: Self.chart([1, 2])))
    #expect(up.joined().contains("V168Z") && up.last == "M8 168H632")
    let low = try #require(Self.attributes("d", in: Self.chart([1000, 0.001])))
    #expect(low[1].contains("Q444 167"))
    let both = try #require(Self.attributes("d", in: Self.chart([1, -1])))
    #expect(both.last == "M8 98H632")
    let down = try #require(Self.attributes("d", in: Self.chart([-1, -2])))
    #expect(down.last == "M8 28H632")
  }

  @Test(
    "for a page, lines at two to four round values, and the last bar apart while its time goes on",
    arguments: [
      (100.0, ["50", "100"]), (22, ["10", "20"]), (19, ["5", "10", "15"]),
      (9, ["2", "4", "6", "8"]), (2, ["1", "2"]), (1.5, []),
    ] as [(Double, [String])])
  func shapes(greatest: Double, marks: [String]) {
    let bars = [ChartSVG.Bar(label: "a", value: greatest), ChartSVG.Bar(label: "b", value: 1)]
    let open = ChartSVG(title: "", bars: bars, isOpen: true).shapes
    let closed = ChartSVG(title: "", bars: bars).shapes
    #expect(open.marks.map(\.text) == marks && closed.running.isEmpty)
    #expect(open.distinguished + open.running == closed.distinguished)
  }

  @Test("the buckets of a tracker")
  func tracker() throws {
    let found = try Logs.statistics(
      ["2026-11-03 = 2", "2026-10-05 = 3"], "2026-09-01", "2026-11-20", by: .month)
    let svg = ChartSVG(title: "Water", found).text
    #expect(Self.texts("desc", in: svg) == ["2026-09: 0, 2026-10: 3, 2026-11: 2"])
    #expect(Self.texts("text", in: svg) == ["3", "2", "2026-09", "2026-10", "2026-11"])
  }

  private static func attributes(_ name: String, in svg: String) -> [String]? {
    let reader = Reader(name)
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    return parser.parse() ? reader.attributes : nil
  }

  /// The texts of elements and the values of attributes with a name.
  private final class Reader: NSObject, XMLParserDelegate {
    private let name: String
    private var isInside = false
    private(set) var texts: [String] = []
    private(set) var attributes: [String] = []

    init(_ name: String) { self.name = name }

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes found: [String: String]
    ) {
      isInside = element == name
      if isInside { texts.append("") }
      if let value = found[name] { attributes.append(value) }
    }

    func parser(
      _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
      qualifiedName: String?
    ) { isInside = false }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isInside { texts[texts.count - 1] += string }
    }
  }
}
