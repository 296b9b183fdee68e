import LuaRules

extension RuleGraph {
  /// Returns the graph as an SVG picture.
  ///
  /// Arrows lead from a key to the rules that read it, and from a rule to the
  /// key that it assigns. They lead from left to right, except for one arrow in
  /// each circle.
  ///
  /// - Parameter isWithRules: Whether rules are drawn; if not, arrows lead from
  ///   key to key.
  /// - Returns: The text of an `.svg` file.
  public func svg(isWithRules: Bool = true) -> String {
    var drawing = Drawing()
    for key in keys {
      drawing.add(Drawing.Box(text: key.name, style: key.isAssigned ? "key" : "given"))
    }
    if isWithRules {
      for (number, node) in rules.enumerated() {
        drawing.add(Drawing.Box(text: node.rule.label, style: "rule"))
        for (key, members) in node.reads {
          drawing.connect(key, keys.count + number, members.joined(separator: ", "))
        }
        drawing.connect(keys.count + number, node.key, "")
      }
    } else {
      for reading in readings { drawing.connect(reading.from, reading.to, "") }
    }
    return drawing.text
  }
}

/// Boxes with arrows between them, as SVG.
private struct Drawing {
  struct Box {
    let text: String
    /// The class in the style sheet.
    let style: String
  }

  private struct Arrow {
    let edge: LayeredLayout.Edge
    let label: String
  }

  private struct Frame {
    var left = 0
    var top = 0
    var width = 0
    var middle: Int { top + Drawing.boxHeight / 2 }
    var right: Int { left + width }
  }

  private var boxes: [Box] = []
  private var arrows: [Arrow] = []

  private static let boxHeight = 24
  private static let rowHeight = 36
  private static let columnGap = 96
  private static let margin = 16
  /// Longer texts are cut; a tooltip shows the whole text.
  private static let longestText = 48

  mutating func add(_ box: Box) { boxes.append(box) }

  mutating func connect(_ from: Int, _ to: Int, _ label: String) {
    arrows.append(Arrow(edge: LayeredLayout.Edge(from: from, to: to), label: label))
  }

  var text: String {
    let layout = LayeredLayout(count: boxes.count, arrows.map(\.edge))
    let tallest = layout.boxes.map(\.count).max() ?? 0
    var frames = Array(repeating: Frame(), count: boxes.count)
    var left = Self.margin
    for column in layout.boxes {
      let width = column.map { Self.width(of: Self.cut(boxes[$0].text)) + 20 }.max() ?? 0
      let top = Self.margin + (tallest - column.count) * Self.rowHeight / 2
      for (row, box) in column.enumerated() {
        frames[box] = Frame(left: left, top: top + row * Self.rowHeight, width: width)
      }
      left += width + Self.columnGap
    }
    let width = max(left - Self.columnGap, Self.margin) + Self.margin
    let height = tallest * Self.rowHeight + 2 * Self.margin
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\">", Self.style,
    ]
    lines += arrows.map { line(of: $0, frames, layout.columns) }
    lines += boxes.indices.map { line(of: boxes[$0], in: frames[$0]) }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func line(of box: Box, in frame: Frame) -> String {
    "<g class=\"\(box.style)\"><title>\(Self.escaped(box.text))</title>"
      + "<rect x=\"\(frame.left)\" y=\"\(frame.top)\" width=\"\(frame.width)\" "
      + "height=\"\(Self.boxHeight)\" rx=\"\(box.style == "rule" ? 0 : 6)\"/>"
      + "<text x=\"\(frame.left + 10)\" y=\"\(frame.middle + 4)\">"
      + "\(Self.escaped(Self.cut(box.text)))</text></g>"
  }

  private func line(of arrow: Arrow, _ frames: [Frame], _ columns: [Int]) -> String {
    let (from, to) = (frames[arrow.edge.from], frames[arrow.edge.to])
    let isBack = columns[arrow.edge.to] <= columns[arrow.edge.from]
    let bend = isBack ? Self.columnGap : max(24, (to.left - from.right) / 2)
    let path =
      "M\(from.right),\(from.middle) C\(from.right + bend),\(from.middle) "
      + "\(to.left - bend),\(to.middle) \(to.left - 6),\(to.middle)"
    let line = "<path class=\"\(isBack ? "back" : "arrow")\" d=\"\(path)\"/>"
    guard !arrow.label.isEmpty else { return line }
    return line
      + "<text class=\"label\" x=\"\((from.right + to.left) / 2)\" "
      + "y=\"\((from.middle + to.middle) / 2 - 4)\">\(Self.escaped(Self.cut(arrow.label)))</text>"
  }

  private static let style = """
    <style>
    svg { background: #fff; color: #222 }
    text { font: 12px sans-serif; fill: currentColor }
    .label { font-size: 10px; text-anchor: middle; opacity: .7 }
    rect { fill: none; stroke: currentColor }
    .key rect { stroke-width: 2 }
    .rule rect { fill: currentColor; fill-opacity: .08 }
    path { fill: none; stroke: currentColor; opacity: .6; marker-end: url(#tip) }
    .back { stroke-dasharray: 4 3 }
    #tip path { fill: #888; stroke: none; opacity: 1; marker-end: none }
    @media (prefers-color-scheme: dark) { svg { background: #1c1c1e; color: #eee } }
    </style>
    <defs><marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="8" markerHeight="8" \
    orient="auto"><path d="M0,0 L8,4 L0,8 z"/></marker></defs>
    """

  private static func cut(_ text: String) -> String {
    let text = PrintableText.of(text)
    return text.count <= longestText ? text : text.prefix(longestText - 1) + "…"
  }

  /// Returns an upper bound of the width of a text, because the font is
  /// unknown.
  private static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 8 : 14) }
  }

  private static func escaped(_ text: String) -> String {
    PrintableText.of(text).map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }
}
