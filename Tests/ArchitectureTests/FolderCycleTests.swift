import Testing

/// Modules whose folders still use each other, with the number of edges that are part of cycles, and the reason.
private let knownCycles: [String: (edges: Int, reason: String)] = [:]

/// A folder is an idea that can be read without those above it.
///
/// To end a cycle, move the file to the folder that uses it, or what both use to one below them.
@Suite("Folders of a module")
struct FolderCycleTests {
  @Test("no folder is in a cycle with another")
  func cycles() {
    let files = SwiftSource.all.map(SourceFile.init)
    let owners = NameOwners(files)
    let modules = Dictionary(grouping: files, by: \.module)
    for (module, files) in modules.sorted(by: { $0.key < $1.key }) {
      let graph = FolderGraph(of: files, owners)
      let edges = graph.cycles
      let known = knownCycles[module]
      guard edges.count != known?.edges ?? 0 else { continue }
      Issue.record(
        "\(module): \(known.map { "\($0.edges) are known:\n" } ?? "")\(text(edges, graph))")
    }
    #expect(knownCycles.keys.allSatisfy { modules[$0] != nil })
  }

  /// The edges, the thinnest first, each with a few of the uses that make it.
  private func text(_ edges: [FolderGraph.Edge], _ graph: FolderGraph) -> String {
    edges.map { ($0, graph.uses[$0] ?? []) }.sorted { $0.1.count < $1.1.count }
      .map { edge, uses in
        let shown = uses.map(\.description).sorted().prefix(5).map { "\n    \($0)" }.joined()
        return "  \(edge.user) → \(edge.used), \(uses.count) uses:\(shown)"
      }
      .joined(separator: "\n")
  }

  private func graph(
    _ sources: KeyValuePairs<String, String>, besides other: String = ""
  ) -> FolderGraph {
    let files = sources.map { SourceFile(SwiftSource(path: "Sources/M/\($0).swift", text: $1)) }
    let others = [SourceFile(SwiftSource(path: "Sources/N/File.swift", text: other))]
    return FolderGraph(of: files, NameOwners(files + others))
  }

  @Test(
    "what makes an edge",
    arguments: [
      ("struct Leaf {}", "let a = Leaf()", true),
      ("struct Leaf { enum Inner {} }", "let a: Inner", true),
      ("enum Leaf { case red, green(Int) }", "let a = f(.green(1))", true),
      ("extension Int { var doubled: Int { 2 } }", "let a = 1.doubled", true),
      ("func double(_ a: Int) -> Int { a }", "let a = double(1)", true),
      ("struct Leaf {}", "// Leaf", false),
      ("struct Leaf {}", #"let a = "Leaf""#, false),
      ("struct Leaf {}", #"let a = "\(Leaf())""#, true),
      ("private struct Leaf {}", "let a = Leaf()", false),
      ("struct Leaf { private var inner = 1 }", "let a = b.inner", false),
      ("func f() { let inner = 1 }", "let a = b.inner", false),
      ("func double(_ a: Int) -> Int { a }", "func f(double: (Int) -> Int) { double(1) }", false),
      ("struct Leaf {}", "private struct Leaf {}; let a = Leaf()", false),
      ("extension Int { var count: Int { 2 } }", "let a = 1.count", false),
    ])
  func uses(declaring: String, using: String, isEdge: Bool) {
    #expect(graph(["A/One": declaring, "B/Two": using]).uses.isEmpty == !isEdge)
  }

  @Test(
    "a name that another module has too is ambiguous, unless it is that of a type of the module")
  func ambiguousNames() {
    let files: KeyValuePairs = [
      "A/One": "struct Leaf { var inner = 1 }", "B/Two": "let a = b.inner",
    ]
    #expect(!graph(files).uses.isEmpty)
    #expect(graph(files, besides: "struct Other { var inner = 1 }").uses.isEmpty)
    #expect(graph(files, besides: "func f() -> (inner: Int, outer: Int)").uses.isEmpty)
    let types: KeyValuePairs = ["A/One": "struct Leaf {}", "B/Two": "let a = Leaf()"]
    #expect(!graph(types, besides: "struct Leaf {}").uses.isEmpty)
  }

  @Test("a cycle may be long, and the files of no folder are a folder")
  func longCycles() {
    let files: KeyValuePairs = [
      "A/One": "struct One { var two: Two }", "B/Two": "struct Two { var three: Three }",
      "Three": "struct Three { var one: One }", "C/Four": "struct Four { var one: One }",
    ]
    let cycles = graph(files).cycles
    #expect(cycles.map(\.user) == ["A", "B", "M"])
    #expect(cycles.map(\.used) == ["B", "M", "A"])
    #expect(graph(["A/One": "struct One {}", "B/Two": "let a = One()"]).cycles.isEmpty)
  }
}
