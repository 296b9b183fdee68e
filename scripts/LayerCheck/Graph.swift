/// How often folders, or targets, use one another.
struct Graph {
  var title: String
  /// In the declared order, then what is not declared.
  var nodes: [String]
  private var counts: [String: [String: Int]] = [:]
  private var isBackward: (String, String) -> Bool

  /// Counts the uses between the folders of an order.
  init(of uses: [Use], order: Layers.Order) {
    title = order.root
    nodes = order.folders
    isBackward = { from, to in
      guard let from = order.rank(of: from), let to = order.rank(of: to) else { return true }
      return to > from
    }
    count(uses) { order.folder(of: $0) }
  }

  /// Counts the uses between targets.
  init(of uses: [Use], targets: [String: [String]]) {
    title = "Sources"
    nodes = targets.keys.sorted { (targets[$0]?.count ?? 0, $0) < (targets[$1]?.count ?? 0, $1) }
    isBackward = { from, to in targets[from]?.contains(to) != true }
    count(uses) { Layers.target(of: $0) }
  }

  private mutating func count(_ uses: [Use], by node: (String) -> String?) {
    for use in uses {
      guard let from = node(use.from), let to = node(use.to) else { continue }
      for node in [from, to] where !nodes.contains(node) { nodes.append(node) }
      if from != to { counts[from, default: [:]][to, default: 0] += 1 }
    }
  }

  private func arrows(from node: String) -> [(to: String, count: Int, isBackward: Bool)] {
    nodes.compactMap { to in
      counts[node]?[to].map { (to, $0, isBackward(node, to)) }
    }
  }

  /// The groups of nodes that all reach one another.
  private var circles: [[String]] {
    let reached = Dictionary(uniqueKeysWithValues: nodes.map { ($0, reachable(from: $0)) })
    var seen: Set<String> = []
    return nodes.compactMap { node in
      guard !seen.contains(node) else { return nil }
      let circle = nodes.filter {
        reached[node]?.contains($0) == true && reached[$0]?.contains(node) == true
      }
      seen.formUnion(circle)
      return circle.isEmpty ? nil : circle
    }
  }

  private func reachable(from node: String) -> Set<String> {
    var reached: Set<String> = []
    var next = [node]
    while let node = next.popLast() {
      for to in (counts[node] ?? [:]).keys where reached.insert(to).inserted { next.append(to) }
    }
    return reached
  }

  /// The graph as text: under each node what it uses, and how often.
  var text: String {
    var lines = [title]
    for node in nodes {
      lines.append("  \(node)")
      let arrows = arrows(from: node)
      for (label, isBackward) in [("uses", false), ("goes back to", true)] {
        let ends = arrows.filter { $0.isBackward == isBackward }
        if ends.isEmpty { continue }
        lines.append("    \(label) " + ends.map { "\($0.to) \($0.count)" }.joined(separator: ", "))
      }
    }
    lines += circles.map { "  circle: " + $0.joined(separator: " ") }
    return lines.joined(separator: "\n")
  }

  /// The graph as a subgraph of Graphviz' language; what goes back is red.
  var dot: String {
    var lines = ["  subgraph \"cluster \(title)\" {", "    label = \"\(title)\""]
    for node in nodes {
      lines.append("    \"\(title)/\(node)\" [label = \"\(node)\"]")
    }
    for node in nodes {
      for (to, count, isBackward) in arrows(from: node) {
        let color = isBackward ? ", color = red, constraint = false" : ""
        lines.append(
          "    \"\(title)/\(node)\" -> \"\(title)/\(to)\" [label = \"\(count)\"\(color)]")
      }
    }
    return (lines + ["  }"]).joined(separator: "\n")
  }
}
