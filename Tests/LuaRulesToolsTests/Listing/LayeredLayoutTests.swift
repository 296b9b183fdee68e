import Foundation
import LuaRules
import Testing

@testable import LuaRulesTools

struct LayeredLayoutTests {
  private static func edges(_ pairs: [(Int, Int)]) -> [LayeredLayout.Edge] {
    pairs.map { LayeredLayout.Edge(from: $0.0, to: $0.1) }
  }

  @Test func `a box stands to the right of all that lead to it`() {
    let layout = LayeredLayout(count: 5, Self.edges([(0, 1), (1, 2), (0, 2), (3, 2)]))
    #expect(layout.columns == [0, 1, 2, 0, 0])
    #expect(layout.boxes.map { $0.sorted() } == [[0, 3, 4], [1], [2]])
  }

  @Test func `boxes stand beside those that they are connected with`() {
    let layout = LayeredLayout(count: 6, Self.edges([(0, 5), (1, 4), (2, 3)]))
    let partners = [0: 5, 1: 4, 2: 3]
    #expect(layout.boxes[0].map { partners[$0] } == layout.boxes[1])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `every box has one place, and only circles lead back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...40, using: &random)
    let isAcyclic = seed.isMultiple(of: 2)
    let edges = Self.edges(
      (0..<Int.random(in: 0...80, using: &random)).map { _ in
        let ends = [0, 1].map { _ in Int.random(in: 0..<count, using: &random) }
        return isAcyclic ? (ends.min() ?? 0, ends.max() ?? 0) : (ends[0], ends[1])
      })
    let layout = LayeredLayout(count: count, edges)
    #expect(layout.boxes.joined().sorted() == Array(0..<count))
    for (column, boxes) in layout.boxes.enumerated() {
      #expect(boxes.allSatisfy { layout.columns[$0] == column })
    }
    guard isAcyclic else { return }
    for edge in edges where edge.from != edge.to {
      #expect(layout.columns[edge.from] < layout.columns[edge.to])
    }
  }

  @Test
  func `a picture has each key, each rule and each arrow, and nothing is markup that is none`()
    throws
  {
    let graph = try RuleGraph(
      RuleModel(
        """
        return {
          { key = "a", value = function(c) return c.b end, name = "<b> & \\"c\\"" },
          { key = "b", value = function(c) return c.a end },
          { key = "d", value = 1 },
        }
        """, name: "r.lua"))
    let picture = graph.svg()
    #expect(picture.hasPrefix("<svg ") && picture.hasSuffix("</svg>\n"))
    #expect(picture.components(separatedBy: #"<rect "#).count == 7)
    #expect(picture.components(separatedBy: #"<path class="arrow""#).count == 5)
    #expect(picture.components(separatedBy: #"<path class="back""#).count == 2)
    #expect(picture.contains("<title>&lt;b&gt; &amp; &quot;c&quot; (r.lua:2)</title>"))
    #expect(!picture.contains("<b>"))
    #expect(graph.svg(isWithRules: false).components(separatedBy: #"<rect "#).count == 4)
  }
}
